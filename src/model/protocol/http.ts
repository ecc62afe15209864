// Requests and responses as plain data, and the one type that every agent is: a request handler.
// JSON text crosses, never objects: the wire is the exhibit (DESIGN: an agent is a request handler).

/** Header names are lower case. */
export type HttpHeaders = Readonly<Record<string, string>>;

export interface HttpRequest {
  readonly method: string;
  /** Path and query, starting with `/`. */
  readonly path: string;
  readonly headers: HttpHeaders;
  readonly body: string;
}
export interface HttpHead {
  readonly status: number;
  readonly headers: HttpHeaders;
}
/** The body is whole text, or chunks as they are made (an event stream). */
export interface HttpResponse extends HttpHead {
  readonly body: string | AsyncIterable<string>;
}
export interface RequestOptions {
  /** Abort means that the reader is gone; the handler must stop on it. */
  readonly signal: AbortSignal;
  /** Who calls, as far as the transport knows; undefined where it does not. No proof of anything. */
  readonly peer?: string | undefined;
}
export type RequestHandler = (request: HttpRequest, options: RequestOptions) => Promise<HttpResponse>;
