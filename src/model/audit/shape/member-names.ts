// The names of the schemas, and how to know one of them under another spelling: `context_id`, `ContextId`, `contextID`. A2A 1.0
// §5.5 (JSON names are camelCase, MUST); 0.1 to 0.3 by the names in their schemas.

/** Names of two words and more, of all versions, by the object that has them. A name of one word has no other spelling. */
const NAMES = {
  task: 'contextId sessionId',
  status: '',
  'status-update': 'taskId contextId',
  'artifact-update': 'taskId contextId lastChunk',
  message: 'messageId contextId taskId referenceTaskIds',
  artifact: 'artifactId lastChunk',
  part: 'mediaType',
  file: 'mimeType mediaType fileWithUri fileWithBytes',
  wrapper: 'statusUpdate artifactUpdate',
  request:
    'taskId contextId sessionId historyLength pushNotification pushNotificationConfig taskPushNotificationConfig ' +
    'pushNotificationConfigId pageSize pageToken includeArtifacts statusTimestampAfter',
  configuration: 'acceptedOutputModes historyLength pushNotification pushNotificationConfig taskPushNotificationConfig returnImmediately',
  'push-config': 'taskId pushNotificationConfig taskPushNotificationConfig',
  'task-list': 'nextPageToken pageSize totalSize',
  card:
    'protocolVersion preferredTransport additionalInterfaces supportedInterfaces iconUrl documentationUrl securitySchemes ' +
    'securityRequirements defaultInputModes defaultOutputModes supportsAuthenticatedExtendedCard supportsExtendedAgentCard',
  capabilities: 'pushNotifications stateTransitionHistory extendedAgentCard',
  interface: 'protocolBinding protocolVersion',
  skill: 'inputModes outputModes securityRequirements',
  scheme:
    'apiKeySecurityScheme httpAuthSecurityScheme oauth2SecurityScheme openIdConnectSecurityScheme mtlsSecurityScheme bearerFormat ' +
    'openIdConnectUrl oauth2MetadataUrl',
  flows: 'authorizationCode clientCredentials deviceCode',
  flow: 'authorizationUrl tokenUrl refreshUrl deviceAuthorizationUrl pkceRequired',
} as const;

export type NamedNoun = keyof typeof NAMES;

/** By noun: the bare letters of a name → the name, and the name itself → itself. */
const BY_LETTERS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(NAMES).map(([noun, names]) => [
    noun,
    new Map(words(names).flatMap((name) => [[name, name] as const, [name.toLowerCase(), name] as const])),
  ]),
);

function words(names: string): readonly string[] {
  return names.split(' ').filter((name) => name !== '');
}

/** The longest name and some marks: a key beyond is none of these. */
const LONGEST = 60;

/** A name of several words shows its seams; one in small letters alone (`contextid`) is left to be an extra member. */
const COMPOUND = /[A-Z_-]/;

/** The schema's name for a key that is spelled otherwise; undefined for a key that is right, or that the schema does not have. */
export function schemaNameOf(noun: NamedNoun, key: string): string | undefined {
  if (key.length > LONGEST || !COMPOUND.test(key)) return undefined;
  const names = BY_LETTERS.get(noun);
  if (!names || names.has(key)) return undefined;
  return names.get(key.replace(/[_-]/g, '').toLowerCase());
}

/** Whether an object has a member, under its name or under another spelling of it, and not as null. */
export function hasMember(value: { readonly [key: string]: unknown }, name: string): boolean {
  const found = Object.hasOwn(value, name) ? value[name] : undefined;
  if (found !== undefined && found !== null) return true;
  // Only what is missing is looked for twice.
  const bare = name.toLowerCase();
  for (const key of Object.keys(value)) {
    const other = value[key];
    if (other !== undefined && other !== null && key.length <= LONGEST && key.replace(/[_-]/g, '').toLowerCase() === bare) return true;
  }
  return false;
}
