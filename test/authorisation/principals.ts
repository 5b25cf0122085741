import type { Bot } from "../support/bots.ts";
import type { Person } from "../support/people.ts";

/** Everybody who takes part, each with a session; the target is whom calls are about. */
export const cast = [
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

export type Cast = Readonly<Record<(typeof cast)[number], Person>>;

export interface Callers extends Cast {
  /** A bot of the member's, and a member itself. */
  readonly robot: Bot;
}

type Headers = Record<string, string>;

const session = ({ token }: Person): Headers => ({ "x-session-token": token });

/** Who calls, and by which headers. */
export const principals = {
  anonymous: () => ({}),
  /** With a session token that is none. */
  broken: () => ({ "x-session-token": "unknown" }),
  /** Has what the server gives to everybody. */
  bot: ({ robot }) => ({ "x-bot-token": robot.token }),
  /** With the token of no bot, and the stranger's session. */
  botWithSession: ({ stranger }) => ({ ...session(stranger), "x-bot-token": "unknown" }),
  /** In no server, a friend of nobody, in no conversation. */
  stranger: ({ stranger }) => session(stranger),
  /** Was a member, and is banned. */
  banned: ({ banned }) => session(banned),
  /** Has what the server gives to everybody. */
  member: ({ member }) => session(member),
  /** A role gives everything but what the route needs, which it takes away; all, if it needs nothing. */
  denied: ({ denied }) => session(denied),
  /** Is a deputy, and timed out. */
  timedOut: ({ timedOut }) => session(timedOut),
  /** A role below that of the target gives what the route needs, and no more. */
  lower: ({ lower }) => session(lower),
  /** The same with a role above that of the target. */
  deputy: ({ deputy }) => session(deputy),
  /** Owns the server, and is a friend of the target. */
  owner: ({ owner }) => session(owner),
} satisfies Record<string, (callers: Callers) => Headers>;

export type Principal = keyof typeof principals;

export const principalNames = Object.keys(principals) as Principal[];

/** Whose session it is; without one of their own, principals speak of the stranger's things as theirs. */
export function personBehind(principal: Principal, people: Cast): Person {
  return principal in people ? people[principal as keyof Cast] : people.stranger;
}
