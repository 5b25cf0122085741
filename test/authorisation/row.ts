import type { ErrorName } from "../../src/declare/error.ts";
import type { Permission } from "../../src/permissions/bits.ts";
import type { UserPermission } from "../../src/permissions/users.ts";
import type { Person } from "../support/accounts/people.ts";
import type { MatrixFixture } from "./fixture.ts";
import { type Principal, principalNames } from "./principals.ts";

/** The expected result of a principal: any success, or exactly this error. */
export type Verdict =
  | "ok"
  | Exclude<ErrorName, "MissingPermission">
  | `MissingPermission ${Permission | UserPermission}`;

export type Verdicts = Readonly<Record<Principal, Verdict>>;

export interface Call {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Row {
  /** `self` is the caller. */
  readonly call?: (fixture: MatrixFixture, self: Person) => Call;
  /** The permission that `lower`, `deputy` and `timedOut` have besides the defaults, and that `denied` lacks. */
  readonly needs?: Permission;
  readonly gets: Verdicts;
  /** Whether the owner is an operator, and the deputy privileged without a second factor. */
  readonly operators?: true;
}

/** Rows by route id. Further rows of a route have a comma and a description after the id. */
export type Rows = Readonly<Record<string, Row>>;

type Exceptions = Readonly<Partial<Verdicts>>;

/** For routes without authentication. */
export function everybody(verdict: Verdict): Pick<Row, "gets"> {
  return { gets: Object.fromEntries(principalNames.map((name) => [name, verdict])) as Verdicts };
}

/** For account routes: they look at the session token alone. */
export function sessions(verdict: Verdict, exceptions: Exceptions = {}): Pick<Row, "gets"> {
  const refused = { anonymous: "InvalidSession", broken: "InvalidSession", bot: "InvalidSession" } as const;
  return { gets: { ...everybody(verdict).gets, ...refused, ...exceptions } };
}

/** For user routes: a bot token takes precedence over a session token. Bots get the same as members. */
export function users(verdict: Verdict, exceptions: Exceptions = {}): Pick<Row, "gets"> {
  const { member = verdict } = exceptions;
  return sessions(verdict, { bot: member, botWithSession: "InvalidSession", ...exceptions });
}

/** For routes of operators. */
export function operators(verdict: Verdict): Pick<Row, "gets" | "operators"> {
  const exceptions = { owner: verdict, deputy: "ConfirmationRequired" } as const;
  return { operators: true, ...sessions("NotPrivileged", exceptions) };
}

/** For routes that bots may not call. */
export function noBots<R extends Pick<Row, "gets">>(row: R): R {
  return { ...row, gets: { ...row.gets, bot: "IsBot" } };
}

/** For user routes that answer strangers and banned users differently. */
export function members(verdict: Verdict, outside: Verdict, exceptions: Exceptions = {}): Pick<Row, "gets"> {
  return users(verdict, { stranger: outside, banned: outside, ...exceptions });
}

/** For routes that need a permission outside the defaults. */
export function needing(needs: Permission, exceptions: Exceptions = {}): Pick<Row, "gets" | "needs"> {
  const missing: Verdict = `MissingPermission ${needs}`;
  const without = { member: missing, denied: missing, timedOut: missing };
  return { needs, ...members("ok", missing, { ...without, ...exceptions }) };
}
