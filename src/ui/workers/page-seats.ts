// Where a browser starts no workers from workers, the lab asks the page for each agent: the page starts the same worker and
// hands over the port that its lanes run on. Lab and agent speak as they do elsewhere, and the recording is the same.

import type { FromLab, ToLab } from '../../mock-agents/lab-face.ts';
import type { AgentEntry, LanePort, Realm, Spawn } from '../../mock-agents/lanes.ts';

/** What the lab says about seats, and what the page answers. */
type SeatOrder = Extract<FromLab, { readonly seat: number }>;
type SeatNews = Extract<ToLab, { readonly seat: number }>;

export interface PageSeats {
  /** How to seat an agent in a worker of the page. */
  readonly spawn: Spawn;
  /** Takes what the page says about a seat. */
  readonly hear: (news: SeatNews, port: MessagePort | undefined) => void;
}

/** The lab's end: realms that somebody else starts. */
export function seatsOfThePage(say: (order: SeatOrder) => void): PageSeats {
  interface Waiting {
    readonly kill: () => void;
    readonly seated: (realm: Realm) => void;
    readonly failed: (error: Error) => void;
    realm?: Realm;
  }
  const seats = new Map<number, Waiting>();
  let count = 0;
  return {
    spawn: (agent, entry) =>
      new Promise<Realm>((seated, failed) => {
        const seat = ++count;
        const kill = (): void => {
          seats.delete(seat);
          say({ type: 'unseat', seat });
        };
        seats.set(seat, { kill, seated, failed });
        say({ type: 'seat', seat, agent, entry });
      }),
    hear(news, port) {
      const waiting = seats.get(news.seat);
      if (!waiting) return;
      if (news.type === 'seated' && port) {
        waiting.realm = { port: port as unknown as LanePort, kill: waiting.kill };
        return waiting.seated(waiting.realm);
      }
      const why = news.type === 'died' ? news.why : 'it came without a port';
      const { realm } = waiting;
      if (!realm) {
        seats.delete(news.seat);
        return waiting.failed(new Error(why));
      }
      // It may come before anybody has booted the agent: realms start side by side.
      realm.failed ??= why;
      realm.onDeath?.(why);
    },
  };
}

/** The page's end: starts and ends workers as the lab asks. */
export function seatForLab(port: Pick<MessagePort, 'postMessage'>, spawn: Spawn): (order: SeatOrder) => void {
  const realms = new Map<number, Realm>();
  const say = (news: SeatNews, transfer: Transferable[] = []): void => port.postMessage(news, transfer);
  const seat = async (number: number, agent: string, entry: AgentEntry): Promise<void> => {
    const realm = await spawn(agent, entry);
    realms.set(number, realm);
    say({ type: 'seated', seat: number }, [realm.port]);
    realm.onDeath = (why) => say({ type: 'died', seat: number, why });
    if (realm.failed !== undefined) realm.onDeath(realm.failed);
  };
  return (order) => {
    if (order.type === 'unseat') {
      realms.get(order.seat)?.kill();
      realms.delete(order.seat);
      return;
    }
    seat(order.seat, order.agent, order.entry).catch((error: unknown) =>
      say({ type: 'died', seat: order.seat, why: error instanceof Error ? error.message : String(error) }),
    );
  };
}
