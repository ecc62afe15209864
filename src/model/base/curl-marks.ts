// What curl writes between the pieces of a body when its notes go where the body goes (`-v`, or a progress meter, with both in one
// file): each piece that comes or goes is announced with its size, the connection is closed, in the middle of a line or not.

const DATA = String.raw`[{}] \[\d{1,10} bytes data\]`;
const CLOSING = String.raw`\* (?:Closing connection(?: #?\d{1,6})?|Connection #?\d{1,6} to host [^\r\n]{1,300} left intact|shutting down connection #?\d{1,6})`;
const METER_HEAD = String.raw` {0,4}% Total [^\r\n]{1,100}\r?\n[ \t]{1,60}Dload  Upload[^\r\n]{1,60}`;
const METER = String.raw`\r? {0,2}\d{1,3}(?: {1,8}[\d.]{1,8}[kMGTP]?){7}(?: {1,3}[-:\dd]{3,9}){3} {1,6}[\d.]{1,8}[kMGTP]?`;
const MARK = new RegExp(`(?:${DATA}|${CLOSING}|${METER_HEAD})\\r?\\n|${METER}(?:\\r?\\n)?`, 'g');
const ENDING = new RegExp(`(?:${DATA}|${CLOSING})\\r?$`);

/** A text without such marks; undefined where there are none. */
export function withoutCurlMarks(text: string): string | undefined {
  if (!/bytes data\]|\* (?:C|s)| Dload |\r/.test(text)) return undefined;
  const plain = text.replace(MARK, '');
  return plain.length === text.length ? undefined : plain;
}

/** How much of a line stands before a mark that ends it: -1 where none does. */
export function markAtEnd(line: string): number {
  return /bytes data\]\r?$|\* [CSs][^{}[\]"]{1,400}$/.test(line.slice(-420)) ? line.search(ENDING) : -1;
}
