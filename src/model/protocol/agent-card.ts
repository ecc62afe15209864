// An agent card: what an agent promises in public, and what only its platform knows. A2A 0.3 §5.5.

/** What data an agent may be sent, from least to most guarded. */
export const CLASSIFICATIONS = ['public', 'internal', 'confidential', 'restricted'] as const;

export interface Skill {
  readonly skillId: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
}

/** The part of a card that goes on the wire. */
export interface PublishedCard {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly version: string;
  readonly protocolVersion: string;
  readonly skills: readonly Skill[];
  readonly streaming: boolean;
  readonly pushNotifications: boolean;
  readonly defaultInputModes: readonly string[];
  readonly defaultOutputModes: readonly string[];
  /** Names of the offered schemes. */
  readonly securitySchemes: readonly string[];
  /** What a scheme is, in the words of the policy (`oauth2`, `mtls`, `apikey`, …), where its name does not say so. */
  readonly schemeTypes?: Readonly<Record<string, string>>;
}

/** What the directory knows and the wire never shows (invariant 6). */
export interface PlatformMetadata {
  readonly owner: string;
  /** Empty: every tenant (critique R16). */
  readonly tenants: readonly string[];
  /** A word of CLASSIFICATIONS, or whatever the publisher wrote: unknown words are judged where they are read. */
  readonly maxDataClassification: string;
}

export interface AgentCard extends PublishedCard, PlatformMetadata {}
