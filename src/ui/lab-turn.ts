// Whose turn it is at the lab. Episodes are played one at a time: whoever plays several, one after the other, gives way to who
// comes later. Without it, two of them would take the lab from each other in turns, and neither would come to its end.

/** One who plays episodes. */
export interface LabPlayer {
  /** Told that somebody else plays from now on: what is left is not played. */
  readonly giveWay: () => void;
  /** The one lesson that it plays. */
  readonly lesson?: string;
  /** Whether another one plays for it, within its turn. */
  readonly lendsTo?: (other: LabPlayer) => boolean;
}

let atTheLab: LabPlayer | undefined;

/** Takes the turn; who had it gives way first. Who has it already keeps it. */
export function takeTurn(player: LabPlayer): void {
  const before = atTheLab;
  if (before === player || before?.lendsTo?.(player)) return;
  atTheLab = player;
  before?.giveWay();
}

/** Ends a turn; one that was lost meanwhile is somebody else's. */
export function endTurn(player: LabPlayer): void {
  if (atTheLab === player) atTheLab = undefined;
}
