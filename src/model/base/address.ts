// What sort of place the host of a URL is, judged as a client would take it: parsed first, so that odd spellings of an IPv4 address
// and IPv4 addresses inside IPv6 ones are seen for what they are.

export type AddressKind =
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'unique-local'
  | 'metadata'
  | 'cluster-only'
  /** Of no host that could answer: multicast, benchmarks, ranges kept for later. */
  | 'reserved'
  | 'public'
  /** No URL, or one without a host. */
  | 'none';

export interface Address {
  readonly kind: AddressKind;
  /** Scheme without its colon, in lower case; '' where the URL is none. */
  readonly scheme: string;
  /** Host as parsed, without a port; '' where there is none. */
  readonly host: string;
  readonly path: string;
}

/** Judges a URL by its scheme and parsed host; never by what stands in its path or query. */
export function addressOf(url: string): Address {
  const parsed = parsedUrl(url.trim());
  if (!parsed) return { kind: 'none', scheme: '', host: '', path: '' };
  const scheme = parsed.protocol.replace(/:$/, '').toLowerCase();
  const host = parsed.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  return { kind: host === '' ? 'none' : kindOfHost(host), scheme, host, path: parsed.pathname };
}

function parsedUrl(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

const METADATA: ReadonlySet<string> = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'metadata',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
]);
const IPV4 = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/;

function kindOfHost(host: string): AddressKind {
  const four = IPV4.exec(host);
  if (four) return kindOfIpv4(four.slice(1).map(Number));
  if (host.includes(':')) return kindOfIpv6(host);
  if (METADATA.has(host)) return 'metadata';
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback';
  const isLocal = !host.includes('.') || /\.(?:svc|cluster\.local|internal|local)$/.test(host) || /\.svc\./.test(host);
  return isLocal ? 'cluster-only' : 'public';
}

/** First octets, in the order in which they are asked; a longer prefix stands before a shorter one. */
const IPV4_KINDS: readonly (readonly [octets: readonly number[], kind: AddressKind])[] = [
  [[0], 'unspecified'],
  [[127], 'loopback'],
  [[169, 254], 'link-local'],
  [[100, 100, 100, 200], 'metadata'],
  [[10], 'private'],
  ...Array.from({ length: 16 }, (_, index): [readonly number[], AddressKind] => [[172, 16 + index], 'private']),
  [[192, 168], 'private'],
  ...Array.from({ length: 64 }, (_, index): [readonly number[], AddressKind] => [[100, 64 + index], 'private']),
  [[192, 0, 0], 'reserved'],
  [[198, 18], 'reserved'],
  [[198, 19], 'reserved'],
  ...Array.from({ length: 32 }, (_, index): [readonly number[], AddressKind] => [[224 + index], 'reserved']),
];

function kindOfIpv4(octets: readonly number[]): AddressKind {
  return IPV4_KINDS.find(([prefix]) => prefix.every((octet, index) => octet === octets[index]))?.[1] ?? 'public';
}

function kindOfIpv6(host: string): AddressKind {
  const groups = groupsOf(host.replace(/%.*$/, ''));
  if (!groups) return 'public';
  const [first = 0] = groups;
  const inner = embeddedIpv4(groups);
  if (inner) return kindOfIpv4(inner);
  if (groups.every((group) => group === 0)) return 'unspecified';
  if (groups.slice(0, 7).every((group) => group === 0) && groups[7] === 1) return 'loopback';
  if ((first & 0xffc0) === 0xfe80) return 'link-local';
  if (groups.join(':') === [0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254].join(':')) return 'metadata';
  if ((first & 0xff00) === 0xff00) return 'reserved';
  // The old site-local range is as private as the one that replaced it.
  return (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfec0 ? 'unique-local' : 'public';
}

/** The eight groups; a parsed URL writes IPv4 tails as groups already. */
function groupsOf(host: string): readonly number[] | undefined {
  const [head = '', tail] = host.split('::');
  const numbers = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [left, right] = [numbers(head), numbers(tail ?? '')];
  const missing = 8 - left.length - right.length;
  const groups = tail === undefined ? left : [...left, ...Array.from({ length: Math.max(missing, 0) }, () => 0), ...right];
  return groups.length === 8 && groups.every((group) => group >= 0 && group <= 0xffff) ? groups : undefined;
}

/** The IPv4 address in a mapped, translated or 6to4 address. */
function embeddedIpv4(groups: readonly number[]): readonly number[] | undefined {
  const zeros = (count: number): boolean => groups.slice(0, count).every((group) => group === 0);
  const bytes = (high = 0, low = 0): readonly number[] => [high >> 8, high & 0xff, low >> 8, low & 0xff];
  const isMapped = zeros(5) && groups[5] === 0xffff;
  // Without the ffff, but no small number: the old form of a compatible address.
  const isCompatible = zeros(6) && groups[6] !== 0;
  const isTranslated = groups[0] === 0x64 && groups[1] === 0xff9b;
  if (isMapped || isCompatible || isTranslated) return bytes(groups[6], groups[7]);
  return groups[0] === 0x2002 ? bytes(groups[1], groups[2]) : undefined;
}

/** Words for a kind, to stand after "is". */
export const ADDRESS_WORDS: Readonly<Record<AddressKind, string>> = {
  unspecified: 'an unspecified address: whoever follows it reaches their own machine',
  loopback: 'a loopback address: whoever follows it reaches their own machine',
  private: 'a private address',
  'link-local': 'a link-local address, where clouds keep their metadata service',
  'unique-local': 'a unique local address',
  metadata: 'the name of a cloud metadata service',
  'cluster-only': 'a name that only its own network can resolve',
  reserved: 'an address of no host',
  public: 'a public host',
  none: 'no URL with a host',
};
