// The known weaknesses of the reference (its critique numbers them), what each would let happen, and what is done about it: a
// repair that holds under every policy, entries of the hardened policy, or nothing, with the reason. One row each; tests hold the
// table to the policies and to the tests that it names.

/** What is done about a weakness. */
type Answer =
  /** Mended whatever the policy: no vector notices. `where` says how. */
  | { readonly kind: 'by-default'; readonly where: string }
  /** Ids of entries of the hardened policy; the reference keeps its answer. */
  | { readonly kind: 'hardened'; readonly entries: readonly string[] }
  | { readonly kind: 'out-of-scope'; readonly why: string };

interface Weakness {
  readonly id: string;
  readonly title: string;
  /** What may happen where it is not mended. */
  readonly prevents: string;
  readonly answer: Answer;
  /** Title of a test that shows it. */
  readonly test?: string;
}

const byDefault = (where: string): Answer => ({ kind: 'by-default', where });
const hardened = (...entries: readonly string[]): Answer => ({ kind: 'hardened', entries });
const outOfScope = (why: string): Answer => ({ kind: 'out-of-scope', why });

const ROWS: Readonly<Record<string, Omit<Weakness, 'id'>>> = {
  R01: {
    title: 'An empty allow-list means all',
    prevents: 'a server that calls its own network',
    answer: hardened('callback-parsed-host', 'callback-public-address'),
    test: 'sends nothing to a metadata address, whatever an empty list means to the reference',
  },
  R02: {
    title: 'The host is cut out of the text by hand',
    prevents: 'a callback that passes the list and goes elsewhere',
    answer: hardened('callback-parsed-host', 'callback-no-credentials', 'callback-plain-spelling'),
    test: 'refuses under hardened what walks around the list, and takes what is meant',
  },
  R03: {
    title: 'The same text causes false refusals',
    prevents: 'a callback that is meant and refused',
    answer: hardened('callback-parsed-host'),
    test: 'refuses under hardened what walks around the list, and takes what is meant',
  },
  R04: {
    title: 'The scheme is not looked at',
    prevents: 'tokens in clear text, and files read as callbacks',
    answer: hardened('callback-https'),
    test: 'refuses under hardened what walks around the list, and takes what is meant',
  },
  R05: {
    title: 'The token is decoration, and a second config replaces the first',
    prevents: 'deliveries that anybody can forge',
    answer: hardened('callback-token-length', 'callback-for-live-task', 'callbacks-by-id'),
    test: 'asks for a token of some length, keeps several callbacks by their ids, and none for a task that has ended',
  },
  R06: {
    title: 'No owner on any call about a task',
    prevents: 'strangers who read, answer and cancel',
    answer: hardened('owner-only'),
    test: 'answers %s about it in the words in which it answers about nothing',
  },
  R07: {
    title: 'Contexts are anybody’s',
    prevents: 'a stranger’s task in one’s own case file',
    answer: hardened('own-context', 'own-contexts', 'reply-in-its-context'),
    test: 'keeps a context to its tenant, and makes none up that somebody uses',
  },
  R08: {
    title: 'Quadratic history',
    prevents: 'a long task that costs the square of its length',
    answer: byDefault('kernel/persistent-list.ts'),
    test: '[T.8] makes n status changes cost n appends and not one copy',
  },
  R09: {
    title: 'All denials are computed, one is told',
    prevents: 'a caller that mends one thing a call',
    answer: byDefault('kernel/turn.ts: the error carries them all'),
    test: '[A.6] refuses before any task exists: a stream too is answered with the first denial, all are told',
  },
  R10: {
    title: 'Deliveries are incomplete and only recorded',
    prevents: 'a caller that waits for a call that never comes',
    answer: byDefault(
      'kernel/turn.ts takes a config with the first message; kernel/hardened/turns.ts fails what crashed, which pushes; the lab delivers',
    ),
    test: 'is called for every status after the first',
  },
  R11: {
    title: 'Statuses are not kept',
    prevents: 'an audit without a middle',
    answer: byDefault('every stored status is a fact with its tick (log/fact.ts)'),
    test: '[T.5] answers a send with the last task and tells every decision in order',
  },
  R12: {
    title: 'The cycle check forgets the caller and repeats',
    prevents: 'work that comes back to who gave it',
    answer: hardened('no-return'),
    test: '[A.10] hardened admission asks what the reference only carries',
  },
  R13: {
    title: 'Names are identities',
    prevents: 'a cycle under another spelling',
    answer: hardened('no-return'),
    test: '[A.10] hardened admission asks what the reference only carries',
  },
  R14: {
    title: 'The chain is the caller’s word',
    prevents: 'a limit on depth that a middle agent resets',
    answer: hardened('chain-proven', 'chains-signed'),
    test: 'is refused where a hop drops what it was handed, or is not the one it was signed for',
  },
  R15: {
    title: 'Unknown classifications throw from the middle',
    prevents: 'a directory that one typing error closes',
    answer: hardened('classification-known', 'discover-admissible'),
    test: 'skips the card and tells it; the reference tells nobody anything',
  },
  R16: {
    title: 'An empty tenant is a tenant',
    prevents: 'work that belongs to nobody',
    answer: hardened('tenant-named'),
    test: '[A.10] hardened admission asks what the reference only carries',
  },
  R17: {
    title: 'Discovery shows what admission refuses',
    prevents: 'an agent that is shown and may not be asked',
    answer: hardened('discover-admissible'),
    test: 'shows only what admission would take',
  },
  R18: {
    title: 'Fields that are carried but never used',
    prevents: 'streams, forms and scopes that nobody agreed to',
    answer: hardened('delegate-scope', 'offered-streaming', 'offered-input-modes'),
    test: 'refuses a stream that the card does not offer',
  },
  R19: {
    title: 'A cancel is overtaken',
    prevents: 'a canceled task that finishes',
    answer: hardened('open-task', 'fresh-copy'),
    test: 'does not bring a canceled task back',
  },
  R20: {
    title: 'Writes take the writer’s copy',
    prevents: 'an old copy that brings an old state back',
    answer: hardened('write-stored', 'fresh-copy', 'open-task'),
    test: 'drops a status that is written over one it did not see, and joins the pieces of an artifact',
  },
  R21: {
    title: 'A handler can rewrite the chain and the tasks of others',
    prevents: 'a callee that chooses who is to blame',
    answer: hardened('own-task', 'write-stored'),
    test: 'cannot change the chain',
  },
  R22: {
    title: 'A throwing handler leaves a trap',
    prevents: 'a task that works for ever',
    answer: hardened('no-open-end'),
    test: 'fails a task whose handler throws, with a push and without its words',
  },
  R23: {
    title: 'A handler may end anywhere',
    prevents: 'a task that nobody works on and nobody ends',
    answer: hardened('no-open-end'),
    test: 'fails a task whose handler ends early, and says so',
  },
  R24: {
    title: 'Readers who leave stop the work',
    prevents: 'work that is lost with a connection',
    answer: hardened('work-apart'),
    test: 'works on when its reader leaves',
  },
  R25: {
    title: 'Events are whatever the handler says',
    prevents: 'a completion that was never stored',
    answer: hardened('emit-stored'),
    test: 'hears no lie, misses no silence, and tells where a stream waits',
  },
  R26: {
    title: 'The last event is the handler’s choice',
    prevents: 'a stream that ends unannounced',
    answer: hardened('emit-stored'),
    test: 'hears no lie, misses no silence, and tells where a stream waits',
  },
  R27: {
    title: 'Two kinds of errors',
    prevents: 'an error without a code',
    answer: byDefault('kernel/kernel-error.ts: one error type, in the words of the protocol at the edge'),
    test: '[T.7] ends a stream in words when its handler throws or moves illegally, after what was said before',
  },
  R28: {
    title: 'No idempotency',
    prevents: 'one wish done twice',
    answer: hardened('repeats-by-message'),
    test: 'does a message that is sent twice once',
  },
  R29: {
    title: 'A reply starts a second handler',
    prevents: 'two handlers on one task',
    answer: hardened('reply-to-live-task', 'reply-to-question'),
    test: 'takes a reply only where one is waited for, in the context of its task, labelled as high',
  },
  R30: {
    title: 'The sender chooses the role',
    prevents: 'a caller that speaks as the agent',
    answer: hardened('take-as-user'),
    test: 'takes the role of the caller, whatever it says',
  },
  R31: {
    title: 'Missing methods',
    prevents: 'a follower that cannot come back',
    answer: byDefault('kernel/server.ts: subscribe, list, and four operations on callbacks'),
    test: '[T.10] says the current task, then what the running turn says, to its end',
  },
  R32: {
    title: 'No bounds',
    prevents: 'a server that is filled until it stops',
    answer: hardened('tight-limits'),
    test: 'refuses what is out of bounds',
  },
  R33: {
    title: 'The two ways of the client differ',
    prevents: 'data that only one way carries',
    answer: byDefault('kernel/client.ts: one signature, and events as they come'),
    test: '[T.12] numbers its messages and carries text, data and context',
  },
  R34: {
    title: 'Files vanish',
    prevents: 'a result that was a file',
    answer: hardened('translate-as-run'),
    test: 'translates into a run that keeps files, artifacts and messages',
  },
  R35: {
    title: 'Texts are joined by a space',
    prevents: 'two texts that are one',
    answer: hardened('translate-as-run'),
    test: 'translates into a run that keeps files, artifacts and messages',
  },
  R36: {
    title: 'Keys collide',
    prevents: 'a score that another artifact overwrites',
    answer: hardened('translate-as-run'),
    test: 'translates into a run that keeps files, artifacts and messages',
  },
  R37: {
    title: 'Only the first text of the user survives',
    prevents: 'a correction that nobody reads',
    answer: hardened('translate-as-run'),
    test: 'translates into a run that keeps files, artifacts and messages',
  },
  R38: {
    title: 'The envelope is not validated',
    prevents: 'a reader that dies of a list',
    answer: byDefault('adapters/dialects/acp-decode.ts and acp-envelope.ts: an issue with a path'),
    test: 'refuses what is no run, with a path for each fault, and never throws',
  },
  R39: {
    title: 'Frozen is shallow',
    prevents: 'a result that changes after it was given',
    answer: hardened('take-as-user'),
    test: 'cannot write the task of somebody else, nor change one that it holds',
  },
  R40: {
    title: 'Parts are barely checked',
    prevents: 'a part that is none, and an address that runs',
    answer: hardened('message-has-parts', 'closed-parts'),
    test: 'refuses what is out of bounds',
  },
  R41: {
    title: 'The vocabulary of ACP',
    prevents: 'a cancelling that is unknown, a type with parameters that is dropped',
    answer: byDefault('adapters/dialects/acp-words.ts and acp-parts.ts'),
    test: 'gives back every task, but for the declared losses',
  },
  R42: {
    title: 'The round trip is not the identity',
    prevents: 'a refusal that comes back as a failure',
    answer: outOfScope('The words of ACP are fewer than ours: two states are declared lost, and are told so (SPEC.md R.4).'),
  },
  R43: {
    title: 'The chain in an envelope is believed',
    prevents: 'a chain that a stranger wrote down',
    answer: hardened('chain-proven'),
    test: '[A.11] a chain that nobody on the way can shorten',
  },
  R44: {
    title: 'An unknown internal state',
    prevents: 'a reader that dies of a word',
    answer: byDefault('adapters/dialects/internal-task.ts and acp-envelope.ts: an issue with a path'),
    test: 'refuses what is no run, with a path for each fault, and never throws',
  },
  R45: {
    title: 'No progress',
    prevents: 'a long task that looks dead',
    answer: byDefault('kernel/task-moments.ts: a sign that work goes on is no status'),
    test: '[I.7] hears that work goes on, which stores nothing',
  },
  R46: {
    title: 'Ticks, no order',
    prevents: 'a gap that nobody can see',
    answer: byDefault('kernel/task-moments.ts counts the statuses of a task; a clock dates them'),
    test: '[T.6] dates what it stores when it has a clock, whenever it is asked',
  },
  R47: {
    title: 'Pieces are not joined',
    prevents: 'one artifact that is two',
    answer: hardened('artifacts-assembled'),
    test: 'drops a status that is written over one it did not see, and joins the pieces of an artifact',
  },
  R48: {
    title: 'Reasons leak',
    prevents: 'a denial that names third parties',
    answer: hardened('no-return'),
    test: 'tells a caller nobody else in the chain',
  },
  R49: {
    title: 'No locking',
    prevents: 'two writers at once',
    answer: byDefault('one thread writes, and each write is one step'),
    test: '[T.8] holds what an array holds, in every version, whichever versions it grows from',
  },
  R50: {
    title: 'Admission of a stream is late',
    prevents: 'a stream that is refused when it is read',
    answer: byDefault('kernel/server.ts: execute admits before it answers'),
    test: '[A.6] refuses before any task exists: a stream too is answered with the first denial, all are told',
  },
  R51: {
    title: 'A reply is stored before it is known to have worked',
    prevents: 'a reply that nobody answers',
    answer: hardened('no-open-end'),
    test: 'fails a task whose handler throws, with a push and without its words',
  },
  R52: {
    title: 'Admission is on the wrong side',
    prevents: 'a byte that leaves before anybody asked',
    answer: hardened('ask-before-sending'),
    test: '[E.15] asks before it sends',
  },
  R53: {
    title: 'The data label is the caller’s claim',
    prevents: 'restricted words under a public label',
    answer: hardened('label-only-raised'),
    test: 'takes a reply only where one is waited for, in the context of its task, labelled as high',
  },
  R54: {
    title: 'No validation of identities',
    prevents: 'work for nobody',
    answer: hardened('caller-identified'),
    test: '[A.10] hardened admission asks what the reference only carries',
  },
  R55: {
    title: 'Task ids are unique per server only',
    prevents: 'two tasks taken for one',
    answer: byDefault('log/task-keys.ts: a task is its keeper and its id'),
    test: '[L.13] tells tasks apart by who keeps them and by their ids',
  },
  R56: {
    title: 'Discovery sorts on every call',
    prevents: 'a directory that slows with its size',
    answer: byDefault('kernel/directory-index.ts'),
    test: '[D.5] reads no card when asked, whether few or many have a wanted tag, and sorts no names',
  },
  R57: {
    title: 'The card is not A2A on the wire',
    prevents: 'a card that other clients cannot read',
    answer: hardened('publish-strict-card'),
    test: 'publishes the card as its specification wants it',
  },
};

/** R01 to R57, in their order. */
export const WEAKNESSES: readonly Weakness[] = Object.entries(ROWS).map(([id, row]) => ({ id, ...row }));
