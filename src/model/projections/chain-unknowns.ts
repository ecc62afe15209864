// What a chain panel cannot know from a log, in sentences. A panel that says nothing here would claim too much.

import type { LogReader } from '../log/log-reader.ts';
import type { Chain, TaskLinks } from './chains.ts';

const MOST_NAMED = 5;

interface Known {
  readonly links: readonly TaskLinks[];
  readonly leftOut: number;
  readonly chains: readonly Chain[];
}

/** Sentences on what is not stated, not seen, doubtful or only claimed; the most general first. */
export function unknownSentences(log: LogReader, known: Known): readonly string[] {
  const { links, leftOut, chains } = known;
  const sentences: string[] = [];
  if (links.length + chains.length > 0 && !log.hasKernelRows) {
    sentences.push('No kernel rows are in this log: for whom the work was done, which tenant and which data class are not seen.');
  }
  const callerless = links.filter(
    ({ task, parents, senders }) => task.created === undefined && parents.length === 0 && senders.length === 0,
  );
  if (callerless.length > 0) sentences.push(`Who asked for ${listed(callerless.map(({ task }) => task.name))} is not stated.`);
  const serverless = links.filter(({ task }) => task.agent === undefined);
  if (serverless.length > 0) sentences.push(`Which agent served ${listed(serverless.map(({ task }) => task.name))} is not stated.`);
  sentences.push(...claimSentences(links));
  const silent = silentNames(chains);
  if (silent.length > 0) sentences.push(`No traffic of ${listed(silent)} is in this log; only the name is.`);
  sentences.push(...new Set(links.flatMap(({ doubts }) => doubts)));
  if (leftOut > 0) sentences.push(`${leftOut} more tasks are in this log than are drawn here.`);
  return sentences;
}

function claimSentences(links: readonly TaskLinks[]): readonly string[] {
  return links.flatMap(({ task, claims }) =>
    claims.map((claim) => {
      const said = `${claim.place} says the chain is ${claim.names.join(', ')}`;
      return task.created === undefined
        ? `${said}; nothing in this log verifies it.`
        : `${said}; the kernel recorded ${task.created.chain.join(', ')} and used nothing of it.`;
    }),
  );
}

/** Agents that are drawn by name alone and never at work or sending. */
function silentNames(chains: readonly Chain[]): readonly string[] {
  const all = chains.flatMap((chain) => chain.nodes);
  const working = new Set(all.filter((node) => node.taskId !== undefined).map((node) => node.agent));
  const named = all.filter((node) => node.standing === 'claimed' && !working.has(node.agent)).map((node) => node.agent);
  return [...new Set(named)];
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}
