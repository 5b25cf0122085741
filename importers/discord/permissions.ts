import { allNamedBits, bitsetOf, type Permission } from "../../src/permissions/bits.ts";

/** What each bit of Discord's permissions allows here; bits that are not listed have no counterpart. */
const counterparts: Readonly<Record<number, readonly Permission[]>> = {
  0: ["InviteOthers"],
  1: ["KickMembers"],
  2: ["BanMembers"],
  4: ["ManageChannel"],
  5: ["ManageServer"],
  6: ["React"],
  7: ["ViewAuditLogs"],
  9: ["Video"],
  10: ["ViewChannel"],
  11: ["SendMessage"],
  13: ["ManageMessages"],
  14: ["SendEmbeds"],
  15: ["UploadFiles"],
  16: ["ReadMessageHistory"],
  17: ["MentionEveryone", "MentionRoles"],
  18: ["UseExternalEmojis"],
  // Whoever may join a call of Discord hears it.
  20: ["Connect", "Listen"],
  21: ["Speak"],
  22: ["MuteMembers"],
  23: ["DeafenMembers"],
  24: ["MoveMembers"],
  26: ["ChangeNickname", "ChangeAvatar"],
  27: ["ManageNicknames", "RemoveAvatars"],
  28: ["ManageRole", "AssignRoles", "ManagePermissions"],
  29: ["ManageWebhooks"],
  30: ["ManageCustomisation"],
  40: ["TimeoutMembers"],
  52: ["BypassSlowmode"],
};

const everything = 3n;

/** The permissions that correspond to a bit field of Discord, which is written as a number in a text. */
export function permissionsOf(field: string): number {
  const bits = BigInt(field);
  if ((bits >> everything) & 1n) return allNamedBits;
  return bitsetOf(
    ...Object.entries(counterparts).flatMap(([bit, names]) => ((bits >> BigInt(bit)) & 1n ? names : [])),
  );
}
