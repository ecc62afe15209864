// Under which policy the episode on screen was played; nothing where the log is no episode.

import { useAnswer } from '../queries.ts';

export function EpisodePolicy() {
  const { data } = useAnswer('summary', {});
  const policy = data?.episode?.policy;
  return policy === undefined ? null : <span className="tag nw">policy: {policy}</span>;
}
