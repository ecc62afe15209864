// What a URL of a trace says of a request: whom it asks and for what. Who logs in is no part of either: a password must not end in a name.

const URL_PARTS = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)([^#]*)/i;

/** Path and query as a request line has them; of what is no absolute URL, the text itself. */
export function targetOf(url: string): string {
  const found = URL_PARTS.exec(url)?.[2];
  if (found === undefined) return url;
  return found.startsWith('/') ? found : `/${found}`;
}

/** The host in lower case, with its port where one is given; undefined for what is no absolute URL. */
export function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL_PARTS.exec(url)?.[1]?.toLowerCase() || undefined;
}
