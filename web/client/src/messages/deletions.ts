import { notify } from "@ui/toasts.tsx";
import { createStore, produce } from "solid-js/store";
import type { RequestOptions } from "../session/api.ts";
import type { Client } from "../session/client.ts";
import { describeError } from "../texts/describe-error.ts";
import { t } from "../texts/texts.ts";

/** How long a deletion can be undone. */
const undoTime = 10_000;

interface Deletable {
  readonly id: string;
  readonly channelId: string;
}

interface Waiting {
  readonly timer: ReturnType<typeof setTimeout>;
  send(options: Pick<RequestOptions, "keepalive">): Promise<unknown>;
}

const waiting = new Map<string, Waiting>();
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
  waiting.set(id, { timer, send: (options) => client.api.delete(pathOf(message), undefined, options) });
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
    await client.api.delete(pathOf(message));
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

function pathOf({ id, channelId }: Deletable) {
  return `/channels/${channelId}/messages/${id}` as const;
}

// A page that goes away cannot wait any longer; the browser finishes these requests without it.
addEventListener("pagehide", () => {
  for (const { timer, send } of waiting.values()) {
    clearTimeout(timer);
    void send({ keepalive: true }).catch(() => {});
  }
  waiting.clear();
});
