import { type Channel, conversationOf, listConversations } from "../domains/conversations/index.ts";
import { listSlowmodes, type Slowmode, slowmodeViews } from "../domains/messages/index.ts";
import { listPolicyChanges } from "../domains/policy/index.ts";
import {
  listEmojisOfMember,
  listServersWithMembership,
  memberView,
  memberVisibilityData,
  viewableChannels,
} from "../domains/servers/index.ts";
import { listSettings } from "../domains/sync/index.ts";
import { listUnreads } from "../domains/unreads/index.ts";
import {
  findUser,
  isBot,
  knownView,
  listEffectiveRelations,
  listRelations,
  listUsers,
  selfView,
} from "../domains/users/index.ts";
import type { Services } from "../store/services.ts";
import type { Reader } from "../store/tx.ts";
import type { ReadyField, ReadySelection } from "./connect-query.ts";
import type { ViewState } from "./view.ts";

/** What Ready is made of, and what its reader can see. */
export interface ReadyData {
  readonly view: ViewState;
  /** Who is online is asked only here, in the moment in which Ready is sent. */
  render(services: Services): object;
  /** Where its reader has to wait before the next message, and for how long in that moment. */
  slowmodes(now: number): Slowmode[];
}

export interface Caller {
  readonly userId: string;
  readonly bot: boolean;
}

/** Lets a test hold the work up between its steps. */
export type BetweenSteps = (step: string) => Promise<void>;

/** Reads, in one snapshot, all that a connection starts with. */
export async function loadReady(
  db: Reader,
  caller: Caller,
  { wants, between }: { wants: ReadySelection; between: BetweenSteps },
): Promise<ReadyData> {
  const { userId, bot } = caller;
  const self = await findUser(db, userId);
  if (!self) throw new Error(`${userId} has a session and no user`);
  await between("user");
  const relations = await listRelations(db, userId);
  const regards = await listEffectiveRelations(db, userId, relations);
  await between("relations");
  const channels = await listConversations(db, userId);
  await between("channels");
  const people = new Set([...regards.keys(), ...channels.flatMap(recipientsOf)]);
  people.delete(userId);
  const others = await listUsers(db, [...people]);
  await between("users");
  const belongings = await listServersWithMembership(db, userId);
  await between("servers");
  const has = (field: ReadyField) => wants.fields.has(field);
  const settings = has("user_settings") ? await listSettings(db, userId, wants.settings) : {};
  await between("settings");
  const privileged = self.privileged === 1;
  const inView = belongings.flatMap((belonging) => viewableChannels(belonging, privileged));
  const viewed = new Set([...channels, ...inView].map(({ _id }) => _id));
  const unreads = has("channel_unreads") ? await listUnreads(db, userId, viewed) : [];
  await between("unreads");
  const policies = has("policy_changes") && !bot ? await listPolicyChanges(db, userId) : [];
  await between("policies");
  const emojis = has("emojis") ? await listEmojisOfMember(db, userId) : [];
  await between("emojis");
  const waits = await listSlowmodes(db, userId);
  await between("waits");

  const robots = new Set([self, ...others].filter(isBot).map(({ id }) => id));
  const slow = new Set(inView.flatMap(({ _id, slowmode }) => (slowmode ? [_id] : [])));
  const isInForce = ({ channel_id }: { channel_id: string }) => slow.has(channel_id);
  const invisible = self.status_presence === "Invisible";
  return {
    view: {
      userId,
      bot,
      privileged,
      invisible,
      relations: regards,
      conversations: channels.flatMap((channel) => {
        const conversation = conversationOf(channel);
        if (conversation?.kind !== "DirectMessage") return conversation ?? [];
        return { ...conversation, withBot: conversation.recipients.some((id) => robots.has(id)) };
      }),
      servers: belongings.map(({ visibility, member }) => ({
        visibility,
        member: memberVisibilityData(member),
      })),
    },
    render: (services) => ({
      ...(has("users") && {
        users: [
          ...others.map((user) => knownView(user, regards.get(user.id) ?? "None", services)),
          { ...selfView(self, relations, services), online: !invisible },
        ],
      }),
      ...(has("servers") && { servers: belongings.map(({ server }) => server) }),
      ...(has("channels") && { channels: [...channels, ...inView] }),
      ...(has("members") && { members: belongings.map(({ member }) => memberView(member)) }),
      ...(has("emojis") && { emojis }),
      ...(has("voice_states") && { voice_states: [] }),
      ...(has("user_settings") && { user_settings: settings }),
      ...(has("channel_unreads") && { channel_unreads: unreads }),
      // Bots are told of none, by an empty list: libraries count them without asking whether there is a list.
      ...(has("policy_changes") && { policy_changes: policies }),
    }),
    slowmodes: (now) => slowmodeViews(waits.filter(isInForce), now),
  };
}

function recipientsOf(channel: Channel): readonly string[] {
  return "recipients" in channel ? channel.recipients : [];
}
