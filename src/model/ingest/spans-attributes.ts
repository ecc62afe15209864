// Attributes of spans, events and resources, in every form in which exporters write them: lists of keys with typed values
// (OTLP, snake case included), lists of keys with values (Jaeger), objects (Zipkin, console exporters).

import { isJsonObject, member, textMember, type Json } from '../base/json.ts';
import { memberStep } from '../log/value-path.ts';

/** Takes one attribute; `path` leads from the holder of the attributes to the value as it stands there. */
export type TakeAttribute = (name: string, value: Json, path: string) => void;

const TYPED = [
  'stringValue',
  'intValue',
  'boolValue',
  'doubleValue',
  'arrayValue',
  'string_value',
  'int_value',
  'bool_value',
  'double_value',
  'array_value',
] as const;

/** Hands over all attributes, lists of texts as lists; what has no value that we could use is passed over. */
export function eachAttribute(attributes: Json | undefined, take: TakeAttribute): void {
  if (Array.isArray(attributes)) {
    const list = attributes as readonly Json[];
    for (let index = 0; index < list.length; index += 1) listed(list[index], index, take);
  } else if (isJsonObject(attributes)) {
    for (const name of Object.keys(attributes)) plain(attributes, name, take);
  }
}

function listed(entry: Json | undefined, index: number, take: TakeAttribute): void {
  const name = textMember(entry, 'key');
  const value = member(entry, 'value');
  if (name === undefined || value === undefined) return;
  if (!isJsonObject(value)) return take(name, value, `/[${index}]/.value`);
  for (const type of TYPED) {
    const typed = Object.hasOwn(value, type) ? value[type] : undefined;
    if (typed === undefined) continue;
    return take(name, isJsonObject(typed) ? elementsOf(typed) : typed, `/[${index}]/.value/.${type}`);
  }
}

function plain(attributes: Json, name: string, take: TakeAttribute): void {
  const value = member(attributes, name);
  if (value !== undefined) take(name, value, `/${memberStep(name)}`);
}

/** The texts and numbers of a typed list. */
function elementsOf(list: Json): readonly Json[] {
  const values = member(list, 'values');
  if (!Array.isArray(values)) return [];
  return (values as readonly Json[]).flatMap((value): readonly Json[] => {
    if (!isJsonObject(value)) return [value];
    const type = TYPED.find((each) => Object.hasOwn(value, each));
    const found = type === undefined ? undefined : value[type];
    return found === undefined || isJsonObject(found) ? [] : [found];
  });
}
