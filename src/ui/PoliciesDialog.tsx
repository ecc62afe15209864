// The two policies: every known weakness of the reference, what it lets happen, and what is done about it.

import { X } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from './format.ts';
import { useInspector } from './inspector-store.ts';
import { answerWords, useWeaknesses, type Weakness } from './known-weaknesses.ts';
import { Segment } from './pieces/controls.tsx';
import { Dialog } from './pieces/Dialog.tsx';
import { FailedState, Skeleton } from './pieces/Pane.tsx';
import { POLICY_NAMES, policySays } from './policy-words.ts';

type Shown = 'all' | Weakness['answer']['kind'];

export function PoliciesDialog() {
  const { setDialog } = useInspector.getState();
  const [shown, setShown] = useState<Shown>('all');
  const { data, error } = useWeaknesses();
  const count = (kind: Shown) => formatCount((data ?? []).filter(({ answer }) => kind === 'all' || answer.kind === kind).length);
  return (
    <Dialog label="What the hardened policy mends" className="policies">
      <div className="dialog-head">
        <h2>What the hardened policy mends</h2>
        <span className="grow" />
        <button type="button" className="btn ghost icon" aria-label="Close" onClick={() => setDialog(undefined)} autoFocus>
          <X size={16} strokeWidth={1.5} aria-hidden />
        </button>
      </div>
      <p className="policies-says i2">{POLICY_NAMES.map((name) => `${name}: ${policySays(name)}`).join('; ')}.</p>
      {error ? <FailedState what={`The table did not come: ${error.message}`} /> : null}
      {data === undefined ? (
        error === null && <Skeleton rows={8} />
      ) : (
        <>
          <Segment
            label="Weaknesses shown"
            value={shown}
            onChange={setShown}
            options={[
              { value: 'all', label: `all ${count('all')}` },
              { value: 'hardened', label: `hardened ${count('hardened')}` },
              { value: 'by-default', label: `by default ${count('by-default')}` },
              { value: 'out-of-scope', label: `out of scope ${count('out-of-scope')}` },
            ]}
          />
          <div className="scroll" tabIndex={0} role="region" aria-label="Known weaknesses">
            <WeaknessTable weaknesses={data.filter(({ answer }) => shown === 'all' || answer.kind === shown)} />
          </div>
        </>
      )}
    </Dialog>
  );
}

function WeaknessTable({ weaknesses }: { weaknesses: readonly Weakness[] }) {
  return (
    <table className="grid policies-table" aria-label="Known weaknesses and what is done about them">
      <thead>
        <tr>
          <th scope="col">id</th>
          <th scope="col">weakness</th>
          <th scope="col">what it lets happen</th>
          <th scope="col">what is done</th>
        </tr>
      </thead>
      <tbody>
        {weaknesses.map((weakness) => {
          const { kind, how } = answerWords(weakness);
          return (
            <tr key={weakness.id}>
              <th scope="row" className="m">
                {weakness.id}
              </th>
              <td>{weakness.title}</td>
              <td className="i2">{weakness.prevents}</td>
              <td>
                <span className="md">{kind}</span> <span className={weakness.answer.kind === 'out-of-scope' ? 'i2' : 'm i2'}>{how}</span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
