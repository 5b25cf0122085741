import { notify } from "@ui/toasts.tsx";
import { createStore, produce } from "solid-js/store";
import type { Client } from "stoat.js";
import { accounts } from "../session/accounts.ts";
import { apiUrl } from "../session/server.ts";
import { describeError } from "../texts/describe-error.ts";
import { t } from "../texts/texts.ts";

/** How long a deletion can be undone. */
const undoTime = 10_000;

interface Deletable {
  readonly id: string;
  readonly channelId: string;
}

const waiting = new Map<string, { readonly path: string; readonly timer: ReturnType<typeof setTimeout> }>();
const [hidden, setHidden] = createStore<Record<string, true>>({});

/** Whether a message is hidden because it is about to be deleted. */
export const isBeingDeleted = (messageId: string): boolean => hidden[messageId] ?? false;

/** Hides a message and deletes it after a while in which this can be undone. */
export function deleteLater(client: Client, message: Deletable): void {
  const { id, channelId } = message;
  if (waiting.has(id)) return;
  const timer = setTimeout(() => {
    waiting.delete(id);
    void deleteNow(client, { id, channelId });
  }, undoTime);
  waiting.set(id, { path: pathOf({ id, channelId }), timer });
  setHidden(id, true);
  const undo = () => {
    if (!waiting.delete(id)) return;
    clearTimeout(timer);
    show(id);
  };
  notify(t().messages.deleted, { action: { label: t().messages.undo, onClick: undo } });
}

/** Deletes a message at once. Shows it again, and says why, if that fails. */
export async function deleteNow(client: Client, message: Deletable): Promise<void> {
  setHidden(message.id, true);
  try {
    await client.api.delete(`/channels/${message.channelId}/messages/${message.id}`);
  } catch (error) {
    show(message.id);
    notify(describeError(error), { isError: true });
  }
}

function show(messageId: string): void {
  setHidden(
    produce((all) => {
      delete all[messageId];
    }),
  );
}

function pathOf({ id, channelId }: Deletable): string {
  return `${apiUrl}/channels/${channelId}/messages/${id}`;
}

// A page that goes away cannot wait any longer; the browser finishes these requests without it.
addEventListener("pagehide", () => {
  const token = accounts.active()?.token ?? "";
  for (const { path, timer } of waiting.values()) {
    clearTimeout(timer);
    void fetch(path, { method: "DELETE", keepalive: true, headers: { "x-session-token": token } });
  }
  waiting.clear();
});
