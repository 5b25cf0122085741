import { describe, expect, test } from "bun:test";
import { allowedMemberActions, assignableRoles, type MemberSituation, rankOf } from "./member-rules.ts";

const target = {
  isMember: true,
  isOwner: false,
  rank: Number.POSITIVE_INFINITY,
  mayTimeOut: false,
  isTimedOut: false,
  isInVoice: false,
};
const moderator: MemberSituation = { isSelf: false, ownRank: 1, target, may: () => true };

const allowed = (situation: MemberSituation) =>
  Object.entries(allowedMemberActions(situation))
    .filter(([, may]) => may)
    .map(([name]) => name);

describe("what may be done with a member", () => {
  test("a moderator may do everything with a member without roles", () => {
    expect(allowed(moderator)).toEqual(["nickname", "roles", "timeout", "kick", "ban"]);
  });

  test("nobody may act on their equal, on somebody above, or on the owner", () => {
    expect(allowed({ ...moderator, target: { ...target, rank: 1 } })).toEqual([]);
    expect(allowed({ ...moderator, target: { ...target, rank: 0 } })).toEqual([]);
    expect(allowed({ ...moderator, target: { ...target, isOwner: true } })).toEqual([]);
    expect(allowed({ ...moderator, ownRank: Number.POSITIVE_INFINITY })).toEqual([]);
  });

  test("a person without permissions sees nothing, a person with one of them that one", () => {
    expect(allowed({ ...moderator, may: () => false })).toEqual([]);
    expect(allowed({ ...moderator, may: (permission) => permission === "KickMembers" })).toEqual(["kick"]);
  });

  test("who may time out cannot be timed out; a timeout can be ended", () => {
    expect(allowed({ ...moderator, target: { ...target, mayTimeOut: true } })).not.toContain("timeout");
    const timedOut = allowed({ ...moderator, target: { ...target, isTimedOut: true } });
    expect(timedOut).toContain("endTimeout");
    expect(timedOut).not.toContain("timeout");
  });

  test("who has left can be banned and nothing else", () => {
    expect(allowed({ ...moderator, target: { ...target, isMember: false } })).toEqual(["ban"]);
  });

  test("oneself can be renamed, and given roles, and not removed", () => {
    expect(allowed({ ...moderator, isSelf: true })).toEqual(["nickname", "roles"]);
    const plain = { ...moderator, isSelf: true, ownRank: Number.POSITIVE_INFINITY };
    expect(allowed({ ...plain, may: (permission) => permission === "ChangeNickname" })).toEqual(["nickname"]);
  });

  test("moving needs somebody in a voice channel", () => {
    expect(allowed({ ...moderator, target: { ...target, isInVoice: true } })).toContain("move");
  });
});

describe("ranks", () => {
  const roles = new Map([
    ["a", { id: "a", rank: 0 }],
    ["b", { id: "b", rank: 3 }],
    ["c", { id: "c", rank: 5 }],
  ]);

  test("the smallest number counts, deleted roles do not", () => {
    expect(rankOf(["c", "b", "deleted"], roles)).toBe(3);
    expect(rankOf(["deleted"], roles)).toBe(Number.POSITIVE_INFINITY);
    expect(rankOf([], roles)).toBe(Number.POSITIVE_INFINITY);
  });

  test("only roles below one's own can be given", () => {
    expect(assignableRoles([...roles.values()].reverse(), 3).map(({ id }) => id)).toEqual(["c"]);
    expect(assignableRoles([...roles.values()].reverse(), -1).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });
});
