// Files that hold no text, by how they begin once their bytes have been read as UTF-8 (what is no character is U+FFFD then): a person who
// dropped one is told what it is, and what to open in its place.

interface FileKind {
  readonly begins: RegExp;
  readonly name: string;
  /** What a person can do with it. */
  readonly advice: string;
}

const PACKED = 'unpack it and open what is in it';
const PICTURE = 'a trace cannot be read off a picture; paste its text';
const EXPORT = 'export what it holds as text and open that';

const FILE_KINDS: readonly FileKind[] = [
  { begins: /^\uFFFDPNG\r\n/, name: 'a PNG picture', advice: PICTURE },
  { begins: /^\uFFFD{3}[\uFFFD\u0001][\s\S]{2}(?:JFIF|Exif)\0/, name: 'a JPEG picture', advice: PICTURE },
  { begins: /^GIF8[79]a/, name: 'a GIF picture', advice: PICTURE },
  { begins: /^RIFF[\s\S]{4,8}WEBPVP8/, name: 'a WebP picture', advice: PICTURE },
  { begins: /^%PDF-\d\.\d/, name: 'a PDF document', advice: EXPORT },
  { begins: /^PK(?:\u0003\u0004|\u0005\u0006|\u0007\u0008)/, name: 'a ZIP archive', advice: PACKED },
  { begins: /^[^\0]{1,100}\0[\s\S]{156}[\s\S]{0,99}ustar/, name: 'a tar archive', advice: PACKED },
  { begins: /^7z\uFFFD\uFFFD'\u001c/, name: 'a 7z archive', advice: PACKED },
  { begins: /^Rar!\u001a\u0007/, name: 'a RAR archive', advice: PACKED },
  { begins: /^BZh[1-9]1AY&SY/, name: 'a file packed with bzip2', advice: PACKED },
  { begins: /^\uFFFD7zXZ\0/, name: 'a file packed with xz', advice: PACKED },
  { begins: /^\(\uFFFD\/\uFFFD/, name: 'a file packed with zstd', advice: PACKED },
  { begins: /^\u001f\uFFFD\u0008/, name: 'gzip data that was read as text', advice: 'open it as a file' },
  { begins: /^SQLite format 3\0/, name: 'an SQLite database', advice: EXPORT },
  { begins: /^PAR1\u0015/, name: 'a Parquet table', advice: EXPORT },
  {
    begins: /^\n\r\r\n[\s\S]{2}\0\0M<\+\u001a|^(?:\uFFFD\u00f2\uFFFD|\uFFFD\uFFFD\uFFFD\uFFFD)\u0002\0\u0004\0/,
    name: 'a packet capture',
    advice: EXPORT,
  },
  { begins: /^\u007fELF/, name: 'a program', advice: 'open what it logged' },
];

/** So much of a text tells. */
const TELLING = 600;

/** What a text is that is no text, in words with what to do; undefined for any other. */
export function fileKindOf(text: string): string | undefined {
  const start = text.slice(0, TELLING);
  const kind = FILE_KINDS.find(({ begins }) => begins.test(start));
  return kind && `this is ${kind.name} and holds no text: ${kind.advice}`;
}
