import { notify } from "@ui/toasts.tsx";
import type { Channel } from "../../../protocol/types.ts";
import { attempt } from "../components/attempt.ts";
import { goTo } from "../components/navigation.ts";
import { t } from "../i18n/i18n.ts";
import type { User } from "../model/user.ts";
import type { Client } from "../session/client.ts";

/** Whether this person can be sent a message. Bots can be written to everywhere. */
export const canMessage = (user: User) => !user.self && (user.relationship === "Friend" || Boolean(user.bot));

export const openMessages = (client: Client, user: User) =>
  attempt(async () => goTo(client, `/channel/${await conversationWith(client, user)}`));

/** The id of the conversation with a person, which is listed again if it was closed. */
export async function conversationWith(client: Client, user: User): Promise<string> {
  const known = client.channels.list().find(({ recipient }) => recipient?.id === user.id)?.id;
  if (!known) return takeIn(client, await client.api.get(`/users/${user.id}/dm`));
  client.change(({ channels }) => {
    const channel = channels[known];
    if (channel?.channel_type === "DirectMessage") channel.active = true;
  });
  return known;
}

/** Knows a conversation that a reply brought, whose event may still be on its way. */
function takeIn(client: Client, channel: Channel): string {
  client.change(({ channels }) => {
    channels[channel._id] ??= channel;
  });
  return channel._id;
}

export const openConversation = (client: Client, channel: Channel) =>
  goTo(client, `/channel/${takeIn(client, channel)}`);

/** Sends a request, or accepts theirs. */
const befriend = ({ api }: Client, { username, discriminator, displayName }: User, say: Say) =>
  attempt(async () => {
    await api.post("/users/friend", { username: `${username}#${discriminator}` });
    notify(say(displayName));
  });

type Say = (name: string) => string;

const unfriend = ({ api }: Client, { id }: User) => api.delete(`/users/${id}/friend`);

export const acceptFriend = (client: Client, user: User) => befriend(client, user, t().people.nowFriends);
export const askToBeFriends = (client: Client, user: User) => befriend(client, user, t().people.requestSent);

/** Refuses or takes back a request. */
export const dropRequest = (client: Client, user: User) => attempt(() => unfriend(client, user));

export const removeFriend = (client: Client, user: User) =>
  attempt(async () => {
    await unfriend(client, user);
    notify(t().people.removedFriend(user.displayName));
  });

export const block = (client: Client, user: User) =>
  attempt(async () => {
    await client.api.put(`/users/${user.id}/block`);
    notify(t().people.blocked(user.displayName), {
      action: { label: t().people.undo, onClick: () => void unblock(client, user), isUndo: true },
    });
  });

export const unblock = ({ api }: Client, { id }: User) => attempt(() => api.delete(`/users/${id}/block`));
