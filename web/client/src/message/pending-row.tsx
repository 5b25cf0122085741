import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { Show } from "solid-js";
import { outboxOf } from "../drafts/outbox.ts";
import { t } from "../i18n/i18n.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { useMessageList } from "./list-context.ts";
import styles from "./message-row.module.css";

/** An own message that the server does not have yet. */
export function PendingRow(props: { readonly nonce: string }) {
  const { client, channel } = useMessageList();
  const outbox = outboxOf(client);
  const message = () => outbox.pendingIn(channel.id).find(({ nonce }) => nonce === props.nonce);
  const self = () => channel.server?.member ?? client.user;
  return (
    <Show when={message()}>
      {(message) => (
        <article class={styles.row} data-head="" aria-label={t().messages.sending}>
          <div class={styles.gutter}>
            <Avatar name={self()?.displayName ?? ""} url={self()?.avatarURL} size={36} />
          </div>
          <div class={styles.content}>
            <div class={message().state === "sending" ? styles.pending : undefined}>
              <div class={styles.header}>
                <bdi class={styles.author}>{self()?.displayName}</bdi>
                <Show when={message().state === "sending"}>
                  <span class={styles.time}>{t().messages.sending}</span>
                </Show>
              </div>
              <Markdown text={message().content} />
            </div>
            <Show when={message().state === "failed"}>
              <div class={styles.failed} role="alert">
                <span>{message().error ?? t().messages.sendingFailed}</span>
                <Button variant="link" onClick={() => outbox.retry(message().nonce)}>
                  {t().common.retry}
                </Button>
                <Button variant="link" onClick={() => outbox.discard(message().nonce)}>
                  {t().messages.discard}
                </Button>
              </div>
            </Show>
          </div>
        </article>
      )}
    </Show>
  );
}
