// The find field: words and filters, with suggestions; what cannot be read is told in the bar below it.

import { Search } from 'lucide-react';
import type { LogSummary } from '../../model/engine/query.ts';
import { readFind } from '../../model/projections/find-language.ts';
import { useInspector } from '../inspector-store.ts';
import { usePage } from '../page.ts';
import { useAnswer } from '../queries.ts';
import { useFindingTotals } from '../use-findings.ts';
import { suggestionsFor } from './suggestions.ts';

/** @param place where it stands: in the app bar, or in the find bar of a narrow screen */
export function FindField({ summary, place }: { summary: LogSummary | undefined; place: 'appbar' | 'findbar' }) {
  const filter = useInspector((state) => state.filter);
  const { setFilter } = useInspector.getState();
  const page = usePage();
  const find = filter.find ?? '';
  const refused = find !== '' && readFind(find).issues.length > 0;
  const list = `find-words-${place}`;
  return (
    <search className={`field quiet find in-${place}`}>
      <Search size={14} strokeWidth={1.5} aria-hidden />
      <input
        data-field="find"
        aria-label="Find in rows and text"
        aria-invalid={refused}
        aria-describedby={refused ? 'find-refused' : undefined}
        placeholder="Find, or task: agent: state: …"
        list={list}
        value={find}
        spellCheck={false}
        autoComplete="off"
        autoFocus={place === 'findbar'}
        onChange={(event) => {
          const { find: _, ...rest } = filter;
          setFilter(event.target.value === '' ? rest : { ...rest, find: event.target.value });
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void page.step(event.shiftKey ? -1 : 1);
        }}
      />
      <Words id={list} find={find} summary={summary} />
      <kbd className="wide">/</kbd>
    </search>
  );
}

function Words({ id, find, summary }: { id: string; find: string; summary: LogSummary | undefined }) {
  const asks = (key: string) => new RegExp(`(?:^|\\s)-?${key}:\\S*$`, 'i').test(find);
  const tasks = useAnswer('tasks', { cursor: (summary?.rowCount ?? 0) - 1, from: 0, count: 24 }, { enabled: asks('task') }).data?.tasks;
  const findings = useFindingTotals().data;
  const suggested = suggestionsFor(find, {
    agents: summary?.agents ?? [],
    tasks: tasks?.map(({ taskId }) => taskId) ?? [],
    rules: findings?.found ?? [],
  });
  return (
    <datalist id={id}>
      {suggested.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}
