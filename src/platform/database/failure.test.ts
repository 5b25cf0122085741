import { expect, test } from "bun:test";
import { DatabaseUnavailable, databaseFailureOf } from "./failure.ts";

const coded = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code });

test.each([
  ["full", ["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "53100", "ENOSPC", "EDQUOT"]],
  ["unavailable", ["SQLITE_BUSY", "SQLITE_IOERR_WRITE", "ERR_POSTGRES_CONNECTION_CLOSED", "EIO"]],
  ["unavailable", ["08006", "28P01", "40001", "40P01", "53300", "57014", "57P01", "58030", "25P03", "3D000"]],
  // Errors of the program, and of other services.
  [undefined, ["SQLITE_CONSTRAINT", "23505", "42P01", "25006", "ERR_POSTGRES_SYNTAX_ERROR", "ECONNREFUSED"]],
] as const)("%s: %p", (failure, codes) => {
  for (const code of codes) expect([code, databaseFailureOf(coded(code))]).toEqual([code, failure]);
});

test("the cause of an error counts before the error itself", () => {
  expect(databaseFailureOf(new DatabaseUnavailable("rolled back"))).toBe("unavailable");
  expect(databaseFailureOf(new DatabaseUnavailable("rolled back", { cause: coded("SQLITE_FULL") }))).toBe(
    "full",
  );
  expect(databaseFailureOf(coded("ECONNREFUSED", coded("ERR_POSTGRES_CONNECTION_REFUSED")))).toBe(
    "unavailable",
  );
  expect(databaseFailureOf("not an error")).toBeUndefined();
});
