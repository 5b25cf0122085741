import type { Permission } from "../../../../../src/permissions/bits.ts";

type PermissionTexts = Readonly<Record<Permission, { readonly name: string; readonly sentence: string }>>;

const names: PermissionTexts = {
  ManageServer: {
    name: "Manage server",
    sentence: "Change its name, icon, banner and system messages, see all invites.",
  },
  ManageChannel: { name: "Manage channels", sentence: "Create, change, sort and delete channels." },
  ManagePermissions: {
    name: "Manage permissions",
    sentence: "Change what roles may do, up to what one has oneself.",
  },
  ManageRole: { name: "Manage roles", sentence: "Create, change and delete roles below one's own." },
  ManageCustomisation: { name: "Manage emoji", sentence: "Add, rename and delete emoji of the server." },
  ViewAuditLogs: { name: "View the audit log", sentence: "See who changed what." },
  InviteOthers: { name: "Invite people", sentence: "Create invite links." },
  KickMembers: {
    name: "Kick members",
    sentence: "Remove people below one's rank; they can come back with an invite.",
  },
  BanMembers: { name: "Ban members", sentence: "Remove people below one's rank for good." },
  TimeoutMembers: {
    name: "Time out members",
    sentence: "Keep people from writing and speaking for a while.",
  },
  AssignRoles: { name: "Assign roles", sentence: "Give and take roles below one's own." },
  ChangeNickname: { name: "Change own nickname", sentence: "Use another name in this server." },
  ManageNicknames: { name: "Manage nicknames", sentence: "Change the nicknames of others." },
  ChangeAvatar: { name: "Change own avatar", sentence: "Use another avatar in this server." },
  RemoveAvatars: { name: "Remove avatars", sentence: "Remove the server avatars of others." },
  ViewChannel: { name: "See channels", sentence: "Without it a channel does not exist for these people." },
  ReadMessageHistory: { name: "Read older messages", sentence: "See what was written before." },
  SendMessage: { name: "Send messages", sentence: "Write in text channels." },
  SendEmbeds: { name: "Show link previews", sentence: "Links in their messages get a preview." },
  UploadFiles: { name: "Attach files", sentence: "Send images and other files." },
  React: { name: "React", sentence: "Add reactions to messages." },
  UseExternalEmojis: {
    name: "Use emoji from other servers",
    sentence: "Send emoji that belong to another server.",
  },
  Masquerade: {
    name: "Use another name for a message",
    sentence: "Send messages with another name and avatar.",
  },
  MentionEveryone: { name: "Mention everyone", sentence: "Notify all members with @everyone or @online." },
  MentionRoles: { name: "Mention roles", sentence: "Notify all members who have a role." },
  ManageMessages: {
    name: "Manage messages",
    sentence: "Delete and pin messages of others, clear reactions.",
  },
  ManageWebhooks: { name: "Manage webhooks", sentence: "Create, change and delete webhooks." },
  BypassSlowmode: { name: "Ignore slowmode", sentence: "Write without waiting where slowmode is on." },
  Connect: { name: "Join voice", sentence: "Enter voice channels." },
  Listen: { name: "Listen", sentence: "Hear the others in a voice channel." },
  Speak: { name: "Speak", sentence: "Be heard in a voice channel." },
  Video: { name: "Camera and screen", sentence: "Show the camera or the screen in a voice channel." },
  MuteMembers: { name: "Mute members", sentence: "Switch off the microphones of others." },
  DeafenMembers: { name: "Deafen members", sentence: "Switch off what others hear." },
  MoveMembers: { name: "Move members", sentence: "Move people into another voice channel." },
};

export const permissions = {
  names,
  groups: { server: "Server", members: "Members", text: "Messages", voice: "Voice" },
  states: { deny: "Deny", allow: "Allow" },
  notAllowed: "Not allowed",
  inherit: { deny: "Inherited: not allowed", allow: "Inherited: allowed" },
  lacking: "You cannot change this.",
} as const;
