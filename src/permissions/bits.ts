interface PermissionBit {
  readonly bit: number;
  readonly doc: string;
}

/** The permissions in servers and channels. Bits without an entry are reserved. */
export const permissionBits = {
  ManageChannel: { bit: 0, doc: "Create, change and delete channels." },
  ManageServer: { bit: 1, doc: "Change the server, list its invites and add bots to it." },
  ManagePermissions: { bit: 2, doc: "Set role and default permissions, in the server or a channel." },
  ManageRole: { bit: 3, doc: "Create, change, reorder and delete roles." },
  ManageCustomisation: { bit: 4, doc: "Create, change and delete custom emoji." },
  KickMembers: { bit: 6, doc: "Remove members of lower rank." },
  BanMembers: { bit: 7, doc: "Ban members of lower rank." },
  TimeoutMembers: { bit: 8, doc: "Time out members of lower rank." },
  AssignRoles: { bit: 9, doc: "Add roles to members of lower rank, and remove them." },
  ChangeNickname: { bit: 10, doc: "Change one's own nickname." },
  ManageNicknames: { bit: 11, doc: "Change or remove nicknames of members of lower rank." },
  ChangeAvatar: { bit: 12, doc: "Change one's own avatar in the server." },
  RemoveAvatars: { bit: 13, doc: "Remove server avatars of members of lower rank." },
  ViewChannel: { bit: 20, doc: "View a channel. Without it, a member has no permissions in the channel." },
  ReadMessageHistory: { bit: 21, doc: "Read the message history." },
  SendMessage: { bit: 22, doc: "Send messages." },
  ManageMessages: { bit: 23, doc: "Delete and pin messages of others, and clear their reactions." },
  ManageWebhooks: { bit: 24, doc: "Create, change and delete webhooks of a channel." },
  InviteOthers: { bit: 25, doc: "Create invites, and add users to a group." },
  SendEmbeds: { bit: 26, doc: "Send embeds, and show previews of links." },
  UploadFiles: { bit: 27, doc: "Send attachments." },
  Masquerade: { bit: 28, doc: "Send messages under another name and avatar." },
  React: { bit: 29, doc: "React to messages." },
  Connect: { bit: 30, doc: "Join the call of a channel." },
  Speak: { bit: 31, doc: "Speak in a call." },
  Video: { bit: 32, doc: "Share a camera or screen in a call." },
  MuteMembers: { bit: 33, doc: "Mute members of lower rank in calls." },
  DeafenMembers: { bit: 34, doc: "Deafen members of lower rank in calls." },
  MoveMembers: { bit: 35, doc: "Move members from one call to another." },
  Listen: { bit: 36, doc: "Listen to others in a call." },
  MentionEveryone: { bit: 37, doc: "Mention everyone in a channel, or everyone who is online." },
  MentionRoles: { bit: 38, doc: "Mention all members with a role." },
  BypassSlowmode: { bit: 39, doc: "Send messages in slowmode channels without waiting." },
  ViewAuditLogs: { bit: 40, doc: "Read the audit log." },
  UseExternalEmojis: { bit: 41, doc: "Use emoji of other servers in messages." },
} as const satisfies Record<string, PermissionBit>;

export type Permission = keyof typeof permissionBits;

export const permission = Object.fromEntries(
  Object.entries(permissionBits).map(([name, { bit }]) => [name, 2 ** bit]),
) as Readonly<Record<Permission, number>>;

/** The value of users with all permissions: every bit that can be granted, reserved ones included. */
export const grantAllSafe = 2 ** 52 - 1;

export const allNamedBits = bitsetOf(...(Object.keys(permissionBits) as Permission[]));

export function bitsetOf(...names: readonly Permission[]): number {
  return [...new Set(names)].reduce((sum, name) => sum + permission[name], 0);
}
