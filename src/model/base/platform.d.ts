// The neutral web types the model may use: the same in a page, a worker and Node.
// Nothing here has a clock, dice or a network; `setTimeout`, `fetch`, `console` and `document` do not compile in src/model.

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare var AbortController: { prototype: AbortController; new (): AbortController };

interface URL {
  readonly href: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly username: string;
  readonly password: string;
}
declare var URL: { prototype: URL; new (url: string, base?: string): URL; canParse(url: string, base?: string): boolean };

interface TextEncoder {
  encode(text: string): Uint8Array;
}
declare var TextEncoder: { prototype: TextEncoder; new (): TextEncoder };
interface TextDecoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
}
declare var TextDecoder: { prototype: TextDecoder; new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoder };

declare function atob(text: string): string;
declare function btoa(text: string): string;

declare var DecompressionStream: { new (format: 'gzip'): object };
