import { describe, expect, it } from 'vitest';
import { endTurn, takeTurn } from './lab-turn.ts';

describe('[U.35] the turn at the lab', () => {
  it('goes to who comes later, and only who had it gives way', () => {
    const gaveWay: string[] = [];
    const player = (name: string) => ({ giveWay: () => gaveWay.push(name) });
    const [first, second, third] = [player('first'), player('second'), player('third')];
    takeTurn(first);
    takeTurn(first);
    expect(gaveWay).toEqual([]);
    takeTurn(second);
    expect(gaveWay).toEqual(['first']);
    // Late: it is not the first one's turn any more.
    endTurn(first);
    takeTurn(third);
    expect(gaveWay).toEqual(['first', 'second']);
    endTurn(third);
    takeTurn(first);
    expect(gaveWay).toEqual(['first', 'second']);
    endTurn(first);
  });

  it('is kept by who lends it', () => {
    const gaveWay: string[] = [];
    const lender = { giveWay: () => gaveWay.push('lender'), lendsTo: ({ lesson }: { lesson?: string }) => lesson === 'own' };
    takeTurn(lender);
    const own = { lesson: 'own', giveWay: () => gaveWay.push('own') };
    takeTurn(own);
    endTurn(own);
    expect(gaveWay).toEqual([]);
    const other = { lesson: 'other', giveWay: () => gaveWay.push('other') };
    takeTurn(other);
    expect(gaveWay).toEqual(['lender']);
    endTurn(other);
  });
});
