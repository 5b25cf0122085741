import type { Message } from "../../../protocol/types.ts";
import { merge, without } from "./merge.ts";
import type { Reducers } from "./reducers.ts";
import { putMember, type State } from "./state.ts";

export const messageReducers: Reducers = {
  Message(state, { type: _, ...message }) {
    putMessage(state, message);
    const channel = state.channels[message.channel];
    // Saved messages have no last message.
    if (channel && channel.channel_type !== "SavedMessages") channel.last_message_id = message._id;
    delete state.typing[message.channel]?.[message.author];
    if (countsAsMention(state, message)) addMention(state, message);
  },
  MessageUpdate(state, { id, data, clear }) {
    const message = state.messages[id];
    if (message) merge(message, { data, clear });
  },
  MessageAppend(state, { id, append }) {
    const message = state.messages[id];
    if (message && append.embeds) message.embeds = [...(message.embeds ?? []), ...append.embeds];
  },
  MessageDelete: (state, { id, channel }) => removeMessages(state, channel, [id]),
  BulkMessageDelete: (state, { ids, channel }) => removeMessages(state, channel, ids),
  MessageReact(state, { id, emoji_id, user_id }) {
    const message = state.messages[id];
    const users = message?.reactions?.[emoji_id] ?? [];
    if (message && !users.includes(user_id))
      message.reactions = { ...message.reactions, [emoji_id]: [...users, user_id] };
  },
  MessageUnreact(state, { id, emoji_id, user_id }) {
    const message = state.messages[id];
    const left = message?.reactions?.[emoji_id]?.filter((user) => user !== user_id) ?? [];
    if (!message?.reactions) return;
    message.reactions =
      left.length > 0 ? { ...message.reactions, [emoji_id]: left } : without(message.reactions, emoji_id);
  },
  MessageRemoveReaction(state, { id, emoji_id }) {
    const message = state.messages[id];
    if (message?.reactions) message.reactions = without(message.reactions, emoji_id);
  },
};

/** Adds a message, and its author where nothing is known of them: what comes with it has no presence. */
export function putMessage(state: State, { user, member, ...message }: Message): void {
  state.messages[message._id] = message;
  if (user) state.users[user._id] ??= user;
  if (member && !state.members[member._id.server]?.[member._id.user]) putMember(state, member);
}

export const messageFlags = {
  suppressNotifications: 1 << 1,
  mentionsEveryone: 1 << 2,
  mentionsOnline: 1 << 3,
};

/** Whether a message mentions this user. */
export function mentionsSelf(state: State, message: Message): boolean {
  const { author, channel, flags = 0, mentions = [], role_mentions = [] } = message;
  if (author === state.selfId) return false;
  const place = state.channels[channel];
  const server = place?.channel_type === "TextChannel" ? place.server : "";
  const ownRoles = state.members[server]?.[state.selfId]?.roles ?? [];
  return (
    (flags & (messageFlags.mentionsEveryone | messageFlags.mentionsOnline)) !== 0 ||
    mentions.includes(state.selfId) ||
    role_mentions.some((role) => ownRoles.includes(role))
  );
}

/** The server stores no mention of a message that notifies nobody, nor of all who were online. */
function countsAsMention(state: State, message: Message): boolean {
  const { flags = 0 } = message;
  const isSuppressed = (flags & messageFlags.suppressNotifications) !== 0;
  return !isSuppressed && mentionsSelf(state, { ...message, flags: flags & ~messageFlags.mentionsOnline });
}

function addMention(state: State, { _id: id, channel }: Message): void {
  const unread = state.unreads[channel] ?? { _id: { channel, user: state.selfId } };
  state.unreads[channel] = { ...unread, mentions: [...(unread.mentions ?? []), id] };
}

/** Removes messages, and what they mentioned. */
function removeMessages(state: State, channel: string, ids: readonly string[]): void {
  for (const id of ids) delete state.messages[id];
  const unread = state.unreads[channel];
  if (!unread?.mentions) return;
  const mentions = unread.mentions.filter((id) => !ids.includes(id));
  if (mentions.length > 0) unread.mentions = mentions;
  else if (unread.last_id !== undefined) delete unread.mentions;
  else delete state.unreads[channel];
}
