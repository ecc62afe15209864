// The callbacks of a task: asked for, set, refused, deleted. Whether a token was given is told; the token never is.

import type { WatchStory } from '../../model/projections/watch.ts';
import type { WatchedConfig } from '../../model/projections/watch-configs.ts';
import { formatCount } from '../format.ts';
import { RowLink } from '../pieces/RowLink.tsx';

export function WatchConfigs({ story: { configs, configsLeftOut } }: { story: WatchStory }) {
  return (
    <section className="watch-section" aria-label="Callbacks">
      <h3 className="sub">Callbacks</h3>
      {configs.length === 0 ? <p className="i2">Nobody asked for a callback about this task.</p> : null}
      <ul>
        {configs.map((config) => (
          <li key={`${config.seq} ${config.url}`} className="watch-line">
            row <RowLink seq={config.seq} /> <span className="m watch-url">{config.url}</span>{' '}
            <span className={config.fate === 'refused' ? 'b' : 'i2'}>{fateWords(config)}</span>
            {config.deletedSeq === undefined ? null : (
              <>
                , row <RowLink seq={config.deletedSeq} />
              </>
            )}
          </li>
        ))}
      </ul>
      {configsLeftOut > 0 ? <p className="i2">{formatCount(configsLeftOut)} earlier calls were not read.</p> : null}
    </section>
  );
}

const FATES: Readonly<Record<WatchedConfig['fate'], string>> = {
  open: 'not answered yet',
  set: 'set',
  refused: 'refused',
  deleted: 'set, then deleted',
};
const HOW: Readonly<Record<WatchedConfig['how'], string>> = {
  'with-the-work': 'asked for with the work',
  call: 'asked for by a call',
  kernel: 'told by the server',
};

function fateWords({ fate, why, how, token, authorization }: WatchedConfig): string {
  const proof = token?.has
    ? 'with a token'
    : authorization?.has
      ? 'with credentials'
      : token === undefined
        ? 'token not told'
        : 'without a token';
  return `${HOW[how]}, ${proof}: ${FATES[fate]}${why === undefined ? '' : ` (${why})`}`;
}
