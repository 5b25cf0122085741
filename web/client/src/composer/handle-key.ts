import type { EditorState } from "./editor-state.ts";
import { sends } from "./send-key.ts";

/** What the keys do in the field beyond writing. */
export function handleKey(event: KeyboardEvent, state: EditorState): void {
  // While an input method composes a word, its keys are its own.
  if (event.isComposing) return;
  const isHandled = completes(event, state) || acts(event, state);
  if (isHandled) event.preventDefault();
}

function completes(event: KeyboardEvent, { completion, complete, closeCompletion }: EditorState): boolean {
  const candidates = completion.candidates();
  if (candidates.length === 0) return false;
  const move = (by: number) =>
    completion.choose((completion.chosen() + by + candidates.length) % candidates.length);
  const pick = () => complete(candidates[completion.chosen()]);
  const action = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: pick,
    Tab: pick,
    Escape: closeCompletion,
  }[event.key];
  action?.();
  return action !== undefined;
}

function acts(event: KeyboardEvent, state: EditorState): boolean {
  switch (event.key) {
    case "Enter":
      if (!sends(event)) return false;
      state.send();
      return true;
    case "Escape":
      if (state.conversation.replies().length === 0) return false;
      state.conversation.setReplies([]);
      return true;
    case "ArrowUp": {
      if (state.field().text !== "") return false;
      const last = lastOwnMessage(state);
      if (last) state.conversation.setEditing(last);
      return last !== undefined;
    }
    default:
      return false;
  }
}

function lastOwnMessage({ client, channel }: EditorState): string | undefined {
  const own = client.messages
    .list()
    .filter(
      (message) =>
        message.channelId === channel().id && message.authorId === client.user?.id && !message.systemMessage,
    );
  return own
    .map(({ id }) => id)
    .sort()
    .at(-1);
}
