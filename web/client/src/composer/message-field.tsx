import iconButton from "@ui/icon-button.module.css";
import { Smile } from "@ui/icons.ts";
import { createUniqueId, Show } from "solid-js";
import { CompletionList } from "../completion/completion-list.tsx";
import { EmojiPopover } from "../emoji/emoji-popover.tsx";
import { language, t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";
import type { FieldState } from "./field-state.ts";
import { handleKey } from "./handle-key.ts";
import styles from "./message-field.module.css";
import { linkSelection } from "./paste.ts";

/** How many bytes before the limit the count appears. */
const countFrom = 200;

interface MessageFieldProps {
  readonly ref: (element: HTMLTextAreaElement) => void;
  readonly state: FieldState;
  readonly label: string;
  /** Shown where nothing is written yet. */
  readonly hint?: string;
  readonly describedBy?: string;
  /** What else keys do here; true if they did something. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly onWrite?: (text: string) => void;
  readonly onPaste?: (event: ClipboardEvent) => void;
}

/** Where the text of a message is written, a new one or one that is edited, with the emoji picker. */
export function MessageField(props: MessageFieldProps) {
  const client = useClient();
  const listId = createUniqueId();
  let field: HTMLTextAreaElement | undefined;
  const completion = () => props.state.completion;
  const isCompleting = () => completion().candidates().length > 0;
  const insertEmoji = (emoji: string) => {
    const custom = client.emojis.get(emoji);
    if (custom) props.state.insert(`:${custom.name}:`, `:${custom.id}:`);
    else props.state.insert(emoji);
  };
  return (
    <>
      <Show when={isCompleting()}>
        <CompletionList
          id={listId}
          anchor={field?.closest("form") ?? undefined}
          candidates={completion().candidates()}
          chosen={completion().chosen()}
          onChoose={completion().choose}
          onPick={props.state.complete}
        />
      </Show>
      <div class={styles.text}>
        {/* A placeholder of the field itself would be cut where it is too long. */}
        <Show when={props.hint && props.state.field().text === ""}>
          <span class={styles.hint} aria-hidden="true" dir="auto">
            {props.hint}
          </span>
        </Show>
        <textarea
          ref={(element) => {
            field = element;
            props.ref(element);
          }}
          class={styles.field}
          rows={1}
          dir="auto"
          aria-label={props.label}
          aria-autocomplete="list"
          aria-controls={isCompleting() ? listId : undefined}
          aria-activedescendant={isCompleting() ? `${listId}-${completion().chosen()}` : undefined}
          aria-describedby={props.describedBy}
          value={props.state.field().text}
          onInput={(event) => {
            props.state.changed(event.currentTarget);
            props.onWrite?.(event.currentTarget.value);
          }}
          onSelect={(event) => props.state.moved(event.currentTarget)}
          onBlur={() => props.state.closeCompletion()}
          onKeyDown={(event) => handleKey(event, props.state, props.onKey)}
          onPaste={(event) => {
            props.onPaste?.(event);
            const pasted = event.clipboardData?.getData("text/plain") ?? "";
            const linked = linkSelection(props.state.field().text, props.state.selected(), pasted);
            if (!linked || event.defaultPrevented) return;
            event.preventDefault();
            props.state.rewrite(linked);
          }}
        />
      </div>
      <EmojiPopover
        class={`${iconButton.button} ${styles.tool}`}
        label={t().composer.emoji}
        onlyOf={props.state.channel().onlyEmojiOf}
        onPick={insertEmoji}
        focusAfterwards={() => field}
      >
        <Smile size={18} strokeWidth={1.75} aria-hidden="true" />
      </EmojiPopover>
    </>
  );
}

/** The bytes that are left, once they become few. */
export function BytesLeft(props: { readonly state: FieldState }) {
  return (
    <Show when={props.state.bytesLeft() < countFrom}>
      <span class={styles.count} data-over={props.state.bytesLeft() < 0 ? "" : undefined}>
        {new Intl.NumberFormat(language()).format(props.state.bytesLeft())}
        <span class="visually-hidden"> {t().composer.bytesLeft}</span>
      </span>
    </Show>
  );
}
