import { Pin } from "@ui/icons.ts";
import { Show } from "solid-js";
import { readPoll } from "../composer/poll-text.ts";
import { t } from "../i18n/i18n.ts";
import { AttachmentList } from "../media/attachment-list.tsx";
import { EmbedList } from "../media/embed-list.tsx";
import { InviteCards } from "../media/invite-card.tsx";
import type { Message } from "../model/message.ts";
import { LinkedMessages } from "./linked-messages.tsx";
import { useMessageList } from "./list-context.ts";
import styles from "./message-row.module.css";
import { formatFull } from "./message-time.ts";
import { Reactions } from "./reactions/reactions.tsx";

/** Whether a message has more than its text. Most have not, so their rows need not check for each part. */
export function hasAdditions(message: Message): boolean {
  return (
    message.editedAt !== undefined ||
    message.pinned ||
    Object.keys(message.reactions).length > 0 ||
    (message.interactions?.reactions?.length ?? 0) > 0 ||
    message.attachments.length > 0 ||
    message.embeds.length > 0 ||
    // A link may lead to an invite or a message.
    message.content.includes("://")
  );
}

/** What is below the text of a message. */
export function MessageAdditions(props: { readonly message: Message }) {
  const { hiddenPreviews } = useMessageList();
  return (
    <>
      <Show when={props.message.attachments.length}>
        <AttachmentList files={props.message.attachments} />
      </Show>
      <Show when={!hiddenPreviews.has(props.message.id)}>
        <InviteCards text={props.message.content} />
        <LinkedMessages message={props.message} />
        <Show when={props.message.embeds.length}>
          <EmbedList embeds={props.message.embeds} />
        </Show>
      </Show>
      <Show when={!props.message.content}>
        <EditedMark message={props.message} />
      </Show>
      <Show when={props.message.pinned}>
        <span class={styles.mark}>
          <Pin size={12} strokeWidth={1.75} aria-hidden="true" /> {t().messages.pinned}
        </span>
      </Show>
      <Show when={!readPoll(props.message)}>
        <Reactions message={props.message} />
      </Show>
    </>
  );
}

/** Is on the last line of the text, if there is a text. */
export function EditedMark(props: { readonly message: Message }) {
  return (
    <Show when={props.message.editedAt}>
      {(time) => (
        <span class={styles.mark} data-edited="" title={t().messages.editedAt(formatFull(time()))}>
          ({t().messages.edited})
        </span>
      )}
    </Show>
  );
}
