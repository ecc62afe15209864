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
