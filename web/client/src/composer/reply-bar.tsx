import { IconButton } from "@ui/icon-button.tsx";
import { AtSign, Reply as ReplyIcon, X } from "@ui/icons.ts";
import { For, Show } from "solid-js";
import { type Reply, useConversation } from "../history/conversation.tsx";
import { t } from "../i18n/i18n.ts";
import { messagePreview } from "../markdown/message-preview.ts";
import { useClient } from "../session/context.tsx";
import styles from "./reply-bar.module.css";

/** The messages that the next one answers. */
export function ReplyBar() {
  const conversation = useConversation();
  const change = (reply: Reply, fields: Partial<Reply>) =>
    conversation.setReplies(
      conversation
        .replies()
        .map((other) => (other.messageId === reply.messageId ? { ...other, ...fields } : other)),
    );
  const remove = ({ messageId }: Reply) =>
    conversation.setReplies(conversation.replies().filter((other) => other.messageId !== messageId));
  return (
    <Show when={conversation.replies().length > 0}>
      <ul class={styles.replies} aria-label={t().composer.replies}>
        <For each={conversation.replies()}>
          {(reply) => (
            <ReplyLine
              reply={reply}
              onMention={() => change(reply, { mention: !reply.mention })}
              onRemove={() => remove(reply)}
            />
          )}
        </For>
      </ul>
    </Show>
  );
}

function ReplyLine(props: {
  readonly reply: Reply;
  readonly onMention: () => void;
  readonly onRemove: () => void;
}) {
  const client = useClient();
  const message = () => client.messages.get(props.reply.messageId);
  const preview = () => {
    const found = message();
    return (found && messagePreview(client, found)) || (found?.attachments?.length ? t().composer.file : "");
  };
  const isOwn = () => message()?.authorId === client.user?.id;
  const author = () => message()?.member?.nickname ?? message()?.username ?? t().markdown.unknownPerson;
  return (
    <li class={styles.reply}>
      <ReplyIcon class={styles.icon} size={18} strokeWidth={1.75} aria-hidden="true" />
      <bdi class={styles.author}>{t().composer.replyTo(author())}</bdi>
      <bdi class={styles.text}>{preview()}</bdi>
      <Show when={!isOwn()}>
        <IconButton
          icon={AtSign}
          label={props.reply.mention ? t().composer.mentionOn : t().composer.mentionOff}
          pressed={props.reply.mention}
          onClick={props.onMention}
        />
      </Show>
      <IconButton icon={X} label={t().composer.removeReply} keys="Esc" onClick={props.onRemove} />
    </li>
  );
}
