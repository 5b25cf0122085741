import { Reply } from "@ui/icons.ts";
import { createResource, Match, onCleanup, Show, Switch } from "solid-js";
import { fetchMessage } from "../history/fetch-page.ts";
import { heldMessages } from "../history/held-messages.ts";
import { t } from "../i18n/i18n.ts";
import { messagePreview } from "../markdown/message-preview.ts";
import { readApiError } from "../session/api-error.ts";
import { authorOf, nameOrFetch } from "./author.ts";
import { useMessageList } from "./list-context.ts";
import styles from "./message-row.module.css";

/** The message that another one answers, as one line that leads to it. */
export function ReplyLine(props: { readonly messageId: string }) {
  const { client, channel, jumps } = useMessageList();
  const held = heldMessages(client);
  const id = props.messageId;
  held.hold([id]);
  onCleanup(() => held.release([id]));
  const message = () => client.messages.get(id);
  const [isGone] = createResource(
    () => !message(),
    async () => {
      try {
        await fetchMessage(client, channel.id, id);
        return false;
      } catch (error) {
        // Anything else may pass, so that the line does not claim a deletion.
        return readApiError(error).type === "NotFound";
      }
    },
  );
  const author = () => {
    const found = message();
    if (!found) return "";
    return found.author || found.webhook || !found.authorId
      ? authorOf(found).name
      : nameOrFetch(client, channel, found.authorId);
  };
  const personId = () => {
    const found = message();
    return found && !found.webhook ? found.authorId : undefined;
  };
  const text = () => {
    const found = message();
    return (found && messagePreview(client, found)) || t().messages.replyAttachment;
  };
  return (
    <div class={styles.reply}>
      <Reply size={14} strokeWidth={1.75} aria-hidden="true" />
      <Switch fallback={<span>{t().messages.replyLoading}</span>}>
        <Match when={message()}>
          <Show when={personId()} fallback={<bdi class={styles.replyAuthor}>{author()}</bdi>}>
            {(person) => (
              <button type="button" class={styles.replyAuthor} tabindex="-1" data-person={person()}>
                {author()}
              </button>
            )}
          </Show>
          <button
            type="button"
            class={styles.replyButton}
            aria-label={t().messages.replyTo(author())}
            onClick={() => jumps.toMessage(id)}
          >
            <bdi>{text()}</bdi>
          </button>
        </Match>
        <Match when={isGone.latest}>
          <span>{t().messages.replyGone}</span>
        </Match>
      </Switch>
    </div>
  );
}
