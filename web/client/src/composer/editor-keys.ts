import { isPressed } from "../components/shortcuts.ts";
import type { EditorState } from "./editor-state.ts";
import { sends } from "./send-key.ts";

/** What the keys do in the composer, besides what they do in the field of every message. */
export function handleEditorKey(event: KeyboardEvent, state: EditorState): boolean {
  switch (event.key) {
    case "Enter":
      if (!sends(event)) return false;
      state.send();
      return true;
    case "Escape":
      if (state.conversation.replies().length === 0) return false;
      state.conversation.setReplies([]);
      return true;
    default: {
      if (!isPressed(event, "editLast") || state.field.field().text !== "") return false;
      const last = lastOwnMessage(state);
      if (last) state.conversation.setEditing(last);
      return last !== undefined;
    }
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
