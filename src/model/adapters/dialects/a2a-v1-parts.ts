// Parts in the three spellings that come from protobuf schemas: 1.0 (`text`, `url`, `raw` or `data`, with `mediaType` and
// `filename`), 0.3 over REST (`file` and `data` one level down), and the dump of the library's own objects (`content.$case`).
// Specification 1.0 §4.1.6; 0.3 protobuf.

import { isJsonObject, type Json } from '../../base/json.ts';
import type { Part } from '../../protocol/part.ts';
import { dumpedPart } from './a2a-v1-dump.ts';
import {
  at,
  fault,
  filledText,
  objectAt,
  optionalObject,
  optionalText,
  ownMember,
  partAt,
  type ObjectPlace,
  type Place,
  type Reading,
} from './reading.ts';

type PartFacts = Pick<Part, 'mimeType' | 'name' | 'metadata'>;

/** Reads a part of any of the three spellings. */
export function readProtoPart(reading: Reading, place: Place): Part {
  const given = partAt(reading, place);
  const wire = dumpedPart(given) ?? given;
  const facts = readFacts(reading, wire);
  const text = at(reading, wire, 'text');
  if (text.value !== undefined) return { kind: 'text', text: optionalText(reading, wire, 'text') ?? '', ...facts };
  const url = optionalText(reading, wire, 'url');
  if (url !== undefined) return { kind: 'file', uri: url, ...facts };
  const raw = optionalText(reading, wire, 'raw');
  if (raw !== undefined) return { kind: 'file', bytes: raw, ...facts };
  if (Object.hasOwn(wire.value, 'file')) return readProtoFile(reading, wire, facts);
  const data = ownMember(wire.value, 'data');
  if (data !== undefined) return { kind: 'data', data: reading.wrappedData === true ? unwrapStruct(data) : data, ...facts };
  fault(reading, wire.path, 'must have text, raw, url or data');
  return { kind: 'data', data: null, ...facts };
}

function readFacts(reading: Reading, wire: ObjectPlace): PartFacts {
  const mimeType = filledText(reading, wire, 'mediaType') ?? filledText(reading, wire, 'mimeType');
  const name = filledText(reading, wire, 'filename');
  const metadata = optionalObject(reading, wire, 'metadata');
  return { ...(mimeType !== undefined && { mimeType }), ...(name !== undefined && { name }), ...(metadata && { metadata }) };
}

/** `file` of the 0.3 protobuf: `fileWithUri` or `fileWithBytes`, type and name inside. 0.3 JSON members are read too. */
function readProtoFile(reading: Reading, wire: ObjectPlace, facts: PartFacts): Part {
  const file = objectAt(reading, at(reading, wire, 'file'));
  const uri = optionalText(reading, file, 'fileWithUri') ?? optionalText(reading, file, 'uri');
  const bytes = optionalText(reading, file, 'fileWithBytes') ?? optionalText(reading, file, 'bytes');
  const inner = readFacts(reading, file);
  const name = inner.name ?? filledText(reading, file, 'name');
  if (uri === undefined && bytes === undefined) fault(reading, file.path, 'must have fileWithUri or fileWithBytes');
  return {
    kind: 'file',
    ...(uri !== undefined && { uri }),
    ...(bytes !== undefined && { bytes }),
    ...facts,
    ...inner,
    ...(name !== undefined && { name }),
  };
}

/** An object with the one key `data` is the wrapping; anything else is data that was never wrapped. */
function unwrapStruct(data: Json): Json {
  if (!isJsonObject(data) || Object.keys(data).join() !== 'data') return data;
  return data['data'] ?? null;
}
