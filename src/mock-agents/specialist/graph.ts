// The specialist's way of working, as a state graph: each node takes its time, does one thing to the task and says what came of it;
// edges decide what is next. Asking for input ends a graph run, and the answer begins another: the graph cannot be paused here.

import { Annotation, END, START, StateGraph } from '@langchain/langgraph/web';
import type { Specialist } from '../experiment.ts';
import type { Order } from './order.ts';
import type { Desk, Piece } from './desk.ts';
import { statisticsOf } from './statistics.ts';
import { tableOf } from './table.ts';

const WorkState = Annotation.Root({
  /** Undefined where the order cannot be worked on. */
  order: Annotation<Order | undefined>,
  refusal: Annotation<string | undefined>,
  /** Whether what was asked has been answered. */
  isAnswered: Annotation<boolean>,
  result: Annotation<Piece | undefined>,
});
type Work = typeof WorkState.State;

/** What a run of the graph begins with. */
export type Beginning = Pick<Work, 'order' | 'refusal' | 'isAnswered'>;

const OUT_OF_SCOPE = 'Out of scope for this agent.';
const QUESTION = 'All of the figures, or without the extremes?';
const UPSTREAM_GONE = 'Upstream list unavailable.';
const FIRST_HALF: Piece = { id: 'art-p', name: 'first half', text: 'first half', data: { rows: 10, complete: false }, isWhole: false };

/** What a run is given: where its nodes do what they do. */
const RunContext = Annotation.Root({ desk: Annotation<Desk> });
type Node = (work: Work, run: { readonly context?: typeof RunContext.State }) => Promise<Partial<Work>>;

/** The graph of a specialist of this conduct, to be run once for each turn of a task. */
export function compileWork({ behave, asksFirst }: Specialist) {
  const afterStart = ({ order }: Work): 'begin' | 'decline' => (order === undefined || behave === 'reject' ? 'decline' : 'begin');
  const afterBegin = ({ order, isAnswered }: Work): 'ask' | 'part' | 'measure' | 'tabulate' => {
    if (asksFirst && !isAnswered) return 'ask';
    if (behave === 'fail_midway') return 'part';
    return order?.skill === 'statistics' ? 'measure' : 'tabulate';
  };
  return new StateGraph(WorkState, RunContext)
    .addNode(
      'decline',
      acting((desk, { refusal }) => desk.status('rejected', refusal ?? OUT_OF_SCOPE)),
    )
    .addNode(
      'begin',
      acting((desk) => desk.status('working')),
    )
    .addNode(
      'ask',
      acting((desk) => desk.status('input-required', QUESTION)),
    )
    .addNode('measure', ({ order }) => ({ result: measured(order) }))
    .addNode('tabulate', ({ order }) => ({ result: tabulated(order) }))
    .addNode(
      'deliver',
      acting((desk, { result }) => (result ? desk.deliver(result) : Promise.resolve())),
    )
    .addNode(
      'finish',
      acting((desk) => desk.status('completed')),
    )
    .addNode(
      'part',
      acting((desk) => desk.deliver(FIRST_HALF)),
    )
    .addNode(
      'give_up',
      acting((desk) => desk.status('failed', UPSTREAM_GONE)),
    )
    .addConditionalEdges(START, afterStart, ['begin', 'decline'])
    .addConditionalEdges('begin', afterBegin, ['ask', 'part', 'measure', 'tabulate'])
    .addEdge('measure', 'deliver')
    .addEdge('tabulate', 'deliver')
    .addEdge('deliver', 'finish')
    .addEdge('part', 'give_up')
    .addEdge('decline', END)
    .addEdge('ask', END)
    .addEdge('finish', END)
    .addEdge('give_up', END)
    .compile();
}

/** A node that does something to the task, and adds nothing to the state of the work. */
function acting(act: (desk: Desk, work: Work) => Promise<void>): Node {
  return async (work, { context }) => {
    if (!context) throw new Error('a run of the graph without a desk');
    await act(context.desk, work);
    return {};
  };
}

function measured(order: Order | undefined): Piece | undefined {
  if (order?.skill !== 'statistics') return undefined;
  return { id: 'art-1', name: 'statistics', data: statisticsOf(order.values), isWhole: true };
}

function tabulated(order: Order | undefined): Piece | undefined {
  if (order?.skill !== 'format_table') return undefined;
  return { id: 'art-1', name: 'table', text: tableOf(order.metrics), isWhole: true };
}
