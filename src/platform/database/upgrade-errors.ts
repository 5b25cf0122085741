/** An upgrade that changed nothing, because of what else uses the database or its disk. */
export class UpgradeRefused extends Error {
  override readonly name = "UpgradeRefused";
}

interface UpgradeFailure {
  readonly from: number;
  readonly to: number;
  /** What was being done, such as the number and the name of a migration. */
  readonly during: string;
  /** The version of the schema that the database has now, unless it could not be found out. */
  readonly present: number | undefined;
  /** The path of the copy of the database from before the upgrade, if there is one. */
  readonly snapshot: string | undefined;
}

/** An upgrade that failed. The message is all that an operator needs; the cause is for debugging. */
export class UpgradeFailed extends Error {
  override readonly name = "UpgradeFailed";
  readonly failure: UpgradeFailure;
  /** Tells whether the machine or the database is at fault: then it may work at another time. */
  readonly causeCode: string | undefined;

  constructor(failure: UpgradeFailure, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(describe(failure, reason.replace(/\.$/, "")), { cause });
    this.failure = failure;
    const { code } = cause as { code?: unknown };
    this.causeCode = code === undefined ? undefined : String(code);
  }
}

function describe({ from, to, during, present, snapshot }: UpgradeFailure, reason: string): string {
  const copy =
    snapshot === undefined ? "" : ` A copy of the database from before the upgrade is at ${snapshot}.`;
  return `The upgrade of the database from version ${from} to ${to} failed during ${during}: ${reason}. ${outcome(from, present)}${copy}`;
}

function outcome(from: number, present: number | undefined): string {
  if (present === undefined)
    return "The current state of the database is unknown. Start this version again: it continues from whatever state it finds.";
  if (present !== from) return "The database was upgraded nevertheless. Start this version again.";
  return from === 0
    ? "Nothing was changed: the database is empty, as before."
    : `Nothing was changed: the database has version ${from}, as before. To go back, start the version of Ermine that ran before; it needs nothing else.`;
}
