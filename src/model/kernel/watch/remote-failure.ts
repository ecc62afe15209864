// Names of failures that are ours and not a thrown error's.

/** Nobody answered in the time that the table of calls allows. */
export const TIMED_OUT = 'TimedOut';
