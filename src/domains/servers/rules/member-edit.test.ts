import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { File } from "../../../protocol/file.ts";
import { type Member, memberView } from "../../members/index.ts";
import type { MemberField } from "../model.ts";
import { type PreparedMemberEdit, parseTimeout, planMemberEdit } from "./member-edit.ts";

const avatarFile: File = {
  _id: "file",
  tag: "avatars",
  filename: "me.png",
  metadata: { type: "File" },
  content_type: "image/png",
  size: 1,
};
const plain = {
  server_id: "s",
  user_id: "u",
  joined_at: 0,
  nickname: null,
  pronouns: null,
  avatar: null,
  timeout_until: null,
  can_publish: 1,
  can_receive: 1,
  roles: [],
};
const decorated = {
  ...plain,
  nickname: "N",
  pronouns: "they",
  avatar: JSON.stringify(avatarFile),
  timeout_until: 1,
  can_publish: 0,
  can_receive: 0,
  roles: ["r1", "r2"],
};
const everything: MemberField[] = [
  "Nickname",
  "Pronouns",
  "Avatar",
  "Roles",
  "Timeout",
  "CanReceive",
  "CanPublish",
  "JoinedAt",
  "VoiceChannel",
];

const whole = (member: Member) => ({ roles: [], can_publish: true, can_receive: true, ...member });

describe("planning an edit of a member", () => {
  test("does nothing without fields, or with fields that are empty already", () => {
    const nothing = { changes: {}, data: {}, clear: [], before: {} };
    for (const edit of [{}, { remove: [] }, { remove: everything }, { roles: [], can_publish: true }])
      expect(planMemberEdit(plain, edit)).toEqual(nothing);
    const same = { nickname: "N", pronouns: "they", roles: ["r1", "r2", "r1"], timeoutUntil: 1 };
    for (const edit of [
      same,
      { ...same, can_publish: false, can_receive: false, remove: ["Nickname" as const] },
    ])
      expect(planMemberEdit(decorated, edit)).toEqual(nothing);
  });

  test("empties every field that is set, once", () => {
    const { changes, data, clear, before } = planMemberEdit(decorated, {
      remove: [...everything, ...everything],
    });
    expect<object>({ after: { ...decorated, ...changes }, data }).toEqual({ after: plain, data: {} });
    expect(clear).toEqual(["Nickname", "Pronouns", "Avatar", "Roles", "Timeout", "CanReceive", "CanPublish"]);
    expect(before).toEqual({
      nickname: "N",
      pronouns: "they",
      avatar: avatarFile,
      roles: ["r1", "r2"],
      timeout: "1970-01-01T00:00:00.001Z",
      can_publish: false,
      can_receive: false,
    });
  });

  test("shows fields that are set in the form of clients, also if set to a default", () => {
    const edit = { nickname: "New", avatarFile, roles: ["r3", "r3"], timeoutUntil: 5, can_publish: true };
    const { data, before } = planMemberEdit({ ...plain, can_publish: 0 }, edit);
    expect(data).toEqual({
      nickname: "New",
      avatar: avatarFile,
      roles: ["r3"],
      timeout: "1970-01-01T00:00:00.005Z",
      can_publish: true,
    });
    expect(before).toEqual({ roles: [], can_publish: false });
  });

  test("a field that is emptied and set at once is set", () => {
    expect(planMemberEdit(decorated, { remove: ["Nickname"], nickname: "New" })).toEqual({
      changes: { nickname: "New" },
      data: { nickname: "New" },
      clear: [],
      before: { nickname: "N" },
    });
  });

  test("the shown data agrees with the stored columns for every edit", () => {
    const edits = fc.record<PreparedMemberEdit>(
      {
        nickname: fc.constantFrom("N", "M"),
        pronouns: fc.string(),
        avatarFile: fc.constant(avatarFile),
        roles: fc.array(fc.constantFrom("r1", "r2", "r3")),
        timeoutUntil: fc.integer(),
        can_publish: fc.boolean(),
        can_receive: fc.boolean(),
        remove: fc.array(fc.constantFrom(...everything)),
      },
      { requiredKeys: [] },
    );
    const property = fc.property(fc.constantFrom(plain, decorated), edits, (member, edit) => {
      const { changes, data, clear } = planMemberEdit(member, edit);
      const after = { ...member, ...changes };
      // A client that knew the member, and learned of the edit.
      const known = whole(memberView(member));
      const emptied = {
        ...(clear.includes("Nickname") && { nickname: undefined }),
        ...(clear.includes("Pronouns") && { pronouns: undefined }),
        ...(clear.includes("Avatar") && { avatar: undefined }),
        ...(clear.includes("Timeout") && { timeout: undefined }),
        ...(clear.includes("Roles") && { roles: [] }),
        ...(clear.includes("CanPublish") && { can_publish: true }),
        ...(clear.includes("CanReceive") && { can_receive: true }),
      };
      expect<object>({ ...known, ...emptied, ...data }).toEqual(whole(memberView(after)));
      expect(after.joined_at).toBe(member.joined_at);
    });
    fc.assert(property, { numRuns: 500 });
  });
});

test.each([
  ["2026-01-02T03:04:05.678Z", Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
  ["2026-01-02T03:04:05+02:00", Date.UTC(2026, 0, 2, 1, 4, 5)],
  ["2026-01-02T03:04:05-11:30", Date.UTC(2026, 0, 2, 14, 34, 5)],
  [0, 0],
  [-1, -1],
  [1_767_323_045_678, 1_767_323_045_678],
  ["9999-12-31T23:59:59.999Z", 253_402_300_799_999],
  ["9999-12-31T23:59:59-00:01", undefined],
  ["0000-01-01T00:00:00+00:01", undefined],
  ["2026-12-31T23:59:60Z", undefined],
  ["2026-01-02T03:04:05Z[Europe/Berlin]", undefined],
  ["tomorrow", undefined],
  [253_402_300_800_000, undefined],
  [Number.MAX_SAFE_INTEGER, undefined],
  [-Number.MAX_SAFE_INTEGER, undefined],
])("the timeout %p is parsed as %p", (timeout, time) => {
  expect(parseTimeout(timeout)).toBe(time);
});
