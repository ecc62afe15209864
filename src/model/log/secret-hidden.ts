// What an encoding hides: the text or the bytes behind a stretch of letters, and how a part of it is cut out of them.

/** Where a cut is made in the letters, and what must stand around the placeholder so that nothing else is lost. */
export interface HiddenCut {
  readonly from: number;
  readonly to: number;
  readonly before: string;
  readonly after: string;
}
/** A range of what is said, and what must stand around its placeholder there. */
export interface HiddenRange {
  readonly first: number;
  readonly last: number;
  readonly around: readonly [before: string, after: string];
}
export interface HiddenText {
  /** The stretch of letters. */
  readonly from: number;
  readonly to: number;
  /** What they say, where that is text. */
  readonly value: string | undefined;
  /** Or else `value` is bytes, one a unit, for what a person has chosen. */
  readonly isText: boolean;
  /** What they are, where nothing was cut out of them yet. */
  readonly bytes: Uint8Array | undefined;
  /** Cuts a range of `value` out of the letters; undefined where only the whole stretch can be cut. */
  readonly cut: ((range: HiddenRange) => HiddenCut | undefined) | undefined;
  /** What the layer is called. */
  readonly layer: string;
}

/** Whether what was decoded is text: no control characters but white space, hardly anything that is no UTF-8. `cut`: its end may be torn. */
export function isText(decoded: string, cut: boolean): boolean {
  const text = cut ? decoded.replace(/\uFFFD{1,4}$/, '') : decoded;
  if (/[\u0000-\u0008\u000e-\u001f\u007f]/.test(text)) return false;
  const odd = text.match(/[^\n\r\t -~]/g)?.length ?? 0;
  return !text.includes('\uFFFD') || odd * 50 < text.length;
}

/** At least so many bytes: a number that is shorter hides no name with a value. */
const HEX_TEXT = /(?<![0-9A-Za-z])(?:[2-7][0-9a-f]|0[9ad]|[c-e][0-9a-f]|[89ab][0-9a-f]){20,}(?![0-9A-Za-z])/g;
const HEX_TEXT_IN_CAPITALS = /(?<![0-9A-Za-z])(?:[2-7][0-9A-F]|0[9AD]|[C-E][0-9A-F]|[89AB][0-9A-F]){20,}(?![0-9A-Za-z])/g;

/** The stretches of hexadecimal in a text that say text: two digits a letter, so a cut needs nothing around it. */
export function* hexTexts(text: string): Generator<HiddenText> {
  for (const pattern of [HEX_TEXT, HEX_TEXT_IN_CAPITALS]) {
    for (const { index: from, 0: digits } of text.matchAll(pattern)) {
      const bytes = Uint8Array.from({ length: digits.length / 2 }, (_, at) => Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16));
      if (!isText(new TextDecoder('utf-8').decode(bytes), false)) continue;
      // Letter by letter, so that places stay; what is no ASCII is part of no name and of no key.
      const value = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
      const cut = ({ first, last, around: [before, after] }: HiddenRange): HiddenCut => ({
        from: from + 2 * first,
        to: from + 2 * last,
        before: hexOf(before),
        after: hexOf(after),
      });
      yield { from, to: from + digits.length, value, isText: true, bytes: undefined, cut, layer: 'hexadecimal' };
    }
  }
}

function hexOf(text: string): string {
  return Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}
