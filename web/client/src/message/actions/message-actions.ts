import { lazy } from "solid-js";
import { attempt, copyText } from "../../components/attempt.ts";
import { openConfirm, openDialog } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import { isVisual } from "../../media/stored-file.ts";
import type { Message } from "../../model/message.ts";
import { openReport } from "../../moderation/open-dialogs.tsx";
import type { Client } from "../../session/client.ts";
import { authorOf } from "../author.ts";
import type { MessageListState } from "../list-context.ts";
import { firstIdAt } from "../ulid-time.ts";
import { deletionsOf } from "./deletions.ts";

const ForwardDialog = lazy(() => import("../forward/forward-dialog.tsx"));
const DescribeDialog = lazy(() => import("./describe-dialog.tsx"));
const ReactionsDialog = lazy(() => import("../reactions/reactions-dialog.tsx"));

/** What the user may do with a message. What they may not do is absent. */
export interface MessageActions {
  reply?(mention: boolean): void;
  edit?(): void;
  /** Says what the images of an own message show. */
  describe?(): void;
  /** `isNow`: without the time to undo it. */
  remove?(isNow: boolean): void;
  /** Adds or removes the user's reaction. */
  react?(emoji: string): void;
  /** The only emoji that may be used, where the message restricts them. */
  readonly allowedReactions?: readonly string[];
  clearReactions?(): void;
  /** Opens the list of those who reacted, at an emoji if one is given. */
  showReactions?(emoji?: string): void;
  /** Removes the reactions with an emoji: of one person, or of everybody. */
  removeReactions?(emoji: string, userId?: string): void;
  /** Removes what was fetched for the links of an own message, for everybody. */
  removePreviews?(): void;
  /** Hides what is shown for the links of a message from oneself, or shows it again. */
  togglePreviews?(): void;
  togglePin?(): void;
  /** Asks where to send a copy of it. */
  forward?(): void;
  copyText?(): void;
  report?(): void;
  markUnread?(): void;
  copyLink(): void;
  copyId(): void;
}

export function actionsOf(list: MessageListState, message: Message): MessageActions {
  const { channel, client, conversation } = list;
  const deletions = deletionsOf(client);
  const isOwn = message.authorId === client.user?.id;
  const isSystem = message.systemMessage !== undefined;
  const mayManage = channel.havePermission("ManageMessages");
  const maySend = channel.havePermission("SendMessage");
  const path = `/channels/${message.channelId}/messages/${message.id}` as const;
  const restricted = message.interactions?.restrict_reactions ? message.interactions.reactions : undefined;
  const hasReactions = Object.keys(message.reactions).length > 0;
  const removeReactions =
    mayManage && channel.havePermission("React") && hasReactions
      ? (emoji: string, userId?: string) => {
          const reaction = `${path}/reactions/${encodeURIComponent(emoji)}` as const;
          const query = userId === undefined ? { remove_all: true } : { user_id: userId };
          void attempt(() => client.api.delete(reaction, undefined, { query }));
        }
      : undefined;
  return {
    reply:
      maySend && !isSystem
        ? (mention) => {
            const others = conversation.replies().filter(({ messageId }) => messageId !== message.id);
            conversation.setReplies([...others, { messageId: message.id, mention }]);
          }
        : undefined,
    edit: isOwn && maySend && !isSystem ? () => conversation.setEditing(message.id) : undefined,
    describe:
      isOwn && maySend && message.attachments.some(isVisual)
        ? () => openDialog(DescribeDialog, { message })
        : undefined,
    remove: isOwn
      ? (isNow) => (isNow ? void deletions.deleteNow(message) : deletions.deleteLater(message))
      : mayManage && channel.type !== "DirectMessage"
        ? (isNow) => (isNow ? void deletions.deleteNow(message) : askToDelete(client, message))
        : undefined,
    react: channel.havePermission("React")
      ? (emoji) => {
          const isSet = message.reactions[emoji]?.includes(client.user?.id ?? "");
          const reaction = `${path}/reactions/${encodeURIComponent(emoji)}` as const;
          void attempt(() => (isSet ? client.api.delete(reaction) : client.api.put(reaction)));
        }
      : undefined,
    allowedReactions: restricted ?? undefined,
    clearReactions:
      mayManage && hasReactions
        ? () => void attempt(() => client.api.delete(`${path}/reactions`))
        : undefined,
    showReactions: hasReactions
      ? (emoji) => openDialog(ReactionsDialog, { message, emoji, onRemove: removeReactions })
      : undefined,
    removeReactions,
    removePreviews:
      isOwn && maySend && message.embeds.some(({ type }) => type !== "Text")
        ? // An edit that changes nothing: the protocol drops what was fetched for links, and fetches nothing again.
          () => void attempt(() => client.api.patch(path, {}))
        : undefined,
    togglePreviews:
      message.embeds.length > 0 || message.content.includes("://")
        ? () => void attempt(() => list.hiddenPreviews.toggle(message.id))
        : undefined,
    togglePin:
      mayManage || channel.type === "DirectMessage"
        ? () =>
            void attempt(() =>
              message.pinned ? client.api.delete(`${path}/pin`) : client.api.post(`${path}/pin`),
            )
        : undefined,
    forward:
      !isSystem && (message.content || message.attachments.length > 0 || message.embeds.length > 0)
        ? () => openDialog(ForwardDialog, { message, channel })
        : undefined,
    copyText: message.content ? () => void copyText(message.content) : undefined,
    report: isOwn || isSystem ? undefined : () => openReport({ type: "Message", message }),
    markUnread:
      channel.type === "SavedMessages"
        ? undefined
        : () => {
            const ids = list.messages.window()?.ids ?? [];
            const before = ids[ids.indexOf(message.id) - 1] ?? firstIdAt(+message.createdAt);
            list.readState.markUnreadAfter(before);
          },
    copyLink: () => void copyText(`${location.origin}${message.path}`),
    copyId: () => void copyText(message.id),
  };
}

/** Asks before a message of somebody else is deleted. */
function askToDelete(client: Client, message: Message): void {
  const { name } = authorOf(message);
  openConfirm({
    title: t().messages.deleteTitle,
    description: t().messages.deleteDescription(name),
    action: t().common.delete,
    onConfirm: () => deletionsOf(client).deleteNow(message),
  });
}
