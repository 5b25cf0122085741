import { notify } from "@ui/toasts.tsx";
import { createEffect, createMemo, createSignal, on, onCleanup, onMount } from "solid-js";
import { attempt } from "../components/attempt.ts";
import { openAttachments } from "../drafts/attachments.ts";
import { keepDraft } from "../drafts/keep-draft.ts";
import { outboxOf } from "../drafts/outbox.ts";
import { useConversation } from "../history/conversation.tsx";
import { t } from "../i18n/i18n.ts";
import { formatBytes } from "../media/byte-size.ts";
import type { Channel } from "../model/channel.ts";
import { useConnection } from "../session/context.tsx";
import { commandOf, commandsIn, type GivenCommand } from "./commands.ts";
import { countBytes, createFieldState } from "./field-state.ts";
import type { writePoll } from "./poll-text.ts";
import { isTouch } from "./send-key.ts";
import { createSlowmode } from "./slowmode.ts";
import { typeAnywhere } from "./type-anywhere.ts";
import { createTyping } from "./typing.ts";
import { secondsIn } from "./wav.ts";

/** In seconds; the browser keeps all of it in memory. */
const longestVoice = 1_800;

export type EditorState = ReturnType<typeof createEditorState>;

/** What is written in a channel, and what can be done with it. */
export function createEditorState(channel: () => Channel, element: () => HTMLTextAreaElement | undefined) {
  const connection = useConnection();
  const { client } = connection;
  const conversation = useConversation();
  const context = {
    client,
    get channel() {
      return channel();
    },
  };
  const field = createFieldState({ channel, element, commands: () => commandsIn(context) });
  /** The message that is sent once its files are uploaded. */
  const [waiting, setWaiting] = createSignal<{ readonly isSilent: boolean }>();
  const attachments = openAttachments(client, channel().id);
  const slowmode = createSlowmode(client, channel);
  const typing = createTyping(connection, channel);
  const written = createMemo(() => readSilent(field.content()));
  keepDraft(channel, field.field, field.setField);

  const isUploading = () => attachments.list.some(({ id, error }) => id === undefined && error === undefined);
  const command = createMemo(() => commandOf(context, written().content));
  /** The text of the message, after a command has made something of it. */
  const content = createMemo(() => command()?.write?.(command()?.words ?? "") ?? written().content);
  const canSend = () =>
    command()?.run !== undefined ||
    ((content() !== "" || attachments.list.length > 0) &&
      attachments.list.every(({ error }) => error === undefined) &&
      countBytes(content()) <= field.limits().bytes &&
      slowmode.wait() === 0);

  const runCommand = async ({ run, words }: GivenCommand) => {
    const before = field.field();
    field.clear();
    typing.stop();
    let isDone = false;
    await attempt(async () => {
      isDone = (await run?.(context, words)) !== false;
    });
    // If the user has written something else in the meantime, that stays.
    if (!isDone && field.field().text === "") field.setField(before);
  };

  const sendNow = (isSilent = false) => {
    if (!canSend()) return;
    const given = command();
    if (given?.needsWords && given.words === "") {
      notify(t().composer.commandNeedsWords(`/${given.name}`), { isError: true });
      return;
    }
    if (given?.run) return void runCommand(given);
    if (isUploading()) {
      setWaiting({ isSilent });
      return;
    }
    setWaiting(undefined);
    outboxOf(client).send({
      channelId: channel().id,
      content: content(),
      replies: conversation.replies(),
      attachments: attachments.take(),
      isSilent: isSilent || written().isSilent,
    });
    slowmode.sent();
    typing.stop();
    field.clear();
    conversation.setReplies([]);
    field.focus();
  };

  createEffect(() => !isUploading() && waiting() && sendNow(waiting()?.isSilent));
  // After choosing a reply or finishing an edit, the user writes next.
  createEffect(on(conversation.replies, (replies) => replies.length > 0 && field.focus(), { defer: true }));
  createEffect(
    on(conversation.editing, (editing) => editing === undefined && field.focus(), { defer: true }),
  );
  onMount(() => !isTouch() && field.focus());
  typeAnywhere(element);
  let isGone = false;
  onCleanup(() => {
    isGone = true;
  });

  return {
    client,
    channel,
    conversation,
    field,
    attachments,
    slowmode,
    canSend,
    isWaitingForUploads: () => waiting() !== undefined,
    /** Whether the text asks to notify nobody. */
    isSilent: () => written().isSilent,
    send: () => sendNow(),
    sendSilently: () => sendNow(true),
    sendPoll(poll: ReturnType<typeof writePoll>) {
      outboxOf(client).send({ channelId: channel().id, replies: [], attachments: [], ...poll });
      slowmode.sent();
    },
    /** The seconds that a voice message can have. */
    longestVoice: () => Math.min(longestVoice, secondsIn(field.limits().attachmentBytes)),
    /** The user changed the text. */
    wrote(text: string) {
      if (text !== "") typing.typed();
      setWaiting(undefined);
    },
    /** Attaches a text that is too long for a message. Returns whether it could. */
    attachText(text: string): boolean {
      const { bytes, attachmentBytes, attachments: most } = field.limits();
      const file = new File([text], "message.txt", { type: "text/plain" });
      if (file.size <= bytes || file.size > attachmentBytes || attachments.list.length >= most) return false;
      attachments.add([file]);
      const takeBack = () => {
        const attached = attachments.list.find((one) => one.file === file);
        if (isGone || !attached) return;
        attachments.remove(attached.key);
        const { start, end } = field.selected();
        const caret = start + text.length;
        field.rewrite({ edits: [{ start, end, text }], selection: { start: caret, end: caret } });
      };
      notify(t().composer.attachedText(file.name), {
        action: { label: t().composer.insertText, onClick: takeBack, isUndo: true },
      });
      return true;
    },
    addFiles(files: readonly File[]) {
      const { attachmentBytes, attachments: most } = field.limits();
      const free = most - attachments.list.length;
      const fitting = files.filter(({ size }) => size <= attachmentBytes);
      for (const { name, size } of files) {
        if (size <= attachmentBytes) continue;
        notify(t().composer.fileTooLarge({ name, limit: formatBytes(attachmentBytes) }), {
          isError: true,
        });
      }
      const names = fitting.splice(Math.max(0, free)).map(({ name }) => name);
      if (names.length > 0)
        notify(t().composer.tooManyFiles({ count: most, names: names.join(", ") }), { isError: true });
      attachments.add(fitting);
      field.focus();
    },
  };
}

/** Other clients understand `@silent` in front of a text, too. */
function readSilent(content: string): { readonly content: string; readonly isSilent: boolean } {
  const rest = content.replace(/^@silent(\s+|$)/, "");
  return { content: rest, isSilent: rest !== content };
}
