import type { Log } from "../../log/log.ts";
import { RedisConnection } from "../../redis/client/connection.ts";
import { parseNodeMessages } from "../parse-message.ts";
import type { NodeLink, NodeMessage } from "../port.ts";

export interface RedisLinkOptions {
  readonly node: string;
  readonly url: string;
  /** Distinguishes the channels of this installation from those of others. */
  readonly namespace: string;
  readonly log: Log;
  readonly deadlineMs?: number;
}

/** What concerns one server goes over one shard. Every node listens to all of them. */
const shardCount = 16;
/** The content of a longer commit is left to the log. */
const maxContentLength = 65_536;
const checkMs = 1_000;
/** A node that has received none of this many of its own checks is no longer subscribed. */
const maxUnheard = 3;

/** Carries messages over channels of Redis, commits with their content. While Redis is absent, all are lost. */
export class RedisLink implements NodeLink {
  readonly #options: RedisLinkOptions;
  readonly #channels: readonly string[];
  readonly #messageListeners: ((from: string, message: NodeMessage) => void)[] = [];
  readonly #lossListeners: (() => void)[] = [];
  readonly #timer: Timer;
  /** The number of the last message of each other node. */
  readonly #numbers = new Map<string, number>();
  #redis: RedisConnection | undefined;
  #number = 0;
  #unheard = 0;

  private constructor(options: RedisLinkOptions) {
    this.#options = options;
    const { namespace, url } = options;
    // Redis keeps the keys of its databases apart, but not the channels.
    const database = new URL(url).pathname.slice(1) || "0";
    const prefix = `ermine:nodes:${database}:${namespace}`;
    this.#channels = Array.from({ length: shardCount }, (_, shard) => `${prefix}:${shard}`);
    this.#timer = setInterval(() => this.#check(), checkMs);
  }

  /** Resolves after the first attempt to connect, whether it succeeded or not. */
  static async open(options: RedisLinkOptions): Promise<RedisLink> {
    const { url, log, deadlineMs } = options;
    const link = new RedisLink(options);
    const subscription = {
      channels: link.#channels,
      onMessage: (text: string) => link.#receive(text),
      onStart: () => link.#start(),
    };
    link.#redis = await RedisConnection.open({ url, log, subscription, ...(deadlineMs && { deadlineMs }) });
    return link;
  }

  get carriesContent(): boolean {
    return this.#redis?.isUp ?? false;
  }

  send(message: NodeMessage): void {
    // Lost messages are counted too: the numbers show the others that something is missing.
    this.#number += 1;
    if (!this.#redis?.isUp) return;
    const header = `${this.#options.node} ${this.#number} `;
    let text = JSON.stringify([message]);
    if (message.kind === "commit" && text.length > maxContentLength)
      text = JSON.stringify([{ kind: "commit", position: message.position }]);
    // The connection logs its failures.
    this.#redis.publish(this.#channelFor(message), header + text).catch(() => {});
  }

  onMessage(listener: (from: string, message: NodeMessage) => void): void {
    this.#messageListeners.push(listener);
  }

  onLoss(listener: () => void): void {
    this.#lossListeners.push(listener);
  }

  forget(node: string): void {
    this.#numbers.delete(node);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    this.#redis?.close();
  }

  #channelFor(message: NodeMessage): string {
    const announcement =
      message.kind === "announcement"
        ? message.announcement
        : message.kind === "commit"
          ? message.content?.announcements[0]
          : undefined;
    const shard = Bun.hash.crc32(announcement?.topics[0] ?? "") % shardCount;
    return this.#channels[shard] as string;
  }

  #start(): void {
    this.#unheard = 0;
    // Whatever was sent before is lost, unless this node has only just begun to listen.
    if (this.#redis) this.#reportLoss();
  }

  /** An event loop that was blocked for long runs this once and then receives what has arrived. */
  #check(): void {
    if (!this.#redis?.isUp) return;
    if (this.#unheard === maxUnheard) this.#redis.giveUp("messages do not arrive");
    else {
      this.#unheard += 1;
      this.send({ kind: "check" });
    }
  }

  #receive(text: string): void {
    const [header = "", from = "", digits] = /^(\S{1,100}) (\d{1,15}) /.exec(text) ?? [];
    if (from === this.#options.node) this.#unheard = 0;
    if (header === "" || from === this.#options.node) return;
    const number = Number(digits);
    const last = this.#numbers.get(from) ?? number - 1;
    // After a pause, Redis first delivers what it received from connections that have been given up since.
    if (number <= last) return;
    this.#numbers.set(from, number);
    if (number > last + 1) this.#reportLoss();
    for (const message of parseNodeMessages(text.slice(header.length)))
      for (const listener of this.#messageListeners) listener(from, message);
  }

  #reportLoss(): void {
    for (const listener of this.#lossListeners) listener();
  }
}
