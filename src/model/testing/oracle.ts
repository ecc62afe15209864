// What our kernel answers to a golden vector, in the vector's own shape. The golden tests are a loop over this function,
// and so can anybody's be. Vectors pin reference semantics, weaknesses included.

import { isJsonObject, type Json } from '../base/json.ts';
import { answerAdapters, answerCardWire } from './oracle-adapters.ts';
import { answerOutcomes } from './oracle-outcomes.ts';
import { answerPush, answerStreams } from './oracle-scripts.ts';
import { oracleDocument } from './oracle-shapes.ts';
import { answerAdmission, answerDiscovery, answerLifecycle, answerParts } from './oracle-tables.ts';
import { answerWatch } from './oracle-watch.ts';
import { answerWorkedExample } from './oracle-worked-example.ts';

/**
 * Maps one case of a vector file to what the kernel answers.
 * @param file name of the file without `.json`
 * @param input the case's `input`
 * @param document the parsed file, whose top level may hold handlers, cards, caller and defaults
 * @returns the answer in the shape of the case's `expected`
 * @throws for a file that is not answered here and for an input that is no input of its file
 */
export async function answer(file: string, input: Json, document: Json): Promise<Json> {
  if (!isJsonObject(input)) throw new Error(`${file}: the input of a case is an object`);
  const given = oracleDocument(document);
  switch (file) {
    case 'lifecycle':
      return answerLifecycle(input);
    case 'discovery':
      return answerDiscovery(input, given);
    case 'admission':
      return answerAdmission(input, given);
    case 'parts':
      return answerParts(input);
    case 'streams':
      return answerStreams(input, given);
    case 'push':
      return answerPush(input, given);
    case 'adapters':
      return answerAdapters(input, document);
    case 'card-wire':
      return answerCardWire(input, document);
    case 'outcomes':
      return answerOutcomes(input);
    case 'watch':
      return answerWatch(input);
    case 'worked-example':
      return answerWorkedExample(input, document, given);
    default:
      throw new Error(`no answers for ${file}.json`);
  }
}
