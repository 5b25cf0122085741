import { listen } from "@ui/listen.ts";
import { notify } from "@ui/toasts.tsx";
import { onCleanup } from "solid-js";
import { createStore, produce } from "solid-js/store";
import { attempt } from "../../components/attempt.ts";
import { t } from "../../i18n/i18n.ts";
import type { RequestOptions } from "../../session/api.ts";
import { type Client, sessionState } from "../../session/client.ts";

/** How long a deletion can be undone. */
const undoTime = 10_000;

interface Deletable {
  readonly id: string;
  readonly channelId: string;
}

/** Messages that are hidden because they are about to be deleted. */
export const deletionsOf = sessionState((client) => new Deletions(client));

class Deletions {
  readonly #client: Client;
  readonly #hidden = createStore<Record<string, true>>({});
  readonly #waiting = new Map<
    string,
    { readonly message: Deletable; readonly timer: ReturnType<typeof setTimeout> }
  >();

  constructor(client: Client) {
    this.#client = client;
    // A page or session that goes away cannot wait any longer; the browser finishes these requests without it.
    const finish = () => this.#finish();
    listen(window, "pagehide", finish);
    onCleanup(finish);
  }

  isHidden(messageId: string): boolean {
    return this.#hidden[0][messageId] ?? false;
  }

  /** Hides a message and deletes it after a while in which this can be undone. */
  deleteLater({ id, channelId }: Deletable): void {
    if (this.#waiting.has(id)) return;
    const message = { id, channelId };
    const timer = setTimeout(() => {
      this.#waiting.delete(id);
      void this.deleteNow(message);
    }, undoTime);
    this.#waiting.set(id, { message, timer });
    this.#hidden[1](id, true);
    const undo = () => {
      if (!this.#waiting.delete(id)) return;
      clearTimeout(timer);
      this.#show(id);
    };
    notify(t().messages.deleted, {
      action: { label: t().messages.undo, onClick: undo, isUndo: true, lasts: undoTime },
    });
  }

  /** Deletes a message at once. Shows it again, and says why, if that fails. */
  async deleteNow(message: Deletable): Promise<void> {
    this.#hidden[1](message.id, true);
    if (!(await attempt(() => this.#send(message)))) this.#show(message.id);
  }

  #finish(): void {
    for (const { message, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      void this.#send(message, { keepalive: true }).catch(() => {});
    }
    this.#waiting.clear();
  }

  #send({ id, channelId }: Deletable, options: Pick<RequestOptions, "keepalive"> = {}): Promise<unknown> {
    return this.#client.api.delete(`/channels/${channelId}/messages/${id}`, undefined, options);
  }

  #show(messageId: string): void {
    this.#hidden[1](
      produce((all) => {
        delete all[messageId];
      }),
    );
  }
}
