import { createEffect, createMemo, createSignal, on } from "solid-js";
import { createCompletion } from "../completion/completion.ts";
import { findTrigger, type Trigger } from "../completion/find-trigger.ts";
import type { Candidate } from "../completion/rank.ts";
import {
  applyEdit,
  changeText,
  emptyField,
  type FieldText,
  replaceRange,
  type TextEdit,
  toContent,
} from "../drafts/field-text.ts";
import type { Channel } from "../model/channel.ts";
import { useConnection } from "../session/context.tsx";
import { messageLimits } from "./limits.ts";

/** A selected part of a text, or the caret. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What changes the text as a whole, and what is selected afterwards. */
export interface Rewrite {
  /** In order, without overlaps. */
  readonly edits: readonly TextEdit[];
  readonly selection: TextRange;
}

interface FieldOptions {
  readonly channel: () => Channel;
  readonly element: () => HTMLTextAreaElement | undefined;
  /** The commands that a text may begin with; without them there are none. */
  readonly commands?: () => readonly Candidate[];
}

export type FieldState = ReturnType<typeof createFieldState>;

/** The text of a message, new or edited, while it is written. */
export function createFieldState({ channel, element, commands }: FieldOptions) {
  const connection = useConnection();
  const [field, setField] = createSignal(emptyField);
  const [trigger, setTrigger] = createSignal<Trigger>();
  const [selection, setSelection] = createSignal<TextRange>({ start: 0, end: 0 });
  const completion = createCompletion(connection, channel, trigger, commands);
  const limits = createMemo(() => messageLimits(connection.client));
  const content = createMemo(() => toContent(field()));
  const bytesLeft = createMemo(() => limits().bytes - countBytes(content()));

  /** Sets the caret or the selection once the field shows the new text. */
  const focus = (selected?: TextRange) =>
    queueMicrotask(() => {
      const target = element();
      target?.focus();
      if (selected) target?.setSelectionRange(selected.start, selected.end);
    });

  /** Shows another text, so that the browser can undo it where the user writes. */
  const show = (edit: TextEdit, next: FieldText) => {
    const target = element();
    if (target && document.activeElement === target) typeText(target, edit);
    setField(next);
    setTrigger(undefined);
  };

  const replace = (range: TextRange, shown: string, form?: string) => {
    const replaced = replaceRange(field(), range, shown, form);
    show(replaced.edit, replaced.field);
    focus({ start: replaced.caret, end: replaced.caret });
  };
  const selected = (): TextRange => {
    const { selectionStart: start, selectionEnd: end } = element() ?? {};
    const length = field().text.length;
    return { start: start ?? length, end: end ?? length };
  };
  createEffect(on([field, element], ([, target]) => target && grow(target)));

  return {
    channel,
    field,
    setField,
    content,
    limits,
    bytesLeft,
    completion,
    selection,
    selected,
    focus,
    /** The user changed the text. */
    changed(target: HTMLTextAreaElement) {
      const caret = target.selectionEnd;
      setField((before) => changeText(before, target.value, caret));
      setTrigger(findTrigger(target.value, caret, commands !== undefined));
    },
    /** The caret moved: a completion goes with the word that it left. */
    moved(target: HTMLTextAreaElement) {
      const current = trigger();
      if (current && target.selectionEnd !== current.end) setTrigger(undefined);
      setSelection({ start: target.selectionStart, end: target.selectionEnd });
    },
    closeCompletion: () => setTrigger(undefined),
    complete(candidate: Candidate | undefined) {
      const range = trigger();
      if (range && candidate) replace(range, candidate.shown, candidate.form);
    },
    /** Whether the text is this candidate and needs nothing more. */
    isWritten: (candidate: Candidate) => candidate.isWhole === true && candidate.shown === field().text,
    /** Puts something in at the caret. */
    insert: (shown: string, form?: string) => replace(selected(), shown, form),
    /** Changes the text in one or more places. What stands between them stays what it is, mentions too. */
    rewrite({ edits, selection }: Rewrite) {
      for (const edit of edits.toReversed()) show(edit, applyEdit(field(), edit));
      focus(selection);
    },
    clear() {
      setField(emptyField);
      setTrigger(undefined);
    },
  };
}

export const countBytes = (text: string) => new TextEncoder().encode(text).length;

/** Changes a text as typing does: a text that a script sets is one that the browser cannot undo. */
function typeText(target: HTMLTextAreaElement, { start, end, text }: TextEdit): void {
  if (start === end && text === "") return;
  target.setSelectionRange(start, end);
  // The standard has no other way yet; where it is missing, the new text is set as a whole.
  document.execCommand?.(text === "" ? "delete" : "insertText", false, text);
}

/** Makes the field as high as its text; the style sheet sets the greatest height. */
function grow(target: HTMLTextAreaElement): void {
  queueMicrotask(() => {
    target.style.blockSize = "auto";
    target.style.blockSize = `${target.scrollHeight}px`;
  });
}
