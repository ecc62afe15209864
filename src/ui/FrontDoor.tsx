// The front door: paste, open, try one, learn. Everything it says that it reads, it reads.

import './front-door.css';
import { useQuery } from '@tanstack/react-query';
import { Clipboard, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { CHANNELS } from '../model/log/row-kind.ts';
import { TASK_STATES } from '../model/protocol/task.ts';
import { PANELS } from './commands.ts';
import { formatBytes } from './format.ts';
import { PLAYS_BY_ITSELF, useInspector } from './inspector-store.ts';
import { LessonList } from './LessonList.tsx';
import { LESSONS, loadSamples, usePage } from './page.ts';
import { Segment } from './pieces/controls.tsx';
import { ChannelMark, TaskStateMark } from './pieces/Mark.tsx';
import { useMedia } from './pieces/media.ts';
import { FailedState, Pane, PaneHead, Skeleton } from './pieces/Pane.tsx';

const READS = [
  ['JSON, JSON lines', 'tasks, messages, cards, JSON-RPC, events'],
  ['Event streams', 'raw data: lines, with or without headers'],
  ['HAR, curl -v', 'whole exchanges, bodies in base64 too'],
  ['OTLP, Jaeger', 'spans become hops; no states are invented'],
  ['Pod and cloud logs', 'prefixes, split lines and colour codes come off'],
  ['gzip of any of these', 'unpacked here, up to a bound that is told'],
  ['Saved by this page', 'opens with its rows in the same order'],
] as const;

const EXAMPLE = [
  'Paste here, or press Ctrl V anywhere on the page.',
  '',
  '{"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"t-77…',
  '',
  'data: {"kind":"status-update","taskId":"t-77aa","final":t…',
  '',
  '2026-11-29T02:14:12.120Z stdout F {"direction":"event","c…',
  '',
  '> POST /a2a/jsonrpc HTTP/1.1',
  '',
  'Cut, mixed or behind log prefixes is fine.',
].join('\n');

export function FrontDoor() {
  const narrow = useMedia('(max-width: 899px)');
  const [part, setPart] = useState<'samples' | 'lessons' | 'marks'>('lessons');
  return (
    <main className="front" aria-label="Front door">
      <div className="front-columns">
        <OpenEvidence />
        {narrow ? (
          <div className="front-part">
            <Segment
              label="Show"
              value={part}
              options={[
                { value: 'lessons', label: `Lessons ${LESSONS.length}` },
                { value: 'samples', label: 'Try one' },
                { value: 'marks', label: 'Marks' },
              ]}
              onChange={setPart}
            />
          </div>
        ) : null}
        {!narrow || part === 'samples' ? <Samples /> : null}
        {!narrow || part === 'lessons' ? <LessonList /> : null}
      </div>
      {!narrow || part === 'marks' ? <Marks /> : null}
    </main>
  );
}

function OpenEvidence() {
  const page = usePage();
  const logs = useInspector((state) => state.logs);
  const [typed, setTyped] = useState('');
  return (
    <Pane label="Open evidence" className="front-open">
      <div className="front-title">
        <h1>
          See who handed work to whom, <br />
          and whether they did it right.
        </h1>
        <p className="i2">Reads Agent2Agent 0.1 to 1.0 and the Agent Communication Protocol. Paste what the incident left behind.</p>
      </div>
      <textarea
        className="paste m"
        aria-label="Paste a trace"
        placeholder={EXAMPLE}
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text');
          if (text.trim() === '' || typed.trim() !== '') return;
          event.preventDefault();
          void page.openText(text, 'pasted text');
        }}
      />
      <div className="row front-actions">
        {typed.trim() === '' ? (
          <button type="button" className="btn primary" onClick={() => document.querySelector<HTMLInputElement>('#open-file')?.click()}>
            <FolderOpen size={16} strokeWidth={1.5} aria-hidden /> Open file…
          </button>
        ) : (
          <button type="button" className="btn primary" onClick={() => void page.openText(typed, 'pasted text')}>
            Read this text
          </button>
        )}
        <button type="button" className="btn" onClick={() => void page.pasteFromClipboard()}>
          <Clipboard size={16} strokeWidth={1.5} aria-hidden /> Paste
        </button>
        <span className="grow" />
        <kbd className="wide">Ctrl O</kbd>
      </div>
      <p className="i2 front-hint">Or drop files anywhere. Each opens as a log of its own, with a switch between them.</p>
      <p className="front-hint">
        <span className="i2">Without a log, live agents play in</span>{' '}
        {PANELS.filter(({ id }) => PLAYS_BY_ITSELF.has(id)).map(({ id, title }) => (
          <button key={id} type="button" className="link" onClick={() => useInspector.getState().openPanel(id)}>
            {title}
          </button>
        ))}
      </p>
      {logs.length > 0 ? (
        <p className="front-hint">
          Still open:{' '}
          {logs.map((log) => (
            <button key={log.id} type="button" className="link" onClick={() => useInspector.getState().showLog(log.id)}>
              {log.name}
            </button>
          ))}
        </p>
      ) : null}
      <dl className="reads" aria-label="What it reads">
        {READS.map(([what, how]) => (
          <div key={what}>
            <dt className="md">{what}</dt>
            <dd className="i2">{how}</dd>
          </div>
        ))}
      </dl>
    </Pane>
  );
}

function Samples() {
  const page = usePage();
  const samples = useQuery({ queryKey: ['samples'], queryFn: loadSamples });
  const open = (file: string) => {
    const sample = samples.data?.find((each) => each.file === file);
    if (sample)
      page
        .openSample(sample)
        .catch((error: unknown) =>
          useInspector
            .getState()
            .setNotice({ kind: 'error', text: 'The sample did not open.', detail: error instanceof Error ? error.message : String(error) }),
        );
  };
  return (
    <Pane label="Samples">
      <PaneHead title="Try one" facts="recorded between official clients and servers" />
      <div className="scroll">
        {samples.error ? (
          <FailedState what={samples.error.message} action={{ label: 'Try again', run: () => void samples.refetch() }} />
        ) : null}
        {samples.isLoading ? <Skeleton rows={8} /> : null}
        <ul>
          {samples.data?.map((sample) => (
            <li key={sample.file}>
              <button type="button" className="front-item" onClick={() => open(sample.file)}>
                <span className="grow">
                  <b className="md tr">{sample.title}</b>
                  <span className="i2 tr">{sample.note}</span>
                </span>
                <span className="front-facts">
                  <span className="m i2 nw">{sample.format}</span>
                  <span className="m i3 nw">{formatBytes(sample.size)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Pane>
  );
}

const CHANNEL_NOTES: Readonly<Partial<Record<(typeof CHANNELS)[number], string>>> = {
  send: 'a request',
  stream: 'order and steps',
  poll: 'samples only',
  push: 'content, no order',
  card: 'a promise',
  kernel: 'this page decided',
};

/** How to read the marks: the same in every panel. */
export function Marks() {
  return (
    <section className="marks" aria-label="How to read the marks">
      <div>
        <h3>Task state. Hollow may still change, solid is final</h3>
        <div className="marks-states">
          {TASK_STATES.map((state) => (
            <TaskStateMark key={state} state={state} />
          ))}
        </div>
      </div>
      <div>
        <h3>Channel. What may be concluded depends on it</h3>
        <div className="marks-channels">
          {CHANNELS.filter((channel) => CHANNEL_NOTES[channel] !== undefined).map((channel) => (
            <span key={channel} className="row">
              <ChannelMark channel={channel} /> <span className="i2">{CHANNEL_NOTES[channel]}</span>
            </span>
          ))}
        </div>
      </div>
      <div>
        <h3>Line. Where a value comes from</h3>
        <div className="marks-lines">
          <span className="row">
            <i className="line-received" /> received <span className="i2">on the wire</span>
          </span>
          <span className="row">
            <i className="line-inferred" /> inferred <span className="i2">from other evidence</span>
          </span>
          <span className="row">
            <i className="line-synthesised" /> synthesised <span className="i2">made by a default</span>
          </span>
        </div>
      </div>
    </section>
  );
}
