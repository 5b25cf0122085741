import { notify } from "@ui/toasts.tsx";
import { createEffect, createMemo, createSignal, on, onMount } from "solid-js";
import { createCompletion } from "../completion/completion.ts";
import { findTrigger, type Trigger } from "../completion/find-trigger.ts";
import type { Candidate } from "../completion/rank.ts";
import { openAttachments } from "../drafts/attachments.ts";
import { changeText, emptyField, replaceRange, toContent } from "../drafts/field-text.ts";
import { keepDraft } from "../drafts/keep-draft.ts";
import { outboxOf } from "../drafts/outbox.ts";
import { useConversation } from "../history/conversation.tsx";
import { t } from "../i18n/i18n.ts";
import { formatBytes } from "../media/byte-size.ts";
import type { Channel } from "../model/channel.ts";
import { useConnection } from "../session/context.tsx";
import { messageLimits } from "./limits.ts";
import { isTouch } from "./send-key.ts";
import { createSlowmode } from "./slowmode.ts";
import { createTyping } from "./typing.ts";

export type EditorState = ReturnType<typeof createEditorState>;

/** What is written in a channel, and what can be done with it. */
export function createEditorState(channel: () => Channel, element: () => HTMLTextAreaElement | undefined) {
  const connection = useConnection();
  const { client } = connection;
  const conversation = useConversation();
  const [field, setField] = createSignal(emptyField);
  const [trigger, setTrigger] = createSignal<Trigger>();
  const [isWaiting, setWaiting] = createSignal(false);
  const attachments = openAttachments(client, channel().id);
  const slowmode = createSlowmode(client, channel);
  const typing = createTyping(connection, channel);
  const completion = createCompletion(connection, channel, trigger);
  const limits = createMemo(() => messageLimits(client));
  const content = createMemo(() => toContent(field()));
  const bytesLeft = createMemo(() => limits().bytes - new TextEncoder().encode(content()).length);
  keepDraft(channel, field, setField);

  const isUploading = () => attachments.list.some(({ id, error }) => id === undefined && error === undefined);
  const canSend = () =>
    (content() !== "" || attachments.list.length > 0) &&
    attachments.list.every(({ error }) => error === undefined) &&
    bytesLeft() >= 0 &&
    slowmode.wait() === 0;

  /** Sets the caret once the field shows the new text. */
  const focus = (caret?: number) =>
    queueMicrotask(() => {
      const target = element();
      target?.focus();
      if (caret !== undefined) target?.setSelectionRange(caret, caret);
    });

  const sendNow = () => {
    if (!canSend()) return;
    if (isUploading()) {
      setWaiting(true);
      return;
    }
    setWaiting(false);
    outboxOf(client).send({
      channelId: channel().id,
      content: content(),
      replies: conversation.replies(),
      attachments: attachments.take(),
    });
    slowmode.sent();
    typing.stop();
    setField(emptyField);
    setTrigger(undefined);
    conversation.setReplies([]);
    focus();
  };

  const replace = (range: { start: number; end: number }, shown: string, form?: string) => {
    const replaced = replaceRange(field(), range, shown, form);
    setField(replaced.field);
    setTrigger(undefined);
    focus(replaced.caret);
  };

  createEffect(() => isWaiting() && !isUploading() && sendNow());
  createEffect(on([field, element], ([, target]) => target && grow(target)));
  // Whoever answers a message, or is done with editing one, writes next.
  createEffect(on(conversation.replies, (replies) => replies.length > 0 && focus(), { defer: true }));
  createEffect(on(conversation.editing, (editing) => editing === undefined && focus(), { defer: true }));
  onMount(() => !isTouch() && focus());

  return {
    client,
    channel,
    conversation,
    field,
    attachments,
    slowmode,
    completion,
    bytesLeft,
    canSend,
    isWaitingForUploads: isWaiting,
    send: sendNow,
    /** The user changed the text. */
    changed(target: HTMLTextAreaElement) {
      const caret = target.selectionEnd;
      setField((before) => changeText(before, target.value, caret));
      setTrigger(findTrigger(target.value, caret));
      if (target.value !== "") typing.typed();
      setWaiting(false);
    },
    /** The caret moved: a completion goes with the word that it left. */
    moved(target: HTMLTextAreaElement) {
      const current = trigger();
      if (current && target.selectionEnd !== current.end) setTrigger(undefined);
    },
    closeCompletion: () => setTrigger(undefined),
    complete(candidate: Candidate | undefined) {
      const range = trigger();
      if (range && candidate) replace(range, candidate.shown, candidate.form);
    },
    /** Puts something in at the caret. */
    insert(shown: string, form?: string) {
      const start = element()?.selectionStart ?? field().text.length;
      replace({ start, end: element()?.selectionEnd ?? start }, shown, form);
    },
    addFiles(files: readonly File[]) {
      const { attachmentBytes, attachments: most } = limits();
      const free = most - attachments.list.length;
      const fitting = files.filter(({ size }) => size <= attachmentBytes);
      for (const { name, size } of files) {
        if (size <= attachmentBytes) continue;
        notify(t().composer.fileTooLarge({ name, limit: formatBytes(attachmentBytes) }), {
          isError: true,
        });
      }
      if (fitting.length > free) notify(t().composer.tooManyFiles(most), { isError: true });
      attachments.add(fitting.slice(0, Math.max(0, free)));
      focus();
    },
  };
}

/** Makes the field as high as its text; the style sheet sets the greatest height. */
function grow(target: HTMLTextAreaElement): void {
  queueMicrotask(() => {
    target.style.blockSize = "auto";
    target.style.blockSize = `${target.scrollHeight}px`;
  });
}
