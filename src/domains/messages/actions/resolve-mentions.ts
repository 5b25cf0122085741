import type { Fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import { timeOfId } from "../../../platform/ids/ids.ts";
import {
  assertChannelPermission,
  type Channel,
  type ChannelAccess,
  canMemberViewChannel,
  type TextChannel,
} from "../../channels/index.ts";
import { findServer, listRoles } from "../../members/index.ts";
import { collectMentioned, filterMentioned, type Mentions, parseMentions } from "../rules/mentions.ts";

export interface ResolvedMentions {
  /** Ids of users who can read the message. */
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly everyone: boolean;
  readonly online: boolean;
  /** In conversations, who everyone is: mentions are stored for each of them, not for later recipients. */
  readonly recipients?: readonly string[];
}

const noMentions: ResolvedMentions = { users: [], roles: [], everyone: false, online: false };
const newAccountMs = 12 * 3_600_000;

/** Parses the mentions of a draft and checks that the author may mention everyone and roles. */
export async function checkMentions(
  { db, fail }: { readonly db: Reader; readonly fail: Fail<"MissingPermission"> },
  access: Pick<ChannelAccess, "channel" | "permissions">,
  /** `everyone`: set by a flag of the draft. */
  draft: { readonly content: string; readonly everyone: boolean },
): Promise<Mentions> {
  const { channel } = access;
  const parsed = parseMentions(draft.content);
  const { users, online } = parsed;
  const everyone = parsed.everyone || draft.everyone;
  const isInServer = channel.channel_type === "TextChannel" && parsed.roles.length > 0;
  const roles = isInServer ? await listExisting(db, channel.server, parsed.roles) : parsed.roles;
  if (everyone || online) assertChannelPermission({ fail }, access, "MentionEveryone");
  if (roles.length > 0) assertChannelPermission({ fail }, access, "MentionRoles");
  return { users, roles, everyone, online };
}

async function listExisting(db: Reader, serverId: string, roleIds: readonly string[]): Promise<string[]> {
  const existing = new Set((await listRoles(db, serverId)).map(({ id }) => id));
  return roleIds.filter((id) => existing.has(id));
}

interface MentionSource {
  readonly mentions: Mentions;
  /** Authors of the messages that are replied to, as far as the draft mentions them. */
  readonly repliedTo: readonly string[];
  /** Undefined if the author is not a user. */
  readonly authorId: string | undefined;
}

/** Drops the users who cannot read the channel. */
export function resolveMentions(
  db: Reader,
  channel: Channel,
  source: MentionSource,
): ResolvedMentions | Promise<ResolvedMentions> {
  const { mentions, repliedTo } = source;
  const named = collectMentioned(mentions.users, repliedTo);
  switch (channel.channel_type) {
    case "SavedMessages":
      return noMentions;
    case "DirectMessage":
    case "Group": {
      const { channel_type: kind, recipients } = channel;
      return { ...mentions, users: filterMentioned({ kind, recipients }, named), roles: [], recipients };
    }
    case "TextChannel": {
      const hasNone = named.length + mentions.roles.length === 0 && !mentions.everyone && !mentions.online;
      return hasNone ? noMentions : resolveInServer(db, channel, { ...source, named });
    }
  }
}

async function resolveInServer(
  db: Reader,
  channel: TextChannel,
  { mentions, named, authorId }: MentionSource & { readonly named: readonly string[] },
): Promise<ResolvedMentions> {
  if (await isNewInDiscoverableServer(db, channel.server, authorId)) return noMentions;
  const viewers = new Set<string>();
  for (const id of named) if (await canMemberViewChannel(db, channel, id)) viewers.add(id);
  const users = filterMentioned({ kind: "TextChannel", canView: (id) => viewers.has(id) }, named);
  return { ...mentions, users };
}

/** New accounts mention nobody in servers that anybody can find. */
async function isNewInDiscoverableServer(
  db: Reader,
  serverId: string,
  userId: string | undefined,
): Promise<boolean> {
  if (userId === undefined || db.services.clock.now() - timeOfId(userId) >= newAccountMs) return false;
  return (await findServer(db, serverId))?.discoverable === 1;
}
