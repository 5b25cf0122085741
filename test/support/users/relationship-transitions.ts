import type { Person } from "../accounts/people.ts";
import type { Client } from "../http/client.ts";

export const verbs = ["add", "remove", "block", "unblock"] as const;
export type Verb = (typeof verbs)[number];

/**
 * The pair of relations or the error that each verb leads to from each pair; the caller's relation comes first. Written
 * by hand, independent of the implementation.
 */
export const transitions: Readonly<Record<string, Readonly<Record<Verb, string>>>> = {
  "None/None": {
    add: "Outgoing/Incoming",
    remove: "400 NoEffect",
    block: "Blocked/BlockedOther",
    unblock: "400 NoEffect",
  },
  "Outgoing/Incoming": {
    add: "409 AlreadySentRequest",
    remove: "None/None",
    block: "Blocked/BlockedOther",
    unblock: "400 NoEffect",
  },
  "Incoming/Outgoing": {
    add: "Friend/Friend",
    remove: "None/None",
    block: "Blocked/BlockedOther",
    unblock: "400 NoEffect",
  },
  "Friend/Friend": {
    add: "409 AlreadyFriends",
    remove: "None/None",
    block: "Blocked/BlockedOther",
    unblock: "400 NoEffect",
  },
  "Blocked/BlockedOther": {
    add: "409 Blocked",
    remove: "400 NoEffect",
    block: "400 NoEffect",
    unblock: "None/None",
  },
  "BlockedOther/Blocked": {
    add: "403 BlockedByOther",
    remove: "400 NoEffect",
    block: "Blocked/Blocked",
    unblock: "400 NoEffect",
  },
  "Blocked/Blocked": {
    add: "409 Blocked",
    remove: "400 NoEffect",
    block: "400 NoEffect",
    unblock: "BlockedOther/Blocked",
  },
};

export const pairs = Object.keys(transitions);

/** The pair from the point of view of the other user. */
export function swap(pair: string): string {
  return pair.split("/").reverse().join("/");
}

/** Applies a verb over HTTP. */
export function changeRelationship(
  { client }: { client: Client },
  verb: Verb,
  [who, whom]: readonly [Person, Person],
) {
  const path = `/users/${whom.id}/${verb === "add" || verb === "remove" ? "friend" : "block"}`;
  const call = verb === "add" || verb === "block" ? client.put : client.delete;
  return call(path, {}, { token: who.token });
}

type Step = readonly [by: "first" | "second", verb: Verb];

/** The steps that lead two strangers to each pair. */
const recipes: Readonly<Record<string, readonly Step[]>> = {
  "None/None": [],
  "Outgoing/Incoming": [["first", "add"]],
  "Incoming/Outgoing": [["second", "add"]],
  "Friend/Friend": [
    ["second", "add"],
    ["first", "add"],
  ],
  "Blocked/BlockedOther": [["first", "block"]],
  "BlockedOther/Blocked": [["second", "block"]],
  "Blocked/Blocked": [
    ["first", "block"],
    ["second", "block"],
  ],
};

/** Brings two strangers into this pair of relations. */
export async function setRelationship(
  server: { client: Client },
  pair: string,
  [first, second]: readonly [Person, Person],
) {
  for (const [by, verb] of recipes[pair] ?? []) {
    const { status } = await changeRelationship(
      server,
      verb,
      by === "first" ? [first, second] : [second, first],
    );
    if (status !== 200) throw new Error(`${verb} ended with ${status} on the way to ${pair}`);
  }
}
