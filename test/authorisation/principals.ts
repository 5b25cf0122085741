import type { Person } from "../support/accounts/people.ts";
import type { Bot } from "../support/bots/bots.ts";

/** The users of the matrix, each with a session. Calls act on the target. */
export const people = [
  "stranger",
  "banned",
  "member",
  "denied",
  "timedOut",
  "lower",
  "deputy",
  "owner",
  "target",
] as const;

export type People = Readonly<Record<(typeof people)[number], Person>>;

export interface Callers extends People {
  /** A bot of the member, and a member itself. */
  readonly robot: Bot;
}

type Headers = Record<string, string>;

const session = ({ token }: Person): Headers => ({ "x-session-token": token });

/** The callers, and the headers that each sends. */
export const principals = {
  anonymous: () => ({}),
  /** Sends an unknown session token. */
  broken: () => ({ "x-session-token": "unknown" }),
  /** Has the default permissions of the server. */
  bot: ({ robot }) => ({ "x-bot-token": robot.token }),
  /** Sends an unknown bot token and the stranger's session token. */
  botWithSession: ({ stranger }) => ({ ...session(stranger), "x-bot-token": "unknown" }),
  /** In no server and no conversation, without friends. */
  stranger: ({ stranger }) => session(stranger),
  /** A former member who is banned. */
  banned: ({ banned }) => session(banned),
  /** Has the default permissions of the server. */
  member: ({ member }) => session(member),
  /** Has a role that denies the needed permission and allows all others; without a needed permission it denies all. */
  denied: ({ denied }) => session(denied),
  /** A deputy who is timed out. */
  timedOut: ({ timedOut }) => session(timedOut),
  /** Has a role below the target's role that allows only the needed permission. */
  lower: ({ lower }) => session(lower),
  /** Has a role above the target's role that allows only the needed permission. */
  deputy: ({ deputy }) => session(deputy),
  /** Owns the server, and is a friend of the target. */
  owner: ({ owner }) => session(owner),
} satisfies Record<string, (callers: Callers) => Headers>;

export type Principal = keyof typeof principals;

export const principalNames = Object.keys(principals) as Principal[];

/** The user of a principal. Principals without a session act on the objects of the stranger. */
export function personOf(principal: Principal, people: People): Person {
  return principal in people ? people[principal as keyof People] : people.stranger;
}
