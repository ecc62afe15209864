// Chains: on whose behalf, how deep, and how do we know? Stories on the left, the chosen one drawn and told as text.

import './chain.css';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { Chain, ChainHop, ChainNode } from '../../model/projections/chains.ts';
import { countOf, shortId } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { logTime } from '../log-time.ts';
import { NumberField, Segment } from '../pieces/controls.tsx';
import { KeyValue, type KeyValueEntry } from '../pieces/KeyValue.tsx';
import { SeverityMark } from '../pieces/Mark.tsx';
import { EmptyState, FailedState, Pane, PaneHead, PaneNote, Skeleton } from '../pieces/Pane.tsx';
import { useAnswer } from '../queries.ts';
import { ChainGraph, type ChainPick, hopId } from './chain-graph.tsx';
import { MOST_NODES } from './chain-layout.ts';
import { chainMermaid } from './chain-mermaid.ts';
import { ChainVerdict } from './chain-verdict.tsx';
import { EpisodePolicy } from './episode-policy.tsx';

type Order = 'worst' | 'time';
/** From a chain this long on, admission refuses. */
const ADMISSION_LIMIT = 4;
const MOST_STORIES = 200;

/** The panel. It keeps the chosen story by its id, so that moving the cursor does not change it. */
export function ChainsPanel() {
  const cursor = useInspector((state) => state.cursor);
  const selectTask = useInspector((state) => state.selectTask);
  const limits = useDepthLimit();
  const { limit } = limits;
  const [order, setOrder] = useState<Order>('worst');
  const [chosen, setChosen] = useState<string>();
  const [picked, setPicked] = useState<ChainPick>();
  const timeText = useTimeText();
  const { data, error } = useAnswer('chains', { cursor, limit });
  if (error) return <FailedState what={`Chains could not be drawn: ${error.message}`} />;
  if (data === undefined) return <Skeleton />;
  const chains = order === 'worst' ? data.chains.toSorted((a, b) => badness(b, limit) - badness(a, limit)) : data.chains;
  const chain = chains.find(({ id }) => id === chosen) ?? chains[0];
  const pick = (next: ChainPick) => {
    setPicked(next);
    const node = next.kind === 'node' ? chain?.nodes.find(({ id }) => id === next.id) : undefined;
    if (node?.taskId !== undefined) selectTask(node.taskId);
  };
  return (
    <div className="split chains-split">
      <Pane label="Chains" className="chains-side">
        <PaneHead title="Chains" facts={countOf(chains.length, 'story', 'stories')}>
          <Segment
            label="Order of chains"
            value={order}
            onChange={setOrder}
            options={[
              { value: 'worst', label: 'worst first' },
              { value: 'time', label: 'time' },
            ]}
          />
        </PaneHead>
        <div className="scroll">
          <StoryList chains={chains} limit={limit} shown={chain?.id} timeText={timeText} onChoose={setChosen} />
          <div className="chain-notes">
            {chain === undefined ? null : <Picked chain={chain} picked={picked} />}
            {chain === undefined ? null : <ChainText chain={chain} />}
            <Unknown sentences={data.unknown} />
          </div>
        </div>
      </Pane>
      <Pane label="Chain picture">
        <PaneHead
          title={chain === undefined ? 'Chain' : `Chain of ${chain.title}`}
          facts={chain === undefined ? undefined : factsOf(chain)}
        >
          <EpisodePolicy />
          <NumberField
            label="Depth limit"
            value={limit}
            min={1}
            max={20}
            changed={limit !== limits.standard}
            onReset={() => limits.move(undefined)}
            onChange={limits.move}
          />
        </PaneHead>
        <div className="scroll chain-scroll" tabIndex={0} role="region" aria-label="Chain picture, scrollable">
          {chain === undefined ? (
            <EmptyState>No agent has been asked for anything up to the cursor. Step on, or choose a later event.</EmptyState>
          ) : (
            <ChainGraph chain={chain} limit={limit} picked={picked} timeText={timeText} onPick={pick} />
          )}
        </div>
        <Legend limit={limit} of={limits.of} leftOut={(chain?.nodes.length ?? 0) - MOST_NODES} />
      </Pane>
    </div>
  );
}

/** The limit that is drawn: admission's for an episode, whose kernel refuses; the audit's for a trace, where it only warns. */
function useDepthLimit() {
  const { data: summary } = useAnswer('summary', {});
  const audited = useInspector((state) => state.limits.depth);
  const [moved, move] = useState<number>();
  const of: 'admission' | 'audit' = summary === undefined || summary.hasKernelRows ? 'admission' : 'audit';
  const standard = of === 'audit' ? (audited ?? summary?.settings.depth ?? ADMISSION_LIMIT) : ADMISSION_LIMIT;
  return { limit: moved ?? standard, standard, move, of };
}

type TimeText = (time: number) => string;

/** Times as the log has them; virtual seconds carry their unit, because no column head names it here. */
function useTimeText(): TimeText {
  const { data: summary } = useAnswer('summary', {});
  const times = logTime(summary);
  return (time) => (times.unit === 'virtual' ? `${times.text(time)} s` : times.text(time));
}

const isRefused = (chain: Chain) => chain.hops.some((hop) => hop.refused);

/** Cycles, then depth past the limit, then refusals, then claims; the rest by depth. */
function badness(chain: Chain, limit: number): number {
  const cycle = chain.nodes.some((node) => node.cycle) ? 1000 : 0;
  const deep = chain.depth > limit ? 500 : 0;
  const refused = isRefused(chain) ? 250 : 0;
  const claimed = chain.hops.some((hop) => hop.standing === 'claimed') ? 100 : 0;
  return cycle + deep + refused + claimed + Math.min(chain.depth, 99);
}

function factsOf(chain: Chain): string {
  const working = new Set(chain.nodes.filter((node) => node.taskId !== undefined).map((node) => node.agent));
  const named = new Set(chain.nodes.map((node) => node.agent).filter((agent) => !working.has(agent)));
  const seen = `${countOf(working.size, 'agent')} at work and ${named.size} named`;
  return `${countOf(chain.hops.length, 'hop')}, ${seen}, depth ${chain.depth}`;
}

function StoryList(props: {
  chains: readonly Chain[];
  limit: number;
  shown: string | undefined;
  timeText: TimeText;
  onChoose: (id: string) => void;
}) {
  return (
    <ul className="story-list" aria-label="Stories">
      {props.chains.slice(0, MOST_STORIES).map((chain) => (
        <li key={chain.id}>
          <button
            type="button"
            className={chain.id === props.shown ? 'story sel' : 'story'}
            aria-current={chain.id === props.shown}
            onClick={() => props.onChoose(chain.id)}
          >
            <span className="row">
              <span className="md tr grow">{chain.title}</span>
              <StoryTime chain={chain} timeText={props.timeText} />
            </span>
            <span className="row">
              <span className={chain.contextId === undefined ? 'i2 tr' : 'm i2 tr'} title={chain.contextId}>
                {chain.contextId === undefined ? 'context not stated' : shortId(chain.contextId)}
              </span>
              <span className="i2 nw">depth {chain.depth}</span>
              <span className="grow" />
              <StoryMarks chain={chain} limit={props.limit} />
            </span>
          </button>
        </li>
      ))}
      {props.chains.length > MOST_STORIES ? (
        <li className="note">{countOf(props.chains.length - MOST_STORIES, 'more story', 'more stories')} in this order</li>
      ) : null}
    </ul>
  );
}

function StoryTime({ chain, timeText }: { chain: Chain; timeText: TimeText }) {
  const time = chain.nodes.find((node) => node.time !== undefined)?.time;
  return time === undefined ? null : <span className="m i2">{timeText(time)}</span>;
}

function StoryMarks({ chain, limit }: { chain: Chain; limit: number }) {
  const words = [
    chain.nodes.some((node) => node.cycle) ? 'cycle' : undefined,
    chain.depth > limit ? `depth ${chain.depth}` : undefined,
    isRefused(chain) ? 'refused' : undefined,
  ].filter((word) => word !== undefined);
  if (words.length > 0) return <SeverityMark severity="error">{words.join(', ')}</SeverityMark>;
  return chain.hops.some((hop) => hop.standing === 'claimed') ? <SeverityMark severity="warning">unverified</SeverityMark> : null;
}

function Picked({ chain, picked }: { chain: Chain; picked: ChainPick | undefined }) {
  const seek = useInspector((state) => state.selectRow);
  const hop = picked?.kind === 'hop' ? chain.hops.find((each) => hopId(each) === picked.id) : undefined;
  const node = picked?.kind === 'node' ? chain.nodes.find(({ id }) => id === picked.id) : undefined;
  if (hop === undefined && node === undefined) return null;
  const seq = hop?.seq ?? node?.seq;
  return (
    <section className="chain-section" aria-label={hop === undefined ? 'Chosen agent' : 'Chosen hop'}>
      <h3 className="sub">{hop === undefined ? 'Chosen agent' : 'Chosen hop'}</h3>
      <KeyValue entries={hop === undefined ? nodeEntries(node) : hopEntries(hop, chain)} />
      {hop?.seq === undefined ? null : <ChainVerdict seq={hop.seq} to={chain.nodes.find(({ id }) => id === hop.to)} />}
      {seq === undefined ? null : (
        <button type="button" className="btn small" onClick={() => seek(seq)}>
          Go to #{seq}
        </button>
      )}
    </section>
  );
}

const STANDING_WORDS = {
  declared: 'declared: recorded by the server or a tracer, or both ends named by cards',
  inferred: 'inferred: from nesting, ids, or the names of hosts and programs',
  claimed: 'claimed: one side says so, nothing verifies it',
} as const;

function hopEntries(hop: ChainHop, chain: Chain): readonly KeyValueEntry[] {
  const nameOf = (id: string) => chain.nodes.find((node) => node.id === id)?.agent;
  return [
    { name: 'From', value: nameOf(hop.from) },
    { name: 'To', value: nameOf(hop.to) },
    { name: 'Standing', value: STANDING_WORDS[hop.standing] },
    { name: hop.refused ? 'Refused' : 'Known from', value: hop.evidence },
    { name: 'Channel', value: hop.channel },
  ];
}

function nodeEntries(node: ChainNode | undefined): readonly KeyValueEntry[] {
  return [
    { name: 'Agent', value: node?.agent },
    { name: 'Task', value: node?.taskId, mono: true },
    { name: 'Context', value: node?.contextId, mono: true },
    { name: 'Depth', value: String(node?.depth ?? 0) },
    { name: 'Acts for', value: node?.userId },
    { name: 'Tenant', value: node?.tenant },
    { name: 'Data class', value: node?.classification },
  ];
}

function ChainText({ chain }: { chain: Chain }) {
  const [copied, setCopied] = useState<string>();
  const copy = (what: string, text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(`${what} copied`),
      () => setCopied('The browser refused the clipboard. Select the text and copy it by hand.'),
    );
  };
  return (
    <section className="chain-section" aria-label="This chain, as text">
      <h3 className="sub">This chain, as text</h3>
      <pre className="m chain-text" tabIndex={0} aria-label="Chain as text">
        {chain.text}
      </pre>
      <div className="row chain-copy">
        <button type="button" className="btn" onClick={() => copy('Text', chain.text)}>
          <Copy size={14} strokeWidth={1.5} aria-hidden /> Copy as text
        </button>
        <button type="button" className="btn" onClick={() => copy('Mermaid', chainMermaid(chain))}>
          Copy as Mermaid
        </button>
      </div>
      <p className="i2" role="status">
        {copied}
      </p>
    </section>
  );
}

function Unknown({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <section className="chain-section" aria-label="What this panel cannot know">
      <h3 className="sub">What this panel cannot know</h3>
      {sentences.map((sentence) => (
        <p key={sentence} className="i2">
          {sentence}
        </p>
      ))}
    </section>
  );
}

function Legend({ limit, of, leftOut }: { limit: number; of: 'admission' | 'audit'; leftOut: number }) {
  return (
    <PaneNote>
      <span className="legend legend-declared">declared: recorded, traced, or both ends named</span>
      <span className="legend legend-inferred">inferred: nesting, ids, hosts</span>
      <span className="legend legend-claimed">claimed: one side says so</span>
      <span>{of === 'admission' ? `Admission refuses from a chain of ${limit} on.` : `The audit warns past ${limit} hops.`}</span>
      {leftOut > 0 ? <span>{`${leftOut} more agents are in the text version only.`}</span> : null}
    </PaneNote>
  );
}
