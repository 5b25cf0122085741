/** The wrong proofs of one account from one source. */
export interface LockoutState {
  /** Wrong proofs in a row. */
  failures: number;
  locked_until: number;
  /** Attempts since the lockout began. */
  judged: number;
}

/** How many attempts during one lockout learn whether they were right. */
const judgedPerLockout = 10;

interface Judgement {
  readonly verdict: "right" | "wrong" | "locked";
  /** Undefined if nothing is to be stored. */
  readonly next: LockoutState | undefined;
}

/**
 * Judges an attempt. During a lockout a right proof gets "locked", which reveals that it was right; so only the first
 * attempts are judged, and every further one is "wrong" whatever it holds. Attempts during a lockout do not prolong
 * it.
 */
export function judgeAttempt(state: LockoutState | undefined, isRight: boolean, now: number): Judgement {
  const { failures, locked_until, judged } = state ?? { failures: 0, locked_until: 0, judged: 0 };
  if (locked_until > now) {
    const verdict = isRight && judged < judgedPerLockout ? "locked" : "wrong";
    return { verdict, next: { failures, locked_until, judged: judged + 1 } };
  }
  if (isRight) return { verdict: "right", next: undefined };
  const lockout = lockoutMs(failures + 1);
  return {
    verdict: "wrong",
    next: { failures: failures + 1, locked_until: lockout === 0 ? 0 : now + lockout, judged: 0 },
  };
}

/** How long a source is locked out of an account after so many wrong proofs in a row. */
export function lockoutMs(failures: number): number {
  if (failures < 3) return 0;
  if (failures === 3) return 60_000;
  if (failures === 4) return 300_000;
  return 3_600_000;
}
