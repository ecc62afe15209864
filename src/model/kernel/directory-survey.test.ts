import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareByCodePoint } from '../base/code-point-order.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import { DirectoryIndex, skillOverlap } from './directory-index.ts';
import { FILTERS, placesBySum, survey } from './directory-survey.ts';
import { createDirectory, filtersAgainst } from './discovery.ts';

const tags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 });
const cards: fc.Arbitrary<readonly AgentCard[]> = fc.uniqueArray(
  fc
    .record({
      name: fc.constantFrom(...'klmnopqrstuv'),
      skills: fc.array(tags, { maxLength: 3 }),
      tenants: fc.subarray(['wholesale', 'retail']),
      maxDataClassification: fc.constantFrom('public', 'internal', 'restricted', 'secret'),
    })
    .map(({ skills, ...made }) => ({
      description: '',
      url: 'https://agents.example/x',
      version: '1',
      protocolVersion: '0.3',
      streaming: false,
      pushNotifications: false,
      defaultInputModes: [],
      defaultOutputModes: [],
      securitySchemes: [],
      owner: 'desk',
      ...made,
      skills: skills.map((each, at) => ({ skillId: `s-${at}`, name: '', description: '', tags: each, examples: [] })),
    })),
  { selector: ({ name }) => name, maxLength: 10 },
);
const callers = fc.record({
  agentId: fc.constantFrom('k', 'l', 'nobody'),
  tenant: fc.constantFrom('wholesale', 'retail', 'other'),
  userId: fc.constant('u'),
  scopes: fc.constant([]),
  dataClassification: fc.constantFrom('public', 'internal', 'restricted', 'odd'),
  delegationChain: fc.constant([]),
});

it('[D.3] surveys what discovery answers, card by card', () => {
  fc.assert(
    fc.property(cards, callers, tags, (all, caller, wanted) => {
      const directory = createDirectory();
      for (const card of all) directory.register(card);
      const index = new DirectoryIndex(all);
      const answer = directory.discover(caller, wanted);
      const surveyed = survey(index, caller, wanted);
      expect(surveyed.ok ? surveyed.value.ranked.map((position) => index.card(position)) : surveyed.issues).toEqual(
        answer.ok ? answer.value : answer.issues,
      );
      if (!surveyed.ok) return;
      const inOrder = Array.from({ length: index.size }, (_, position) => index.card(position));
      const first = inOrder.map((card) => {
        const filters = filtersAgainst(caller, card, wanted);
        return filters.ok ? filters.value[0] : 'unreadable';
      });
      expect(Array.from(surveyed.value.stoppedBy, (number) => FILTERS[number - 1])).toEqual(first);
    }),
  );
});

it('[P.23] places cards by the sum of their overlaps, then by name', () => {
  fc.assert(
    fc.property(cards, callers, tags, (all, caller, wanted) => {
      const index = new DirectoryIndex(all);
      const surveyed = survey(index, caller, wanted);
      if (!surveyed.ok) return;
      const sumOf = (card: AgentCard): number => card.skills.reduce((sum, skill) => sum + skillOverlap(skill, wanted), 0);
      const visible = surveyed.value.ranked.map((position) => index.card(position));
      const bySum = visible.toSorted((a, b) => sumOf(b) - sumOf(a) || compareByCodePoint(a.name, b.name));
      const places = placesBySum(surveyed.value, surveyed.value.ranked);
      expect(surveyed.value.ranked.map((position) => places.get(position))).toEqual(visible.map((card) => bySum.indexOf(card) + 1));
    }),
  );
});
