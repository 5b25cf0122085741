import { describe, expect, test } from "bun:test";
import { allNamedBits, bitsetOf, grantAllSafe, type Permission, permission, permissionBits } from "./bits.ts";
import { includes, intersection } from "./bitset.ts";
import { directMessageDefault, newServerDefault, viewOnly, webhookDefault } from "./defaults.ts";

/** The values that clients use. */
const values: Record<Permission, number> = {
  ManageChannel: 1,
  ManageServer: 2,
  ManagePermissions: 4,
  ManageRole: 8,
  ManageCustomisation: 16,
  KickMembers: 64,
  BanMembers: 128,
  TimeoutMembers: 256,
  AssignRoles: 512,
  ChangeNickname: 1024,
  ManageNicknames: 2048,
  ChangeAvatar: 4096,
  RemoveAvatars: 8192,
  ViewChannel: 1048576,
  ReadMessageHistory: 2097152,
  SendMessage: 4194304,
  ManageMessages: 8388608,
  ManageWebhooks: 16777216,
  InviteOthers: 33554432,
  SendEmbeds: 67108864,
  UploadFiles: 134217728,
  Masquerade: 268435456,
  React: 536870912,
  Connect: 1073741824,
  Speak: 2147483648,
  Video: 4294967296,
  MuteMembers: 8589934592,
  DeafenMembers: 17179869184,
  MoveMembers: 34359738368,
  Listen: 68719476736,
  MentionEveryone: 137438953472,
  MentionRoles: 274877906944,
  BypassSlowmode: 549755813888,
  ViewAuditLogs: 1099511627776,
  UseExternalEmojis: 2199023255552,
};

describe("permission bits", () => {
  test("have the values that clients use", () => {
    expect(permission).toEqual(values);
  });

  test("are unique and documented", () => {
    const bits = Object.values(permissionBits);
    expect(new Set(bits.map(({ bit }) => bit)).size).toBe(bits.length);
    for (const { doc } of bits) expect(doc).toMatch(/^[A-Z].*\.$/);
  });

  test("52 bits can be granted, all named ones among them", () => {
    expect(grantAllSafe).toBe(4503599627370495);
    expect(includes(grantAllSafe, allNamedBits)).toBeTrue();
    // All from 0 to 41 except 5 and 14 to 19, which are reserved.
    expect(allNamedBits).toBe(2 ** 42 - 1 - 2 ** 5 - (2 ** 20 - 2 ** 14));
  });

  test("a repeated name counts once", () => {
    expect(bitsetOf("Video", "React", "Video")).toBe(4294967296 + 536870912);
    expect(bitsetOf()).toBe(0);
  });
});

describe("default permissions", () => {
  test.each([
    ["view only", viewOnly, 3145728],
    ["direct messages and groups", directMessageDefault, 77283196929],
    ["a new server", newServerDefault, 2276038022144],
    ["a new webhook", webhookDefault, 876609536],
  ])("%s", (_what, set, value) => {
    expect(set).toBe(value);
  });

  test("a new server does not allow members to moderate, mass mention or bypass limits", () => {
    const sensitive = bitsetOf(
      "ManageMessages",
      "MentionEveryone",
      "MentionRoles",
      "Masquerade",
      "BypassSlowmode",
      "ViewAuditLogs",
    );
    expect(intersection(newServerDefault, sensitive)).toBe(0);
  });
});
