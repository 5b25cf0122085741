/** The database cannot do its work at present. The caller may try again later. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

type DatabaseFailure = "unavailable" | "full";

/** SQLite has a code of its own for a write-ahead log whose index does not fit. */
const full = new Set(["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "53100", "ENOSPC", "EDQUOT"]);

/**
 * Codes of SQLite and of PostgreSQL's client, the operating system's for a failed sync, and SQLSTATEs: connections,
 * refused logins, exhausted retries, resources, shutdown and cancelled queries, errors of the machine, locks, timeouts,
 * and a database that does not exist.
 */
const unavailable =
  /^(SQLITE_(ABORT|BUSY|LOCKED|IOERR|CANTOPEN|PROTOCOL|READONLY)\w*|ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME|TLS)\w*|EIO|(08|28|40|53|57|58)\w{3}|55P03|25P0[34]|3D000)$/;

/** What an error says about the database; undefined for errors that are not caused by the state of the database. */
export function databaseFailureOf(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const cause = databaseFailureOf(error.cause);
  if (cause) return cause;
  if (error instanceof DatabaseUnavailable) return "unavailable";
  const code = "code" in error ? String(error.code) : "";
  if (full.has(code)) return "full";
  return unavailable.test(code) ? "unavailable" : undefined;
}
