import type { Relation } from "../../../visibility/view-change.ts";

type RelationshipAction = "add" | "remove" | "block" | "unblock";

/** The relations of two users to each other, seen from the one who acts. */
export interface RelationshipPair {
  readonly own: Relation;
  readonly other: Relation;
}

type StepError = "NoEffect" | "AlreadySentRequest" | "AlreadyFriends" | "Blocked" | "BlockedByOther";

const strangers = { own: "None", other: "None" } as const;
const requested = { own: "Outgoing", other: "Incoming" } as const;
const friends = { own: "Friend", other: "Friend" } as const;
const blocking = { own: "Blocked", other: "BlockedOther" } as const;
const blocked = { own: "BlockedOther", other: "Blocked" } as const;
const blockingEachOther = { own: "Blocked", other: "Blocked" } as const;

/** By the pair before the step. No other pairs exist, and no step leads to one. */
const steps = {
  "None/None": { add: requested, remove: "NoEffect", block: blocking, unblock: "NoEffect" },
  "Outgoing/Incoming": {
    add: "AlreadySentRequest",
    remove: strangers,
    block: blocking,
    unblock: "NoEffect",
  },
  "Incoming/Outgoing": { add: friends, remove: strangers, block: blocking, unblock: "NoEffect" },
  "Friend/Friend": { add: "AlreadyFriends", remove: strangers, block: blocking, unblock: "NoEffect" },
  "Blocked/BlockedOther": { add: "Blocked", remove: "NoEffect", block: "NoEffect", unblock: strangers },
  "BlockedOther/Blocked": {
    add: "BlockedByOther",
    remove: "NoEffect",
    block: blockingEachOther,
    unblock: "NoEffect",
  },
  "Blocked/Blocked": { add: "Blocked", remove: "NoEffect", block: "NoEffect", unblock: blocked },
} as const satisfies Record<string, Record<RelationshipAction, RelationshipPair | StepError>>;

type Steps = typeof steps;

/** The pair after an action, or the name of the error. */
export function takeStep<A extends RelationshipAction>(
  action: A,
  { own, other }: RelationshipPair,
): Steps[keyof Steps][A] {
  const row: Steps[keyof Steps] | undefined = steps[`${own}/${other}` as keyof Steps];
  if (!row) throw new Error(`the relations ${own} and ${other} do not match`);
  return row[action];
}
