// Which host a callback URL names, as the reference cuts it out of the text. That cut can be walked around (critique R02,
// R03), and showing how is a lesson; a URL that is really going to be requested is read with the platform's parser.

/** What follows the first `://` (or the whole text), up to the next `/`, and of that what follows the last `@`. */
export function hostOf(url: string): string {
  const scheme = url.indexOf('://');
  const rest = scheme < 0 ? url : url.slice(scheme + 3);
  const slash = rest.indexOf('/');
  const authority = slash < 0 ? rest : rest.slice(0, slash);
  return authority.slice(authority.lastIndexOf('@') + 1);
}

export interface HostReadings {
  readonly cutOut: string;
  /** Undefined where the text is no URL at all. */
  readonly parsed: string | undefined;
  /** A check by one and a client by the other mean two hosts. */
  readonly differ: boolean;
}

/** The host of a callback by both ways: as the reference cuts it out, and as a client that follows the address reads it. */
export function hostReadings(url: string): HostReadings {
  const cutOut = hostOf(url);
  const parsed = URL.canParse(url) ? new URL(url).host : undefined;
  return { cutOut, parsed, differ: cutOut !== parsed };
}

/** A user and a password before the host, as a URL is spelt; a user may be part of an attack and is to be seen. */
const PASSWORD = /^(\s*[a-z][a-z\d+.-]*:[/\\]*[^/?#\\:]*:)[^/?#\\]*@/i;

/** A callback URL for people and facts: as it was given, but for a password in it. */
export function shownCallback(url: string): string {
  if (!url.includes('@') || !URL.canParse(url)) return url;
  const { password, protocol, username, host, pathname, search } = new URL(url);
  if (password === '') return url;
  const shown = url.replace(PASSWORD, '$1***@');
  // Spelt so that only a parser sees the password: then the parser's spelling is shown.
  return shown === url ? `${protocol}//${username}:***@${host}${pathname}${search}` : shown;
}
