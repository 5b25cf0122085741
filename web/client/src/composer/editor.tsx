import iconButton from "@ui/icon-button.module.css";
import { IconButton } from "@ui/icon-button.tsx";
import { BellOff, Mic, Paperclip, Plus, SendHorizontal, Vote } from "@ui/icons.ts";
import { ContextMenu, DropdownMenu, type MenuEntry } from "@ui/menu.tsx";
import { createMemo, createSignal, createUniqueId, lazy, Show, Suspense } from "solid-js";
import { channelName } from "../components/channels.tsx";
import { openDialog } from "../components/dialogs.tsx";
import { watchMedia } from "../components/watch-media.ts";
import { AttachmentStrip } from "../drafts/attachment-strip.tsx";
import { language, t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import { acceptMentions } from "../users/mentions.ts";
import styles from "./composer.module.css";
import { DropOverlay } from "./drop-overlay.tsx";
import { handleEditorKey } from "./editor-keys.ts";
import { createEditorState } from "./editor-state.ts";
import { FormatToolbar } from "./format-toolbar.tsx";
import fieldStyles from "./message-field.module.css";
import { BytesLeft, MessageField } from "./message-field.tsx";
import { ReplyBar } from "./reply-bar.tsx";

const PollDialog = lazy(() => import("./poll-dialog.tsx"));
const VoiceRecorder = lazy(() => import("./voice-recorder.tsx"));

export function Editor(props: { readonly channel: Channel }) {
  const client = useClient();
  const notesId = createUniqueId();
  let element: HTMLTextAreaElement | undefined;
  let picker: HTMLInputElement | undefined;
  const state = createEditorState(
    () => props.channel,
    () => element,
  );
  const mayUpload = createMemo(() => props.channel.havePermission("UploadFiles"));
  const [isRecording, setRecording] = createSignal(false);
  // Next to four buttons, a phone has no room to write.
  const isNarrow = watchMedia("(width < 480px)");
  const more = (): readonly MenuEntry[] => [
    isNarrow() &&
      mayUpload() && { label: t().composer.attach, icon: Paperclip, onSelect: () => picker?.click() },
    mayUpload() &&
      "MediaRecorder" in window && {
        label: t().composer.recordVoice,
        icon: Mic,
        isDisabled: isRecording(),
        onSelect: () => setRecording(true),
      },
    props.channel.havePermission("React") && {
      label: t().composer.poll.create,
      icon: Vote,
      onSelect: () =>
        openDialog(PollDialog, { onlyEmojiOf: props.channel.onlyEmojiOf, onSend: state.sendPoll }),
    },
  ];
  const label = () => t().composer.writeTo(channelName(props.channel));
  acceptMentions(client, (id) => {
    const name = props.channel.server?.getMember(id)?.displayName ?? client.users.get(id)?.displayName;
    state.field.insert(`@${name ?? id}`, `<@${id}>`);
  });
  return (
    <form
      class={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        state.send();
      }}
    >
      <ReplyBar />
      <AttachmentStrip attachments={state.attachments} />
      <Show when={isRecording()}>
        <Suspense>
          <VoiceRecorder
            longest={state.longestVoice()}
            onSend={(file) => {
              setRecording(false);
              state.addFiles([file]);
              state.send();
            }}
            onClose={() => {
              setRecording(false);
              state.field.focus();
            }}
          />
        </Suspense>
      </Show>
      <div class={styles.row}>
        <Show when={mayUpload()}>
          <Show when={!isNarrow()}>
            <IconButton
              class={fieldStyles.tool}
              icon={Paperclip}
              label={t().composer.attach}
              onClick={() => picker?.click()}
            />
          </Show>
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
        <Show when={more().some(Boolean)}>
          <DropdownMenu
            class={`${iconButton.button} ${fieldStyles.tool}`}
            label={t().composer.more}
            entries={more}
          >
            <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          </DropdownMenu>
        </Show>
        <MessageField
          ref={(field) => {
            element = field;
          }}
          state={state.field}
          label={label()}
          hint={label()}
          describedBy={notesId}
          onKey={(event) => handleEditorKey(event, state)}
          onWrite={state.wrote}
          onPaste={(event) => {
            if (!mayUpload()) return;
            const files = [...(event.clipboardData?.files ?? [])];
            if (files.length > 0) state.addFiles(files);
            const isTaken =
              files.length > 0 || state.attachText(event.clipboardData?.getData("text/plain") ?? "");
            if (isTaken) event.preventDefault();
          }}
        />
        <ContextMenu
          aim={state.canSend}
          entries={() => [{ label: t().composer.sendSilently, icon: BellOff, onSelect: state.sendSilently }]}
        >
          <button
            type="submit"
            class={`${fieldStyles.tool} ${styles.send}`}
            aria-label={t().composer.send}
            title={t().composer.send}
            disabled={!state.canSend()}
          >
            <SendHorizontal size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </ContextMenu>
      </div>
      <div class={styles.below}>
        <p id={notesId} class={styles.notes} aria-live="polite">
          <Show when={state.isWaitingForUploads()}>
            <span>{t().composer.sendsAfterUploads}</span>
          </Show>
          <Show when={state.isSilent()}>
            <span>{t().composer.silent}</span>
          </Show>
          <Show when={state.slowmode.interval() > 0}>
            <span class={styles.slowmode} aria-live="off">
              {state.slowmode.wait() > 0
                ? t().composer.slowmodeWait(duration(state.slowmode.wait()))
                : t().composer.slowmode(duration(state.slowmode.interval()))}
            </span>
          </Show>
          <BytesLeft state={state.field} />
        </p>
        <FormatToolbar state={state.field} />
      </div>
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
