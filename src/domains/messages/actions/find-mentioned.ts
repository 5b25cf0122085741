import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import { timeOfId } from "../../../platform/ids.ts";
import type { Tx } from "../../../store/tx.ts";
import type { ChannelAccess } from "../../channels/index.ts";
import type { Channel } from "../../conversations/index.ts";
import { canMemberViewChannel, findServer, listRoles } from "../../servers/index.ts";
import { gatherMentioned, keepMentions } from "../rules/kept-mentions.ts";
import { type Mentions, parseMentions } from "../rules/mentions.ts";

export interface ResolvedMentions {
  /** Ids of users, without those whom it does not reach. */
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly everyone: boolean;
  readonly online: boolean;
  /** Who everyone is, where they are few: they are told one by one, and who comes later is not. */
  readonly crowd?: readonly string[];
}

const nobody: ResolvedMentions = { users: [], roles: [], everyone: false, online: false };
const trustedAfterMs = 12 * 3_600_000;

/** Who is mentioned by what somebody says in a channel, if they may mention so many. */
export async function findMentions(
  tx: Tx<never, "MissingPermission">,
  { channel, permissions }: Pick<ChannelAccess, "channel" | "permissions">,
  /** `everyone`: wanted by a flag instead of by a word. */
  speech: { readonly content: string; readonly everyone: boolean },
): Promise<Mentions> {
  const said = parseMentions(speech.content);
  const everyone = said.everyone || speech.everyone;
  const assert = (needed: "MentionEveryone" | "MentionRoles") => {
    if (!includes(permissions, permission[needed]))
      throw tx.fail("MissingPermission", { permission: needed });
  };
  const check = (roles: string[]) => {
    if (everyone || said.online) assert("MentionEveryone");
    if (roles.length > 0) assert("MentionRoles");
    return { ...said, roles, everyone };
  };
  if (channel.channel_type !== "TextChannel" || said.roles.length === 0) return check(said.roles);
  const roles = await listRoles(tx, channel.server);
  return check(said.roles.filter((id) => roles.some((role) => role.id === id)));
}

interface Reaching {
  readonly mentions: Mentions;
  readonly answered: readonly string[];
  /** The user who speaks, if it is one. */
  readonly from: string | undefined;
}

/** Those whom it reaches. In servers that anybody can find, who has just come is not heard by name. */
export async function resolveMentions(
  tx: Tx,
  channel: Channel,
  reaching: Reaching,
): Promise<ResolvedMentions> {
  const { mentions, answered } = reaching;
  const named = gatherMentioned(mentions.users, answered);
  switch (channel.channel_type) {
    case "SavedMessages":
      return nobody;
    case "DirectMessage":
    case "Group": {
      const { channel_type: kind, recipients } = channel;
      return { ...mentions, users: keepMentions({ kind, recipients }, named), roles: [], crowd: recipients };
    }
    case "TextChannel": {
      const isPlain = named.length + mentions.roles.length === 0 && !mentions.everyone && !mentions.online;
      return isPlain ? nobody : keepSeeing(tx, channel, { ...reaching, named });
    }
  }
}

async function keepSeeing(
  tx: Tx,
  channel: Extract<Channel, { channel_type: "TextChannel" }>,
  { mentions, named, from }: Reaching & { readonly named: readonly string[] },
): Promise<ResolvedMentions> {
  if (await isUntrusted(tx, channel.server, from)) return nobody;
  const seeing = new Set<string>();
  for (const id of named) if (await canMemberViewChannel(tx, channel, id)) seeing.add(id);
  const users = keepMentions({ kind: "TextChannel", sees: (id) => seeing.has(id) }, named);
  return { ...mentions, users };
}

async function isUntrusted(tx: Tx, serverId: string, userId: string | undefined): Promise<boolean> {
  if (userId === undefined || tx.services.clock.now() - timeOfId(userId) >= trustedAfterMs) return false;
  return (await findServer(tx, serverId))?.discoverable === 1;
}
