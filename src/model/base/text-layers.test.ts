import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64Text } from './base64-text.ts';
import { repairMojibake } from './mojibake.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const base64 = (text: string): string => btoa(String.fromCharCode(...utf8(text)));
const misread = (text: string): string => new TextDecoder('windows-1252').decode(utf8(text));
const asLatin1 = (text: string): string => String.fromCharCode(...utf8(text));

describe('decodeBase64Text', () => {
  it('[L.5] gives back any text, in either alphabet, padded or not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const encoded = base64(text);
        expect(decodeBase64Text(encoded)).toBe(text.replace(/^\uFEFF/, ''));
        expect(decodeBase64Text(encoded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))).toBe(text.replace(/^\uFEFF/, ''));
      }),
    );
  });
  it('[L.5] keeps placeholders of cuts that stand in the encoded text', () => {
    expect(decodeBase64Text(`${base64('{"a":"')}[cut 3: token]${base64('"}')}`)).toBe('{"a":"[cut 3: token]"}');
  });
  it('[L.5] knows what is no base64, and bytes that are no text', () => {
    expect(decodeBase64Text('%%%')).toBeUndefined();
    expect(decodeBase64Text(btoa('\u0089PNG\r\n\u001a\n\u00ff'))).toBeUndefined();
    fc.assert(fc.property(fc.string(), (text) => void decodeBase64Text(text)));
  });
});

describe('repairMojibake', () => {
  it('[N.2] restores UTF-8 that was read as Windows-1252 or Latin-1', () => {
    for (const text of ['étage', '图纸 附件, проверьте 🙏', '{"text":"Два помещения — ✅"}', '35,75 м²'])
      for (const garbled of [misread(text), asLatin1(text)]) expect(repairMojibake(garbled)).toBe(text);
  });
  it('[N.2] leaves alone what was read rightly', () => {
    for (const text of ['', 'plain', 'étage', 'NÃO, ÀÉ', 'naïve — “quoted” €', '图纸', `${misread('é')} 图`, 'Ã', 'Â£ and £']) {
      expect(repairMojibake(text)).toBeUndefined();
    }
  });
  it('[N.2] restores any text beyond ASCII, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const repaired = repairMojibake(misread(text));
        if (/[^\p{ASCII}]/u.test(text)) expect(repaired).toBe(text.replace(/^\uFEFF/, ''));
        else expect(repaired).toBeUndefined();
      }),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void repairMojibake(text)));
  });
});
