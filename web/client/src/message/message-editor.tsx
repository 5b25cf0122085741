import { Button } from "@ui/button.tsx";
import { createSignal, onCleanup, onMount, Show } from "solid-js";
import { describeError } from "../i18n/describe-error.ts";
import { t } from "../i18n/i18n.ts";
import type { Message } from "../model/message.ts";
import { deletionsOf } from "./actions/deletions.ts";
import { useMessageList } from "./list-context.ts";
import styles from "./message-editor.module.css";

/** The text of one's own message, to be changed in place. */
export function MessageEditor(props: { readonly message: Message; readonly onDone: () => void }) {
  const { client } = useMessageList();
  const [text, setText] = createSignal(props.message.content);
  const [isSaving, setSaving] = createSignal(false);
  const [error, setError] = createSignal<string>();
  let area: HTMLTextAreaElement | undefined;
  onMount(() => {
    // A menu that led here gives the focus back to the row after it has closed.
    const timer = setTimeout(() => {
      area?.focus();
      area?.setSelectionRange(text().length, text().length);
    }, 50);
    onCleanup(() => clearTimeout(timer));
  });

  const save = async () => {
    const content = text().trim();
    if (isSaving()) return;
    if (content === props.message.content) return props.onDone();
    if (content === "" && !props.message.attachments.length) {
      deletionsOf(client).deleteLater(props.message);
      return props.onDone();
    }
    setSaving(true);
    setError(undefined);
    try {
      await client.api.patch(`/channels/${props.message.channelId}/messages/${props.message.id}`, {
        content,
      });
      props.onDone();
    } catch (thrown) {
      setError(describeError(thrown));
    } finally {
      setSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      props.onDone();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      void save();
    }
  };
  return (
    <form
      class={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
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
        <Button variant="link" type="submit" busy={isSaving()}>
          {t().common.save}
        </Button>
      </div>
      <Show when={error()}>
        <p class={styles.error} role="alert">
          {error()}
        </p>
      </Show>
    </form>
  );
}
