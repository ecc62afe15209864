// What our kernel would have said to the delegations of a trace: each with its verdict, its checks and the rows that show it; what
// is missing as knobs; and those that no card is known for, counted.

import './admission-delegations.css';
import { useState } from 'react';
import type { CheckVerdict, HopVerdict, KernelVerdictsAnswer, VerdictKind } from '../../model/projections/kernel-verdicts.ts';
import { cardsOf, useBeside, useBesideCards } from '../beside-cards.ts';
import { countOf, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Segment } from '../pieces/controls.tsx';
import { Glyph, type GlyphName } from '../pieces/Glyph.tsx';
import { EmptyState, FailedState, Skeleton } from '../pieces/Pane.tsx';
import { useAnswer, useEngine } from '../queries.ts';
import { FactKnobs } from './admission-facts.tsx';

export function Delegations() {
  const cursor = useInspector((state) => state.cursor);
  const whatIf = useInspector((state) => state.whatIf);
  const beside = useBesideCards();
  const [show, setShow] = useState<VerdictKind | 'all'>('all');
  const { data, error } = useAnswer('kernelVerdicts', { cursor, whatIf, ...beside, ...(show === 'all' ? {} : { show }) });
  if (error) return <FailedState what={`The delegations could not be judged: ${error.message}`} />;
  if (data === undefined) return <Skeleton />;
  if (data.recorded) return null;
  return (
    <section className="kv" aria-label="Delegations in this trace">
      <p className="da-aside">
        A note, not a finding: nobody asked our kernel. Policy {data.policy}, chains of {data.maxDepth} or more are refused.
      </p>
      {data.total === 0 ? <NoHops /> : null}
      {data.looked > data.withoutCardHops ? (
        <>
          <div className="kv-show">
            <Segment label="Verdicts shown" value={show} onChange={setShow} options={choices(data)} />
          </div>
          <FactKnobs facts={data.facts} total={data.factsTotal} />
          <HopTable answer={data} />
        </>
      ) : null}
      <WithoutCards answer={data} />
      {data.total > data.looked ? (
        <p className="da-aside">
          The first {formatCount(data.looked)} of {formatCount(data.total)} delegations are judged.
        </p>
      ) : null}
    </section>
  );
}

function NoHops() {
  return <EmptyState>This log shows no delegation up to the cursor: nobody is seen to ask anybody.</EmptyState>;
}

const KINDS: readonly VerdictKind[] = ['refused', 'open', 'allowed', 'unreadable'];
const VERDICT_WORDS: Readonly<Record<VerdictKind, string>> = {
  refused: 'refused',
  open: 'cannot be said',
  allowed: 'admitted',
  unreadable: 'no answer',
};
const MARKS: Readonly<Record<VerdictKind, GlyphName & ('rejected' | 'unknown' | 'completed' | 'failed')>> = {
  refused: 'rejected',
  open: 'unknown',
  allowed: 'completed',
  unreadable: 'failed',
};

function choices({ counts }: KernelVerdictsAnswer) {
  const kinds = KINDS.filter((kind) => kind !== 'unreadable' || counts[kind] > 0);
  const all = kinds.reduce((total, kind) => total + counts[kind], 0);
  return [
    { value: 'all' as const, label: `all ${formatCount(all)}` },
    ...kinds.map((kind) => ({ value: kind, label: `${VERDICT_WORDS[kind]} ${formatCount(counts[kind])}` })),
  ];
}

export function VerdictMark({ kind }: { kind: VerdictKind }) {
  return (
    <span className={`st st-${MARKS[kind]}`}>
      <Glyph name={MARKS[kind]} /> {VERDICT_WORDS[kind]}
    </span>
  );
}

function HopTable({ answer }: { answer: KernelVerdictsAnswer }) {
  if (answer.hops.length === 0) return <p className="da-aside">None of the delegations is of this kind.</p>;
  return (
    <>
      <table className="grid da-decisions kv-hops" aria-label="What the kernel would have said">
        <thead>
          <tr>
            <th scope="col">event</th>
            <th scope="col">delegation</th>
            <th scope="col">our kernel</th>
            <th scope="col">checks</th>
          </tr>
        </thead>
        <tbody>
          {answer.hops.map((hop) => (
            <HopRow key={`${hop.seq} ${hop.from ?? ''} ${hop.toTask ?? hop.to ?? ''}`} hop={hop} />
          ))}
        </tbody>
      </table>
      {answer.hopsTotal > answer.hops.length ? (
        <p className="da-aside">
          The first {formatCount(answer.hops.length)} of {formatCount(answer.hopsTotal)} are listed.
        </p>
      ) : null}
    </>
  );
}

function HopRow({ hop }: { hop: HopVerdict }) {
  const selected = useInspector((state) => state.selectedSeq === hop.seq);
  return (
    <tr className={selected ? 'sel' : undefined}>
      <th scope="row">
        {hop.evidenceSeqs.map((seq) => (
          <SeqLink key={seq} seq={seq} />
        ))}
      </th>
      <td>
        {hop.from ?? <span className="i3">a caller that is not named</span>} <span className="i3">to</span> <b>{hop.card}</b>
        <Way hop={hop} />
        {hop.matched === 'name' ? null : (
          <span className="kv-line i2">
            {hop.to ?? 'not named'} is taken for {hop.card} by its {hop.matched}
          </span>
        )}
        {hop.cardFrom === undefined ? null : <span className="kv-line i2">card from {hop.cardFrom}</span>}
      </td>
      <td>
        <VerdictMark kind={hop.kind} />
        <span className="kv-line">{hop.sentence}</span>
        <DiscoveryLine hop={hop} />
      </td>
      <td>
        <ul className="kv-checks">
          {hop.checks.map((check) => (
            <CheckLine key={check.check} check={check} />
          ))}
        </ul>
      </td>
    </tr>
  );
}

function SeqLink({ seq }: { seq: number }) {
  return (
    <button type="button" className="link m" onClick={() => useInspector.getState().selectRow(seq)}>
      #{seq}
    </button>
  );
}

function Way({ hop }: { hop: HopVerdict }) {
  const names = [...(hop.above ?? []), ...hop.chain.map(({ agent }) => agent ?? 'not named')];
  const above = hop.above === undefined ? 'nobody is seen above' : names.length === 0 ? 'nobody stands above' : undefined;
  const parts = [names.length === 0 ? undefined : `for ${names.join(' › ')}`, above, `hop ${hop.evidence}`];
  return (
    <span className="kv-line i2" title={hop.because}>
      {parts.filter((part) => part !== undefined).join('; ')}
    </span>
  );
}

const CHECK_MARKS: Readonly<Record<CheckVerdict['kind'], { readonly glyph: GlyphName; readonly word: string }>> = {
  passes: { glyph: 'check', word: 'passes' },
  denied: { glyph: 'cross', word: 'denied' },
  open: { glyph: 'unknown', word: 'cannot be said' },
  unreadable: { glyph: 'failed', word: 'no answer' },
};

function CheckLine({ check }: { check: CheckVerdict }) {
  const { glyph, word } = CHECK_MARKS[check.kind];
  return (
    <li className={`kv-check ${check.kind}`} title={check.title}>
      <Glyph name={glyph} label={word} /> <span>{check.check}</span>{' '}
      {check.kind === 'denied' ? <span className="m sev-error">{check.code}</span> : null}
      {check.kind === 'passes' ? (
        <span className="i2">{check.read ?? `whatever the ${(check.whatever ?? []).map(shortField).join(', ')}`}</span>
      ) : null}
      {check.kind === 'open' ? <span className="i2">needs {check.missing.map(shortField).join(', ')}</span> : null}
      {check.supposed.length > 0 ? <span className="kv-yours">by your {check.supposed.map(shortField).join(', ')}</span> : null}
    </li>
  );
}

const FIELD_WORDS: Partial<Record<CheckVerdict['supposed'][number], string>> = {
  'caller.agentId': 'caller',
  'caller.tenant': 'tenant',
  'caller.dataClassification': 'data class',
  'caller.delegationChain': 'chain',
  'card.tenants': 'tenants served',
  'card.maxDataClassification': 'data handled',
  'card.securitySchemes': 'schemes',
  'card.schemeTypes': 'scheme types',
  maxDepth: 'limit',
};
const shortField = (field: CheckVerdict['supposed'][number]): string => FIELD_WORDS[field] ?? field;

function DiscoveryLine({ hop }: { hop: HopVerdict }) {
  const { discovery } = hop;
  if (discovery === undefined || discovery.kind === 'not-asked') return null;
  const { looked } = discovery;
  const asked = `${looked.tags.join(', ')} (${looked.by === 'person' ? 'your tags' : `skill ${looked.skill ?? ''} that the message names`})`;
  switch (discovery.kind) {
    case 'hidden':
      return (
        <span className="kv-line i2">
          discovery would not have shown it: {discovery.filter} filter, for {asked}
        </span>
      );
    case 'unreadable':
      return <span className="kv-line i2">discovery would have had no answer: {discovery.why}</span>;
    case 'ranked': {
      const { place, placeAtMost, of, certain } = discovery;
      const where = place === placeAtMost ? `place ${place}` : `a place from ${place} to ${placeAtMost}`;
      return (
        <span className="kv-line i2">
          discovery: {certain ? where : `${where}, if it is shown,`} of {of} for {asked}
        </span>
      );
    }
  }
}

function WithoutCards({ answer }: { answer: KernelVerdictsAnswer }) {
  const { withoutCard, withoutCardHops } = answer;
  return (
    <>
      {withoutCardHops > 0 ? (
        <>
          <h3 className="da-group">{countOf(withoutCardHops, 'delegation')} not judged: the card is not known</h3>
          <ul className="kv-without" aria-label="Delegations without a card">
            {withoutCard.map((each) => (
              <li key={each.agent ?? ''}>
                <SeqLink seq={each.firstSeq} /> <span>{each.why}</span>
                {each.hops > 1 ? <span className="i2"> ({formatCount(each.hops)} times)</span> : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <Beside used={answer.besideUsed} />
    </>
  );
}

/** Cards of the other open logs, laid beside this one or put away again. */
function Beside({ used }: { used: number }) {
  const engine = useEngine();
  const log = useInspector((state) => state.log);
  const logs = useInspector((state) => state.logs);
  const { cards = [] } = useBesideCards();
  const [failed, setFailed] = useState<string>();
  const others = logs.filter(({ id }) => id !== log);
  if (log === undefined || (others.length === 0 && cards.length === 0)) return null;
  const lay = () => {
    setFailed(undefined);
    cardsOf(engine, others).then(
      (found) => {
        useBeside.getState().lay(log, found);
        if (found.length === 0) setFailed('The other open logs show no card.');
      },
      (error: unknown) => setFailed(`The cards could not be fetched: ${error instanceof Error ? error.message : String(error)}`),
    );
  };
  return (
    <div className="kv-beside">
      {others.length > 0 ? (
        <button type="button" className="btn small" onClick={lay}>
          {cards.length === 0 ? 'Use the cards of the other open logs' : 'Fetch them again'}
        </button>
      ) : null}
      {cards.length > 0 ? (
        <>
          <button type="button" className="btn small" onClick={() => useBeside.getState().take(log)}>
            Put them away
          </button>
          <span className="i2">
            {countOf(cards.length, 'card')} of other logs lie beside this one; {formatCount(used)} of them stand behind a verdict.
          </span>
        </>
      ) : null}
      <span role="status" className="i2">
        {failed}
      </span>
    </div>
  );
}
