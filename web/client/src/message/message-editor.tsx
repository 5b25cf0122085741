import { Button } from "@ui/button.tsx";
import { FormError } from "@ui/form-error.tsx";
import { onCleanup, onMount, Show } from "solid-js";
import { channelName } from "../components/channels.tsx";
import { createForm } from "../components/create-form.ts";
import { createFieldState } from "../composer/field-state.ts";
import { FormatToolbar } from "../composer/format-toolbar.tsx";
import { BytesLeft, MessageField } from "../composer/message-field.tsx";
import { isTouch, sends } from "../composer/send-key.ts";
import { toContent, toField } from "../drafts/field-text.ts";
import { t } from "../i18n/i18n.ts";
import { knownUser } from "../markdown/known-user.ts";
import type { Message } from "../model/message.ts";
import { sendKey } from "../preferences/preferences.ts";
import type { Client } from "../session/client.ts";
import { deletionsOf } from "./actions/deletions.ts";
import { useMessageList } from "./list-context.ts";
import styles from "./message-editor.module.css";

/** Edits one of the user's own messages in place. */
export function MessageEditor(props: { readonly message: Message; readonly onDone: () => void }) {
  const { client, channel } = useMessageList();
  let element: HTMLTextAreaElement | undefined;
  const field = createFieldState({ channel: () => channel, element: () => element });
  const before = toField(props.message.content, (mark, id) => nameOf(client, props.message, mark, id));
  field.setField(before);
  onMount(() => {
    const { length } = before.text;
    // A menu that led here gives the focus back to the row after it has closed.
    const timer = setTimeout(() => field.focus({ start: length, end: length }), 50);
    onCleanup(() => clearTimeout(timer));
  });

  const form = createForm(async () => {
    const content = field.content();
    const { channelId, id, attachments } = props.message;
    if (content !== toContent(before)) {
      if (content === "" && !attachments.length) deletionsOf(client).deleteLater(props.message);
      else await client.api.patch(`/channels/${channelId}/messages/${id}`, { content });
    }
    props.onDone();
  });
  const canSave = () => field.bytesLeft() >= 0 && !form.isBusy();
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      props.onDone();
      return true;
    }
    if (event.key !== "Enter" || !sends(event)) return false;
    if (canSave()) void form.submit();
    return true;
  };
  return (
    <form
      class={styles.editor}
      onSubmit={(event) => (canSave() ? form.onSubmit(event) : event.preventDefault())}
    >
      <div class={styles.frame}>
        <MessageField
          ref={(field) => {
            element = field;
          }}
          state={field}
          label={t().messages.editLabel}
          onKey={onKey}
        />
      </div>
      <div class={styles.foot}>
        <span class={styles.hint}>
          <Show when={!isTouch()}>
            {sendKey() === "enter" ? t().messages.editHint : t().messages.editHintWithControl}
          </Show>
        </span>
        <FormatToolbar state={field} />
        <BytesLeft state={field} />
        <Button variant="link" onClick={props.onDone}>
          {t().common.cancel}
        </Button>
        <Button variant="link" type="submit" busy={form.isBusy()} disabled={field.bytesLeft() < 0}>
          {t().common.save}
        </Button>
      </div>
      <FormError error={form.error()} class={styles.error} />
    </form>
  );
}

/** What a mention or an emoji is shown as, under the names that the list has; undefined for what is not known. */
function nameOf(client: Client, { server }: Message, mark: string, id: string): string | undefined {
  const withMark = (name: string | undefined) => name && `${mark === "%" ? "@" : mark}${name}`;
  if (mark === "@") {
    return withMark(server?.getMember(id)?.nickname ?? knownUser(client, id)?.displayName);
  }
  if (mark === "%") return withMark(server?.roles.get(id)?.name);
  if (mark === ":") return withMark(client.emojis.get(id)?.name)?.concat(":");
  const channel = client.channels.get(id);
  return withMark(channel && channelName(channel));
}
