import {
  AtSign,
  Copy,
  Eraser,
  Eye,
  EyeOff,
  Flag,
  Forward,
  Hash,
  ImageOff,
  Link,
  Pencil,
  Pin,
  PinOff,
  Reply,
  Smile,
  SmilePlus,
  TextQuote,
  Trash,
  UserRound,
} from "@ui/icons.ts";
import type { MenuEntry } from "@ui/menu.tsx";
import { openEmojiPicker } from "../../emoji/open-picker.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Message } from "../../model/message.ts";
import { openProfile } from "../../profile/open-profile.tsx";
import { authorOf } from "../author.ts";
import type { MessageListState } from "../list-context.ts";
import { ReactionEmoji, reactionName } from "../reactions/reaction-emoji.tsx";
import { actionsOf, type MessageActions } from "./message-actions.ts";

/** Offered before the whole picker is opened. */
const quickReactions = ["👍", "❤️", "😂", "🎉", "😮"] as const;

/** The menu of a message. */
export function messageMenu(list: MessageListState, message: Message): readonly MenuEntry[] {
  const actions = actionsOf(list, message);
  const texts = t().messages;
  const { reply, remove, edit, togglePin, copyText, report, markUnread, clearReactions } = actions;
  const { describe, forward, showReactions, removePreviews, togglePreviews } = actions;
  return [
    ...reactionEntries(list, actions),
    actions.react && "separator",
    reply && { label: texts.replyWithMention, icon: AtSign, onSelect: () => reply(true) },
    reply && { label: texts.replyWithoutMention, icon: Reply, onSelect: () => reply(false) },
    forward && { label: t().reading.forward, icon: Forward, onSelect: forward },
    edit && { label: texts.edit, icon: Pencil, onSelect: edit },
    describe && { label: texts.describe, icon: TextQuote, onSelect: describe },
    togglePin && {
      label: message.pinned ? texts.unpin : texts.pin,
      icon: message.pinned ? PinOff : Pin,
      onSelect: togglePin,
    },
    showReactions && { label: t().reading.showReactions, icon: Smile, onSelect: () => showReactions() },
    togglePreviews && {
      label: list.hiddenPreviews.has(message.id) ? t().reading.showPreviews : t().reading.hidePreviews,
      icon: list.hiddenPreviews.has(message.id) ? Eye : EyeOff,
      onSelect: togglePreviews,
    },
    message.author && {
      label: t().people.profileOf(authorOf(message).name),
      icon: UserRound,
      onSelect: () => openProfile(message.authorId, message.server),
    },
    markUnread && { label: texts.markUnread, icon: EyeOff, onSelect: markUnread },
    "separator",
    copyText && { label: texts.copyText, icon: Copy, onSelect: copyText },
    { label: texts.copyLink, icon: Link, onSelect: actions.copyLink },
    { label: texts.copyId, icon: Hash, onSelect: actions.copyId },
    (report || remove || removePreviews) && "separator",
    removePreviews && {
      label: t().reading.removePreviews,
      icon: ImageOff,
      isDanger: true,
      onSelect: removePreviews,
    },
    clearReactions && { label: texts.clearReactions, icon: Eraser, isDanger: true, onSelect: clearReactions },
    report && { label: texts.report, icon: Flag, isDanger: true, onSelect: report },
    remove && { label: t().common.delete, icon: Trash, isDanger: true, onSelect: () => remove(false) },
  ];
}

/** The reactions that can be chosen without the picker. */
export function reactionEntries(
  { client }: MessageListState,
  { react, allowedReactions }: MessageActions,
): readonly MenuEntry[] {
  if (!react) return [];
  const row = (allowedReactions ?? quickReactions).map((emoji) => ({
    label: `${t().messages.react} ${reactionName(client, emoji)}`,
    symbol: <ReactionEmoji emoji={emoji} />,
    onSelect: () => react(emoji),
  }));
  if (allowedReactions) return [{ row }];
  const other = {
    label: t().messages.reactWithOther,
    symbol: <SmilePlus size={18} strokeWidth={1.75} aria-hidden="true" />,
    onSelect: () => openEmojiPicker(t().messages.react, react),
  };
  return [{ row: [...row, other] }];
}

/** The menu of one emoji below a message. */
export function reactionMenu(list: MessageListState, message: Message, emoji: string): readonly MenuEntry[] {
  const { showReactions, removeReactions } = actionsOf(list, message);
  const name = reactionName(list.client, emoji);
  return [
    showReactions && {
      label: t().reading.whoReacted(name),
      icon: Smile,
      onSelect: () => showReactions(emoji),
    },
    removeReactions && {
      label: t().reading.removeEmoji(name),
      icon: Eraser,
      isDanger: true,
      onSelect: () => removeReactions(emoji),
    },
  ];
}
