import type { Permission } from "../../src/permissions/bits.ts";
import type { UserPermission } from "../../src/permissions/users.ts";
import type { ErrorName } from "../../src/protocol/error.ts";
import type { Person } from "../support/people.ts";
import { type Principal, principalNames } from "./principals.ts";
import type { Stage } from "./stage.ts";

/** What a principal gets: any success, or this error and no other. */
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
  readonly call?: (stage: Stage, self: Person) => Call;
  /** What `lower`, `deputy` and `timedOut` hold beside what everybody does, and `denied` does not. */
  readonly needs?: Permission;
  readonly gets: Verdicts;
}

/** By route id; a further row for the same route has what is special about it behind a comma. */
export type Rows = Readonly<Record<string, Row>>;

type Exceptions = Readonly<Partial<Verdicts>>;

/** For routes that ask for nobody's credentials. */
export function everybody(verdict: Verdict): Pick<Row, "gets"> {
  return { gets: Object.fromEntries(principalNames.map((name) => [name, verdict])) as Verdicts };
}

/** For routes of the account: the session decides, whatever else there is. */
export function sessions(verdict: Verdict, exceptions: Exceptions = {}): Pick<Row, "gets"> {
  const refused = { anonymous: "InvalidSession", broken: "InvalidSession", bot: "InvalidSession" } as const;
  return { gets: { ...everybody(verdict).gets, ...refused, ...exceptions } };
}

/** For routes of users: a bot token decides alone, where there is one. Bots get what members do. */
export function users(verdict: Verdict, exceptions: Exceptions = {}): Pick<Row, "gets"> {
  const { member = verdict } = exceptions;
  return sessions(verdict, { bot: member, botWithSession: "InvalidSession", ...exceptions });
}

/** For routes that bots may not call. */
export function noBots<R extends Pick<Row, "gets">>(row: R): R {
  return { ...row, gets: { ...row.gets, bot: "IsBot" } };
}

/** The same where those outside the server, the banned too, get another answer. */
export function members(verdict: Verdict, outside: Verdict, exceptions: Exceptions = {}): Pick<Row, "gets"> {
  return users(verdict, { stranger: outside, banned: outside, ...exceptions });
}

/** For routes that need a permission which not everybody has. */
export function needing(needs: Permission, exceptions: Exceptions = {}): Pick<Row, "gets" | "needs"> {
  const missing: Verdict = `MissingPermission ${needs}`;
  const without = { member: missing, denied: missing, timedOut: missing };
  return { needs, ...members("ok", missing, { ...without, ...exceptions }) };
}
