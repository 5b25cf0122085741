import iconButton from "@ui/icon-button.module.css";
import { IconButton } from "@ui/icon-button.tsx";
import { Paperclip, SendHorizontal, Smile } from "@ui/icons.ts";
import { createMemo, createUniqueId, Show } from "solid-js";
import { CompletionList } from "../completion/completion-list.tsx";
import { channelName } from "../components/channels.tsx";
import { AttachmentStrip } from "../drafts/attachment-strip.tsx";
import { EmojiPopover } from "../emoji/emoji-popover.tsx";
import { language, t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import { acceptMentions } from "../users/mentions.ts";
import styles from "./composer.module.css";
import { DropOverlay } from "./drop-overlay.tsx";
import { createEditorState } from "./editor-state.ts";
import { handleKey } from "./handle-key.ts";
import { ReplyBar } from "./reply-bar.tsx";

/** How many bytes before the limit the count appears. */
const countFrom = 200;

export function Editor(props: { readonly channel: Channel }) {
  const client = useClient();
  const listId = createUniqueId();
  let field: HTMLTextAreaElement | undefined;
  let picker: HTMLInputElement | undefined;
  const state = createEditorState(
    () => props.channel,
    () => field,
  );
  const isCompleting = () => state.completion.candidates().length > 0;
  const mayUpload = createMemo(() => props.channel.havePermission("UploadFiles"));
  const label = () => t().composer.writeTo(channelName(props.channel));
  const insertEmoji = (emoji: string) => {
    const custom = client.emojis.get(emoji);
    if (custom) state.insert(`:${custom.name}:`, `:${custom.id}:`);
    else state.insert(emoji);
  };
  acceptMentions(client, (id) => {
    const name = props.channel.server?.getMember(id)?.displayName ?? client.users.get(id)?.displayName;
    state.insert(`@${name ?? id}`, `<@${id}>`);
  });
  return (
    <form
      class={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        state.send();
      }}
    >
      <Show when={isCompleting()}>
        <CompletionList
          id={listId}
          candidates={state.completion.candidates()}
          chosen={state.completion.chosen()}
          onChoose={state.completion.choose}
          onPick={state.complete}
        />
      </Show>
      <ReplyBar />
      <AttachmentStrip attachments={state.attachments} />
      <div class={styles.row}>
        <Show when={mayUpload()}>
          <IconButton
            class={styles.tool}
            icon={Paperclip}
            label={t().composer.attach}
            onClick={() => picker?.click()}
          />
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label={t().composer.attach}
            onChange={(event) => {
              state.addFiles([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = "";
            }}
          />
        </Show>
        <div class={styles.text}>
          {/* A placeholder of the field itself would be cut where it is too long. */}
          <Show when={state.field().text === ""}>
            <span class={styles.hint} aria-hidden="true" dir="auto">
              {label()}
            </span>
          </Show>
          <textarea
            ref={field}
            class={styles.field}
            rows={1}
            dir="auto"
            aria-label={label()}
            aria-autocomplete="list"
            aria-controls={isCompleting() ? listId : undefined}
            aria-activedescendant={isCompleting() ? `${listId}-${state.completion.chosen()}` : undefined}
            aria-describedby={`${listId}-notes`}
            value={state.field().text}
            onInput={(event) => state.changed(event.currentTarget)}
            onSelect={(event) => state.moved(event.currentTarget)}
            onBlur={() => state.closeCompletion()}
            onKeyDown={(event) => handleKey(event, state)}
            onPaste={(event) => {
              const files = [...(event.clipboardData?.files ?? [])];
              if (files.length === 0 || !mayUpload()) return;
              event.preventDefault();
              state.addFiles(files);
            }}
          />
        </div>
        <EmojiPopover
          class={`${iconButton.button} ${styles.emojiButton}`}
          label={t().composer.emoji}
          onPick={insertEmoji}
          focusAfterwards={() => field}
        >
          <Smile size={18} strokeWidth={1.75} aria-hidden="true" />
        </EmojiPopover>
        <button
          type="submit"
          class={styles.send}
          aria-label={t().composer.send}
          title={t().composer.send}
          disabled={!state.canSend()}
        >
          <SendHorizontal size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <p id={`${listId}-notes`} class={styles.notes} aria-live="polite">
        <Show when={state.isWaitingForUploads()}>
          <span>{t().composer.sendsAfterUploads}</span>
        </Show>
        <Show when={state.slowmode.interval() > 0}>
          <span class={styles.slowmode} aria-live="off">
            {state.slowmode.wait() > 0
              ? t().composer.slowmodeWait(duration(state.slowmode.wait()))
              : t().composer.slowmode(duration(state.slowmode.interval()))}
          </span>
        </Show>
        <Show when={state.bytesLeft() < countFrom}>
          <span class={styles.count} data-over={state.bytesLeft() < 0 ? "" : undefined}>
            {new Intl.NumberFormat(language()).format(state.bytesLeft())}
            <span class="visually-hidden"> {t().composer.bytesLeft}</span>
          </span>
        </Show>
      </p>
      <Show when={mayUpload()}>
        <DropOverlay onDrop={state.addFiles} />
      </Show>
    </form>
  );
}

/** A number of seconds as people read it: 5s, 1:05, 2:00:05. */
function duration(seconds: number): string {
  if (seconds < 60) {
    const format = { style: "unit", unit: "second", unitDisplay: "narrow" } as const;
    return new Intl.NumberFormat(language(), format).format(seconds);
  }
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, ...rest] = parts;
  const shown = hours ? parts : rest;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
