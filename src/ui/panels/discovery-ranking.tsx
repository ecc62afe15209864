// The ranking: every skill a line, the best one with a triangle, the score as boxes and a digit, what a sum would have said.

import { useState } from 'react';
import type { DiscoveryAnswer, RankedCard, SkillOverlap } from '../../model/projections/discovery.ts';
import { countOf, formatCount } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { Segment } from '../pieces/controls.tsx';
import { Glyph } from '../pieces/Glyph.tsx';
import { PaneHead } from '../pieces/Pane.tsx';
import { CardName } from './discovery-card-name.tsx';

type Order = 'best' | 'sum';
const MOST_BOXES = 8;

export function Ranking({ answer }: { answer: DiscoveryAnswer }) {
  const [order, setOrder] = useState<Order>('best');
  const scored = answer.tags.length > 0;
  const cards = scored && order === 'sum' ? [...answer.ranked].sort((a, b) => a.rankBySum - b.rankBySum) : answer.ranked;
  return (
    <>
      <PaneHead title="Discovery" facts={facts(answer, scored)}>
        <Segment
          label="Order of the list"
          value={scored ? order : 'best'}
          onChange={setOrder}
          options={[
            { value: 'best', label: 'best skill' },
            scored
              ? { value: 'sum', label: 'sum of skills' }
              : { value: 'sum', label: 'sum of skills', disabled: 'No tags are asked for, so there is nothing to sum.' },
          ]}
        />
      </PaneHead>
      {scored && order === 'sum' ? (
        <p className="da-aside">This is the order a sum of overlaps would give. The directory does not rank like this.</p>
      ) : null}
      {answer.ranked.length === 0 ? (
        <p className="da-aside">{nobody(answer)}</p>
      ) : (
        <RankingTable cards={cards} wanted={new Set(answer.tags).size} scored={scored} />
      )}
      {answer.rankedTotal > answer.ranked.length ? (
        <p className="da-aside">
          The first {formatCount(answer.ranked.length)} of {formatCount(answer.rankedTotal)} are shown. Ask for more tags to narrow them.
        </p>
      ) : null}
    </>
  );
}

function facts(answer: DiscoveryAnswer, scored: boolean): string {
  const visible = `${formatCount(answer.rankedTotal)} visible of ${countOf(answer.cardCount, 'card')}`;
  return scored ? `${visible}, ranked by the best single skill, then by name` : `${visible}. No tags asked: no scores, order by name`;
}

function nobody(answer: DiscoveryAnswer): string {
  const tags = answer.tags.length === 0 ? '' : ` for ${answer.tags.join(', ')}`;
  return `No card is visible to ${answer.caller.agentId}${tags}. The list below says which filter stopped each one.`;
}

function RankingTable({ cards, wanted, scored }: { cards: readonly RankedCard[]; wanted: number; scored: boolean }) {
  const selected = useInspector((state) => state.selectedCard);
  return (
    <table className={`grid da-ranking ${scored ? '' : 'unscored'}`} aria-label="Ranked cards">
      <thead>
        <tr>
          <th scope="col" className="r">
            #
          </th>
          <th scope="col">card, version</th>
          <th scope="col">{scored ? 'skills and tags, matches marked' : 'skills and tags'}</th>
          {scored ? (
            <>
              <th scope="col">best</th>
              <th scope="col">sum would say</th>
              <th scope="col">tie-break</th>
            </>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <tr key={card.name} className={card.name === selected ? 'sel' : undefined}>
            <td className="r m da-rank">{card.rank}</td>
            <th scope="row">
              <CardName name={card.name} /> <span className="m i2">{card.version}</span>
            </th>
            <td className="da-skills">
              <Skills card={card} wanted={wanted} scored={scored} />
            </td>
            {scored ? <Scores card={card} wanted={wanted} /> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Scores({ card, wanted }: { card: RankedCard; wanted: number }) {
  return (
    <>
      <td className="da-best">
        <Boxes filled={card.best} of={wanted} /> <b className="m">{card.best}</b>
      </td>
      <td className="da-sum">
        <span className="m">{card.sum}</span>{' '}
        {card.rankBySum === card.rank ? <span className="i2">same place</span> : <b>would be {ordinal(card.rankBySum)}</b>}
      </td>
      <td className="da-tie i2">{card.tieBreak ?? ''}</td>
    </>
  );
}

/** As many boxes as tags were asked for; the digit beside them says the same. */
function Boxes({ filled, of }: { filled: number; of: number }) {
  if (of > MOST_BOXES) return null;
  return (
    <span className="da-boxes" aria-hidden="true">
      {Array.from({ length: of }, (_, at) => (
        <i key={at} className={at < filled ? 'full' : undefined} />
      ))}
    </span>
  );
}

function Skills({ card, wanted, scored }: { card: RankedCard; wanted: number; scored: boolean }) {
  if (card.skillsTotal === 0) return <span className="i3">no skills</span>;
  return (
    <ul aria-label={`Skills of ${card.name}`}>
      {card.skills.map((skill, at) => (
        <li key={at} className={skill.best ? 'best' : undefined}>
          <span className="da-mark">{skill.best ? <Glyph name="best" size={10} label="best skill" /> : null}</span>
          <span className="da-skill" title={skill.name}>
            {skill.skillId}
          </span>
          <Tags skill={skill} />
          {scored ? (
            <span className="m da-overlap">
              {skill.overlap} of {wanted}
            </span>
          ) : null}
        </li>
      ))}
      {card.skillsTotal > card.skills.length ? (
        <li className="i3">{countOf(card.skillsTotal - card.skills.length, 'more skill')} with no better match</li>
      ) : null}
    </ul>
  );
}

function Tags({ skill }: { skill: SkillOverlap }) {
  return (
    <span className="da-tags">
      {skill.tags.map(({ tag, wanted }, at) =>
        wanted ? (
          <mark key={at} className="chiptag hit">
            {tag}
          </mark>
        ) : (
          <span key={at} className="chiptag">
            {tag}
          </span>
        ),
      )}
      {skill.tagsTotal > skill.tags.length ? <span className="i3">{countOf(skill.tagsTotal - skill.tags.length, 'more tag')}</span> : null}
    </span>
  );
}

function ordinal(place: number): string {
  const rest = place % 100;
  const ending = rest >= 11 && rest <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${formatCount(place)}${ending}`;
}
