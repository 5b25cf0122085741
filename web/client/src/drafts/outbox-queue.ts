import type { Reply } from "../history/conversation.tsx";

/** A message that the server has not acknowledged yet. */
export interface PendingMessage {
  /** Sent as nonce and idempotency key: a message that is sent again is never there twice. */
  readonly nonce: string;
  readonly channelId: string;
  readonly content: string;
  readonly replies: readonly Reply[];
  readonly attachments: readonly PendingFile[];
  readonly interactions?: { readonly reactions: string[]; readonly restrict_reactions: boolean };
  /** Nobody is notified of it. */
  readonly isSilent?: boolean;
  readonly state: "sending" | "failed";
  /** Why it failed, in words. */
  readonly error?: string;
}

/** An uploaded file of a message on its way. */
export interface PendingFile {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

export interface QueuedMessage extends PendingMessage {
  /** The server refused it: it is not sent again unless the user asks. */
  readonly isRefused: boolean;
}

/** What became of an attempt. */
export type Outcome =
  | { readonly kind: "sent" }
  | { readonly kind: "refused"; readonly error: string }
  | { readonly kind: "unreachable"; readonly error: string };

interface OutboxOptions {
  deliver(message: PendingMessage): Promise<Outcome>;
  /** Called after every change, with all messages and those that changed or went. */
  changed(all: readonly QueuedMessage[], touched: readonly string[]): void;
  /** Calls later, for the next attempt. */
  later(work: () => void, milliseconds: number): void;
}

const firstPause = 2_000;
const longestPause = 30_000;

/**
 * Sends messages in the order of each channel, one after the other. A message that does not get through
 * holds those behind it until it does; one that the server refuses stays behind.
 */
export class OutboxQueue {
  readonly #options: OutboxOptions;
  #messages: readonly QueuedMessage[] = [];
  readonly #busy = new Set<string>();
  #pause = firstPause;
  #isRetryPlanned = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Takes messages that were kept from before, or a new one. */
  add(...messages: readonly QueuedMessage[]): void {
    const known = new Set(this.#messages.map(({ nonce }) => nonce));
    const fresh = messages.filter(({ nonce }) => !known.has(nonce));
    const all = [...this.#messages, ...fresh].sort((a, b) => (a.nonce < b.nonce ? -1 : 1));
    this.#change(all, fresh);
    for (const { channelId } of fresh) void this.#run(channelId);
  }

  /** Sends a message again that failed. */
  retry(nonce: string): void {
    const message = this.#messages.find((one) => one.nonce === nonce);
    if (!message) return;
    this.#update(message, { state: "sending", error: undefined, isRefused: false });
    void this.#run(message.channelId);
  }

  /** Forgets a message: it has arrived, or the user gave it up. */
  remove(nonce: string): void {
    const gone = this.#messages.filter((message) => message.nonce === nonce);
    if (gone.length === 0) return;
    this.#change(
      this.#messages.filter((message) => message.nonce !== nonce),
      gone,
    );
  }

  /** Tries everything again that did not get through: the connection is back. */
  wake(): void {
    this.#pause = firstPause;
    this.#retryAll();
  }

  #retryAll(): void {
    for (const channelId of new Set(this.#messages.map((message) => message.channelId))) {
      void this.#run(channelId);
    }
  }

  async #run(channelId: string): Promise<void> {
    if (this.#busy.has(channelId)) return;
    this.#busy.add(channelId);
    try {
      for (;;) {
        const next = this.#waitingIn(channelId)[0];
        if (!next) return;
        this.#update(next, { state: "sending", error: undefined });
        const outcome = await this.#options.deliver(next);
        if (outcome.kind === "sent") {
          this.#pause = firstPause;
          this.remove(next.nonce);
        } else if (outcome.kind === "refused") {
          this.#update(next, { state: "failed", error: outcome.error, isRefused: true });
        } else {
          for (const waiting of this.#waitingIn(channelId)) {
            this.#update(waiting, { state: "failed", error: outcome.error });
          }
          this.#planRetry();
          return;
        }
      }
    } finally {
      this.#busy.delete(channelId);
    }
  }

  #waitingIn(channelId: string): readonly QueuedMessage[] {
    return this.#messages.filter((message) => message.channelId === channelId && !message.isRefused);
  }

  #planRetry(): void {
    if (this.#isRetryPlanned) return;
    this.#isRetryPlanned = true;
    this.#options.later(() => {
      this.#isRetryPlanned = false;
      this.#retryAll();
    }, this.#pause);
    this.#pause = Math.min(this.#pause * 2, longestPause);
  }

  #update(message: QueuedMessage, change: Partial<QueuedMessage>): void {
    const changed = this.#messages.map((one) => (one.nonce === message.nonce ? { ...one, ...change } : one));
    this.#change(changed, [message]);
  }

  #change(all: readonly QueuedMessage[], touched: readonly QueuedMessage[]): void {
    this.#messages = all;
    this.#options.changed(
      all,
      touched.map(({ nonce }) => nonce),
    );
  }
}
