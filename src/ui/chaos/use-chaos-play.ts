// The one player of the matrix for a page.

import { usePage, type Page } from '../page.ts';
import { createChaosPlay, type ChaosPlay } from './chaos-play.ts';

const plays = new WeakMap<Page, ChaosPlay>();

export function useChaosPlay(): ChaosPlay {
  const page = usePage();
  const known = plays.get(page) ?? createChaosPlay(page.engine, page.lab, page.player);
  plays.set(page, known);
  return known;
}
