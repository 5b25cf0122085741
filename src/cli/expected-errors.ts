import { ConfigError } from "../config/load.ts";
import { CommandError } from "../declare/command.ts";
import { AlreadyRunning } from "../platform/data-directory/data-directory.ts";
import { NoSuchDatabase, OutdatedDatabase } from "../platform/database/existing-database.ts";
import { UnsupportedVersion } from "../platform/database/migrate.ts";
import { UnfinishedCopy } from "../platform/database/unfinished-copy.ts";
import { UpgradeFailed, UpgradeRefused } from "../platform/database/upgrade-errors.ts";
import { WrongSecrets } from "../platform/secrets/secrets-file.ts";

/** Errors that persist until an operator acts. */
const lastingKinds = [NoSuchDatabase, OutdatedDatabase, UnsupportedVersion];

const expectedKinds = [
  ...lastingKinds,
  AlreadyRunning,
  CommandError,
  ConfigError,
  UnfinishedCopy,
  UpgradeFailed,
  UpgradeRefused,
  WrongSecrets,
];

const machineCodes =
  /^(E[A-Z]+|(08|28|3D|53|57)...|SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|READONLY)(_[A-Z]+)*)$/;

/** Whether this is the code of an error of the machine or the database, as opposed to a bug in this program. */
export function isOfMachine(code: unknown): boolean {
  return machineCodes.test(String(code));
}

/** Whether the same command would fail in the same way again. */
export function isLasting(error: unknown): boolean {
  return lastingKinds.some((kind) => error instanceof kind);
}

/** Whether the message alone tells an operator enough. */
export function isExpected(error: unknown): error is Error & { code?: string } {
  if (expectedKinds.some((kind) => error instanceof kind)) return true;
  return error instanceof Error && "code" in error && isOfMachine(error.code);
}
