// What somebody might do to a push address, and to the task behind it. Lessons name these by number.

interface AbuseCase {
  readonly number: number;
  readonly title: string;
}

export const ABUSE_CASES: readonly AbuseCase[] = [
  { number: 1, title: 'A forged token' },
  { number: 2, title: 'A push that is played again, or is about another task' },
  { number: 3, title: 'A push without a token' },
  { number: 4, title: 'A push to a task that is over, is not watched, or does not exist' },
  { number: 5, title: 'A body that is too large or cannot be read, and floods' },
  { number: 6, title: 'A body that claims a state' },
  { number: 7, title: 'A token that is read where it is kept' },
  { number: 8, title: 'A status text that gives orders' },
  { number: 9, title: 'An address that the remote agent would like to shape' },
];
