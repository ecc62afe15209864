// The worked example, section by section: the values it shows, and the lines a narrative run prints of them.

import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import { invariant } from '../base/assert.ts';
import { quotedList, quotedText } from '../base/quoted-text.ts';
import { admit } from '../kernel/admission.ts';
import { createDirectory, filtersAgainst } from '../kernel/discovery.ts';
import { advance } from '../kernel/transition-table.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import { answerAdapters, answerCardWire } from './oracle-adapters.ts';
import { asText } from './oracle-handlers.ts';
import { playSteps } from './oracle-scripts.ts';
import { callerFrom, cardFrom, listAt, objectAt, stateFrom, textAt, textsAt, type OracleDocument } from './oracle-shapes.ts';

/** What the sections share: the three cards and the caller at the top of the document. */
interface Cast {
  readonly document: OracleDocument;
  readonly cards: JsonObject;
  readonly caller: CallerContext;
}

/** worked-example.json */
export async function answerWorkedExample(input: JsonObject, whole: Json, document: OracleDocument): Promise<Json> {
  const cast: Cast = {
    document,
    cards: objectAt(whole, 'cards'),
    caller: callerFrom(objectAt(whole, 'caller'), document),
  };
  switch (input['section']) {
    case 1:
      return discovery(input, cast);
    case 2:
      return admission(input, cast);
    case 3:
      return streamedDelegation(input, cast);
    case 4:
      return inputRequired(input, cast);
    case 5:
      return cancellation(input, cast);
    case 6:
      return pushNotifications(input, cast);
    case 7:
      return withLines(protocolAgnosticCore(input, whole), coreLines);
    case 8:
      return withLines(cardOnTheWire(input, whole), wireLines);
    default:
      throw new Error(`the worked example has no section ${JSON.stringify(input['section'])}`);
  }
}

function withLines(answer: JsonObject, lines: (answer: JsonObject) => readonly string[]): Json {
  return { ...answer, lines: lines(answer) };
}

function castCard(name: string, { cards, document }: Cast): AgentCard {
  return cardFrom(cards[name], document);
}

function discovery(input: JsonObject, cast: Cast): Json {
  const { caller } = cast;
  const cards = textsAt(input, 'register').map((name) => castCard(name, cast));
  const directory = createDirectory();
  for (const card of cards) invariant(directory.register(card).ok, 'D.1', `${card.name} is registered twice`);
  const found = (tags: readonly string[]): readonly AgentCard[] => {
    const answer = directory.discover(caller, tags);
    invariant(answer.ok, 'D.2', 'the worked example has known classifications');
    return answer.value;
  };
  const withTag = found(textsAt(input, 'tags'));
  const all = found([]);
  const hidden = cards.filter((card) => !all.includes(card));
  return {
    with_tag: withTag.map((card) => ({
      name: card.name,
      version: card.version,
      skills: card.skills.map((skill) => skill.skillId),
      streaming: card.streaming,
    })),
    without_tag: all.map((card) => card.name),
    not_visible: hidden.map((card) => card.name),
    lines: [
      ...withTag.map(
        (card) =>
          `  ${card.name.padEnd(28)} v${card.version.padEnd(8)} skills=${quotedList(card.skills.map((skill) => skill.skillId))} ` +
          `streaming=${asText(card.streaming)}`,
      ),
      '  not visible to this caller:',
      ...hidden.map((card) => `    ${card.name.padEnd(22)} — ${whyHidden(card, caller)}`),
      `  full visible set (no tag filter): ${quotedList(all.map((card) => card.name))}`,
    ],
  };
}

function whyHidden(card: AgentCard, caller: CallerContext): string {
  const filters = filtersAgainst(caller, card, []);
  invariant(filters.ok, 'D.2', 'the worked example has known classifications');
  return filters.value[0] === 'tenant'
    ? `serves tenant ${card.tenants.map(quotedText).join(', ')} only`
    : `handles up to ${quotedText(card.maxDataClassification)}; our task is ${quotedText(caller.dataClassification)}`;
}

function admission(input: JsonObject, cast: Cast): Json {
  const { caller } = cast;
  const denialsOf = (card: AgentCard, delegationChain = caller.delegationChain) => {
    const decision = admit({ ...caller, delegationChain }, card);
    invariant(decision.ok, 'A.4', 'the worked example has known classifications');
    return decision.value.map(({ code, reason }) => ({ code, reason }));
  };
  const cards = Object.keys(cast.cards).map((name) => ({ name, card: castCard(name, cast) }));
  const sanctions = castCard('sanctions', cast);
  const deep = denialsOf(sanctions, textsAt(input, 'deep_chain'));
  const cyclic = denialsOf(sanctions, textsAt(input, 'cyclic_chain'));
  const codes = (denials: readonly { readonly code: string }[]): string[] => denials.map((denial) => denial.code);
  return {
    ...Object.fromEntries(cards.map(({ name, card }) => [name, denialsOf(card)])),
    deep,
    cyclic,
    lines: [
      ...cards.map(({ card }) => `  ${card.name.padEnd(28)} -> ${codes(denialsOf(card)).join(', ') || 'ALLOW'}`),
      `  ${'chain depth 4'.padEnd(27)} -> ${quotedList(codes(deep))}`,
      `  ${'cycle'.padEnd(27)} -> ${quotedList(codes(cyclic))}`,
    ],
  };
}

async function streamedDelegation(input: JsonObject, { document }: Cast): Promise<Json> {
  const played = await playSteps(input, document);
  const events = listAt(resultOf(played, 0), 'events').filter(isJsonObject);
  return { ...played, lines: events.flatMap(eventLines) };
}

function eventLines(event: JsonObject): readonly string[] {
  const state = textAt(objectAt(event, 'status'), 'state');
  switch (event['type']) {
    case 'status-update':
      return [`  status   ${state.padEnd(16)} final=${asText(event['final'] ?? null)}`];
    case 'artifact-update':
      return [`  artifact ${textAt(objectAt(event, 'artifact'), 'name').padEnd(16)} last_chunk=${asText(event['last_chunk'] ?? null)}`];
    default: {
      const artifacts = listAt(event, 'artifacts').filter(isJsonObject);
      const chain = quotedList(textsAt(event, 'delegation_chain'));
      const parts = artifacts.slice(0, 1).flatMap((artifact) => listAt(artifact, 'parts').filter(isJsonObject));
      return [
        `  task     ${textAt(event, 'task_id')} -> ${state}, ${artifacts.length} artifact(s), chain=${chain}`,
        ...parts.map((part) => `      ${textAt(part, 'kind')}: ${textAt(part, 'text') || asText(part['data'] ?? null)}`),
      ];
    }
  }
}

async function inputRequired(input: JsonObject, { document }: Cast): Promise<Json> {
  const played = await playSteps(input, document);
  const [first, second] = [0, 1].map((step) => objectAt(resultOf(played, step), 'task')) as [JsonObject, JsonObject];
  const said = (task: JsonObject): readonly [string, string] => {
    const status = objectAt(task, 'status');
    const [part] = listAt(objectAt(status, 'message'), 'parts').filter(isJsonObject);
    return [textAt(status, 'state'), part ? textAt(part, 'text') : ''];
  };
  const roles = listAt(second, 'history').map((message) => textAt(message as JsonObject, 'role'));
  return {
    ...played,
    after_first_send: said(first),
    after_reply: said(second),
    history_roles: roles,
    lines: [
      `  after first send : ${said(first)[0]} — ${quotedText(said(first)[1])}`,
      `  after reply      : ${said(second)[0]} — ${quotedText(said(second)[1])}`,
      `  history          : ${quotedList(roles)}`,
    ],
  };
}

async function cancellation(input: JsonObject, { document }: Cast): Promise<Json> {
  const played = await playSteps(input, document);
  const [from, to] = listAt(input, 'advance').map(stateFrom);
  invariant(from && to, 'T.1', 'the section names a move');
  const move = advance(from, to);
  invariant(!move.ok, 'T.1', `${from} -> ${to} is legal`);
  return {
    ...played,
    illegal_move: { type: 'IllegalTaskTransition', message: move.error.reason },
    lines: [
      `  cancelled        : ${textAt(objectAt(objectAt(resultOf(played, 1), 'task'), 'status'), 'state')}`,
      `  cancel again     : ${errorLine(played, 2)}`,
      `  illegal move     : ${move.error.reason}`,
    ],
  };
}

async function pushNotifications(input: JsonObject, { document }: Cast): Promise<Json> {
  const played = await playSteps(input, document);
  const deliveries = listAt(objectAt(played, 'server'), 'pushed')
    .filter(isJsonObject)
    .map((push) => [textAt(push, 'url'), textAt(objectAt(push, 'status'), 'state')] as const);
  return {
    ...played,
    deliveries,
    lines: [
      `  external host    : ${errorLine(played, 1)}`,
      `  no token         : ${errorLine(played, 2)}`,
      `  pushes delivered : [${deliveries.map((pair) => `(${pair.map(quotedText).join(', ')})`).join(', ')}]`,
    ],
  };
}

function resultOf(played: JsonObject, step: number): JsonObject {
  const result = listAt(played, 'results')[step];
  return isJsonObject(result) ? result : {};
}

function errorLine(played: JsonObject, step: number): string {
  const error = objectAt(resultOf(played, step), 'error');
  return `[${textAt(error, 'code')}] ${textAt(error, 'message')}`;
}

function protocolAgnosticCore(input: JsonObject, whole: Json): JsonObject {
  const trip = objectFrom(answerAdapters({ op: 'roundtrip', task: objectAt(input, 'task') }, whole));
  const mapped = (table: string): JsonObject => objectAt(answerAdapters({ op: 'map', table }, whole), 'map');
  const envelope = objectAt(trip, 'envelope');
  return {
    internal: objectAt(trip, 'internal'),
    envelope,
    parts_in_envelope: listAt(objectFrom(listAt(envelope, 'output')[0]), 'parts').length,
    round_trips: trip['identical'] ?? null,
    input_required_is: textAt(mapped('a2a_to_internal'), 'input-required'),
    acp_awaiting_is: textAt(mapped('acp_to_internal'), 'awaiting'),
  };
}

const PLATFORM_METADATA = ['owner', 'tenants', 'max_data_classification'];

function cardOnTheWire(input: JsonObject, whole: Json): JsonObject {
  const wire = objectFrom(answerCardWire(input, whole));
  return { ...wire, absent: PLATFORM_METADATA.filter((key) => !textsAt(wire, 'keys').includes(key)) };
}

function objectFrom(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function coreLines(answer: JsonObject): readonly string[] {
  const internal = objectAt(answer, 'internal');
  const envelope = objectAt(answer, 'envelope');
  return [
    `  internal state   : ${textAt(internal, 'state')}`,
    `  structured       : ${asText(objectAt(internal, 'structured'))}`,
    `  ACP envelope     : run_id=${textAt(envelope, 'run_id')} status=${textAt(envelope, 'status')} ` +
      `parts=${asText(answer['parts_in_envelope'] ?? null)}`,
    `  round-trips      : ${asText(answer['round_trips'] ?? null)}`,
    `  A2A state map    : ${quotedText(textAt(answer, 'input_required_is'))} <- input-required ; ` +
      `ACP 'awaiting' -> ${quotedText(textAt(answer, 'acp_awaiting_is'))}`,
    "  -> the kernel never learns a protocol's vocabulary; adapters translate.",
  ];
}

const SHOWN_KEYS = ['protocolVersion', 'name', 'url', 'version', 'capabilities', 'securitySchemes'];

function wireLines(answer: JsonObject): readonly string[] {
  const json = objectAt(answer, 'json');
  const skills = listAt(json, 'skills').map((skill) => textAt(skill as JsonObject, 'id'));
  return [
    ...SHOWN_KEYS.map((key) => `  ${key.padEnd(18)} ${asText(json[key] ?? null)}`),
    `  ${'skills'.padEnd(18)} ${quotedList(skills)}`,
    '  note: tenants, owner and max_data_classification are PLATFORM metadata',
    '        and are deliberately absent from the published card.',
  ];
}
