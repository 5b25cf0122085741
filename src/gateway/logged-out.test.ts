import { describe, expect, test } from "bun:test";
import type { ViewChange } from "../visibility/view-change.ts";
import { isLoggedOutBy } from "./logged-out.ts";

const bot = undefined;

/** A change, a connection by its session and user, and whether the change ends it. */
const cases: [change: ViewChange, sessionId: string | undefined, userId: string, ended: boolean][] = [
  [{ kind: "logged out", user: "me", only: "s1" }, "s1", "me", true],
  [{ kind: "logged out", user: "me", only: "s1" }, "s2", "me", false],
  [{ kind: "logged out", user: "me", only: "s1" }, "s1", "you", false],
  [{ kind: "logged out", user: "me", only: "s1" }, bot, "me", false],
  [{ kind: "logged out", user: "me", except: "s1" }, "s1", "me", false],
  [{ kind: "logged out", user: "me", except: "s1" }, "s2", "me", true],
  [{ kind: "logged out", user: "me", except: null }, "s1", "me", true],
  [{ kind: "logged out", user: "me", except: null }, "s1", "you", false],
  [{ kind: "logged out", user: "me" }, "s1", "me", true],
  [{ kind: "logged out", user: "me" }, bot, "me", true],
  [{ kind: "logged out", user: "me" }, bot, "you", false],
  [{ kind: "user wiped", user: "me" }, "s1", "me", false],
];

describe("whether an announcement ends the session of a connection", () => {
  test.each(cases)("%j: session %p of %s: %p", (change, sessionId, userId, ended) => {
    const other: ViewChange = { kind: "visibility", user: "me", invisible: true };
    const announcement = { name: "", payload: {}, topics: [], changes: [other, change] };
    expect(isLoggedOutBy(announcement, sessionId, userId)).toBe(ended);
  });

  test("an announcement without changes does not", () => {
    expect(isLoggedOutBy({}, "s1", "me")).toBe(false);
  });
});
