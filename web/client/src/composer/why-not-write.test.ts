import { expect, test } from "bun:test";
import { whyNotWrite } from "./why-not-write.ts";

type WritableChannel = Parameters<typeof whyNotWrite>[0];
const now = Date.parse("2026-01-01T12:00:00Z");

function place(type: WritableChannel["type"], mayWrite: boolean, relationship?: string): WritableChannel {
  return { type, havePermission: () => mayWrite, recipient: relationship ? { relationship } : undefined };
}

test("whoever may write has no obstacle", () => {
  expect(whyNotWrite(place("TextChannel", true), undefined, now)).toBeUndefined();
  expect(whyNotWrite(place("DirectMessage", true, "Friend"), undefined, now)).toBeUndefined();
});

test("a timeout counts until it ends", () => {
  const until = new Date(now + 60_000);
  expect(whyNotWrite(place("TextChannel", false), until, now)).toEqual({ kind: "timeout", until });
  expect(whyNotWrite(place("TextChannel", true), until, now + 60_000)).toBeUndefined();
});

test("blocking, a missing friendship and a missing permission each have their own words", () => {
  const kindOf = (where: WritableChannel) => whyNotWrite(where, undefined, now)?.kind;
  expect(kindOf(place("DirectMessage", false, "Blocked"))).toBe("youBlocked");
  expect(kindOf(place("DirectMessage", false, "BlockedOther"))).toBe("blockedYou");
  expect(kindOf(place("DirectMessage", false, "None"))).toBe("notFriends");
  expect(kindOf(place("Group", false))).toBe("noPermission");
});
