/** The permissions of the protocol by name. They do not fit into 32 bits, so all arithmetic is in bigints. */
export const permissionBits = {
  ManageChannel: 1n << 0n,
  ManageServer: 1n << 1n,
  ManagePermissions: 1n << 2n,
  ManageRole: 1n << 3n,
  ManageCustomisation: 1n << 4n,
  KickMembers: 1n << 6n,
  BanMembers: 1n << 7n,
  TimeoutMembers: 1n << 8n,
  AssignRoles: 1n << 9n,
  ChangeNickname: 1n << 10n,
  ManageNicknames: 1n << 11n,
  ChangeAvatar: 1n << 12n,
  RemoveAvatars: 1n << 13n,
  ViewChannel: 1n << 20n,
  ReadMessageHistory: 1n << 21n,
  SendMessage: 1n << 22n,
  ManageMessages: 1n << 23n,
  ManageWebhooks: 1n << 24n,
  InviteOthers: 1n << 25n,
  SendEmbeds: 1n << 26n,
  UploadFiles: 1n << 27n,
  Masquerade: 1n << 28n,
  React: 1n << 29n,
  Connect: 1n << 30n,
  Speak: 1n << 31n,
  Video: 1n << 32n,
  MuteMembers: 1n << 33n,
  DeafenMembers: 1n << 34n,
  MoveMembers: 1n << 35n,
  Listen: 1n << 36n,
  MentionEveryone: 1n << 37n,
  MentionRoles: 1n << 38n,
  BypassSlowmode: 1n << 39n,
  ViewAuditLogs: 1n << 40n,
} as const;

export type PermissionName = keyof typeof permissionBits;

/** What the owner of a server has: every bit that the protocol allows. */
export const everything = (1n << 52n) - 1n;

/** Of those who may only read: in a timeout, and in a conversation with somebody who cannot be written to. */
export const viewOnly = bitsOf("ViewChannel", "ReadMessageHistory");

/** In direct messages, and in groups unless they have others. */
export const conversationDefaults =
  viewOnly |
  bitsOf("ManageChannel", "SendMessage", "InviteOthers", "SendEmbeds", "UploadFiles", "Masquerade", "React") |
  bitsOf("Connect", "Speak", "Video", "Listen");

/** What is left of permissions until a time. */
export function inTimeout(value: bigint, until: Date | undefined): bigint {
  return until && +until > Date.now() ? value & viewOnly : value;
}

function bitsOf(...names: readonly PermissionName[]): bigint {
  return names.reduce((bits, name) => bits | permissionBits[name], 0n);
}

/** A layer of permissions: what it gives, and what it takes away. */
export interface Override {
  readonly allow: bigint;
  readonly deny: bigint;
}

export const noOverride: Override = { allow: 0n, deny: 0n };

export type PermissionState = "allow" | "neutral" | "deny";

export function has(value: bigint, name: PermissionName): boolean {
  return (value & permissionBits[name]) !== 0n;
}

/** Adds what a layer allows, then removes what it denies. */
export function apply(value: bigint, { allow, deny }: Override): bigint {
  return (value | allow) & ~deny;
}

export function stateOf({ allow, deny }: Override, name: PermissionName): PermissionState {
  if (has(deny, name)) return "deny";
  return has(allow, name) ? "allow" : "neutral";
}

export function withState({ allow, deny }: Override, name: PermissionName, state: PermissionState): Override {
  const bit = permissionBits[name];
  return {
    allow: state === "allow" ? allow | bit : allow & ~bit,
    deny: state === "deny" ? deny | bit : deny & ~bit,
  };
}

/**
 * Whether somebody who holds `held` may put a permission into a state.
 * One cannot give what one lacks: neither allow it again nor lift its denial.
 */
export function mayPut(
  held: bigint,
  current: Override,
  name: PermissionName,
  state: PermissionState,
): boolean {
  if (has(held, name)) return true;
  if (state === "allow") return stateOf(current, name) === "allow";
  return state === "deny" || stateOf(current, name) !== "deny";
}

/** Groups of permissions as the editor shows them. */
export const permissionGroups = [
  {
    id: "server",
    names: [
      "ManageServer",
      "ManageChannel",
      "ManagePermissions",
      "ManageRole",
      "ManageCustomisation",
      "ViewAuditLogs",
    ],
  },
  {
    id: "members",
    names: [
      "InviteOthers",
      "KickMembers",
      "BanMembers",
      "TimeoutMembers",
      "AssignRoles",
      "ChangeNickname",
      "ManageNicknames",
      "ChangeAvatar",
      "RemoveAvatars",
    ],
  },
  {
    id: "text",
    names: [
      "ViewChannel",
      "ReadMessageHistory",
      "SendMessage",
      "SendEmbeds",
      "UploadFiles",
      "React",
      "Masquerade",
      "MentionEveryone",
      "MentionRoles",
      "ManageMessages",
      "ManageWebhooks",
      "BypassSlowmode",
    ],
  },
  {
    id: "voice",
    names: ["Connect", "Listen", "Speak", "Video", "MuteMembers", "DeafenMembers", "MoveMembers"],
  },
] as const satisfies readonly { readonly id: string; readonly names: readonly PermissionName[] }[];

/** Permissions that mean something in a single channel. */
const ofChannels = new Set<PermissionName>([
  "ManageChannel",
  "ManagePermissions",
  "InviteOthers",
  ...permissionGroups[2].names,
  ...permissionGroups[3].names,
]);

/** Those that only concern the whole server. */
export const serverPermissions: readonly PermissionName[] = permissionGroups
  .flatMap(({ names }): readonly PermissionName[] => names)
  .filter((name) => !ofChannels.has(name));

/** The groups for the editor of a channel: without what only concerns the whole server. */
export function channelPermissionGroups() {
  return permissionGroups
    .map(({ id, names }) => ({ id, names: names.filter((name) => ofChannels.has(name)) }))
    .filter(({ names }) => names.length > 0);
}
