import { Button } from "@ui/button.tsx";
import { FormError } from "@ui/form-error.tsx";
import { createSignal, onCleanup, onMount } from "solid-js";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import type { Message } from "../model/message.ts";
import { deletionsOf } from "./actions/deletions.ts";
import { useMessageList } from "./list-context.ts";
import styles from "./message-editor.module.css";

/** The text of one's own message, to be changed in place. */
export function MessageEditor(props: { readonly message: Message; readonly onDone: () => void }) {
  const { client } = useMessageList();
  const [text, setText] = createSignal(props.message.content);
  let area: HTMLTextAreaElement | undefined;
  onMount(() => {
    // A menu that led here gives the focus back to the row after it has closed.
    const timer = setTimeout(() => {
      area?.focus();
      area?.setSelectionRange(text().length, text().length);
    }, 50);
    onCleanup(() => clearTimeout(timer));
  });

  const form = createForm(async () => {
    const content = text().trim();
    const { channelId, id, attachments } = props.message;
    if (content !== props.message.content) {
      if (content === "" && !attachments.length) deletionsOf(client).deleteLater(props.message);
      else await client.api.patch(`/channels/${channelId}/messages/${id}`, { content });
    }
    props.onDone();
  });
  const save = () => !form.isBusy() && void form.submit();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      props.onDone();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      save();
    }
  };
  return (
    <form class={styles.editor} onSubmit={form.onSubmit}>
      <textarea
        ref={area}
        class={styles.area}
        dir="auto"
        rows={1}
        aria-label={t().messages.editLabel}
        value={text()}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class={styles.foot}>
        <span class={styles.hint}>{t().messages.editHint}</span>
        <Button variant="link" onClick={props.onDone}>
          {t().common.cancel}
        </Button>
        <Button variant="link" type="submit" busy={form.isBusy()}>
          {t().common.save}
        </Button>
      </div>
      <FormError error={form.error()} class={styles.error} />
    </form>
  );
}
