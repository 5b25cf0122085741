import type { Topic } from "../../../visibility/announcement.ts";
import type { Log } from "../../log/log.ts";
import { RedisConnection } from "../../redis/client/connection.ts";
import { FollowedShards } from "../followed-shards.ts";
import { parseNodeMessages, parseTopicCommit, writeTopicCommit } from "../parse-message.ts";
import type { NodeLink, NodeMessage, TopicCommit } from "../port.ts";
import { collectCommit } from "./collect-commit.ts";

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
/** Commits on topics go over one of these, to the nodes that follow one of them. */
const topicShardCount = 4_096;
/** The content of a longer commit is left to the log. */
const maxContentLength = 65_536;
const checkMs = 1_000;
/** A node that has received none of this many of its own checks is no longer subscribed. */
const maxUnheard = 3;

/**
 * Carries messages over channels of Redis, commits with their content. While Redis is absent, all are lost. Nodes that
 * do not follow the topics of a commit receive its position only, which says that they have missed nothing.
 */
export class RedisLink implements NodeLink {
  readonly #options: RedisLinkOptions;
  readonly #channels: readonly string[];
  readonly #messageListeners: ((from: string, message: NodeMessage) => void)[] = [];
  readonly #lossListeners: (() => void)[] = [];
  readonly #followListeners: (() => void)[] = [];
  readonly #followed = new FollowedShards(topicShardCount);
  /** The channels of Redis besides those of all nodes that this node is subscribed to, or about to be. */
  readonly #subscribed = new Set<string>();
  readonly #prefix: string;
  readonly #timer: Timer;
  /** The number of the last message of each other node. */
  readonly #numbers = new Map<string, number>();
  #redis: RedisConnection | undefined;
  #number = 0;
  #unheard = 0;
  #hearsPositions = false;
  /** To be subscribed to together, at the end of this turn. */
  #added: string[] = [];
  #changing: Promise<void> = Promise.resolve();
  sendsByTopic = false;

  private constructor(options: RedisLinkOptions) {
    this.#options = options;
    const { namespace, url } = options;
    // Redis keeps the keys of its databases apart, but not the channels.
    const database = new URL(url).pathname.slice(1) || "0";
    this.#prefix = `ermine:nodes:${database}:${namespace}`;
    this.#channels = Array.from({ length: shardCount }, (_, shard) => `${this.#prefix}:${shard}`);
    this.#timer = setInterval(() => this.#check(), checkMs);
  }

  /** Resolves after the first attempt to connect, whether it succeeded or not. */
  static async open(options: RedisLinkOptions): Promise<RedisLink> {
    const { url, log, deadlineMs } = options;
    const link = new RedisLink(options);
    const subscription = {
      channels: () => {
        link.#subscribed.clear();
        for (const wanted of link.#wanted()) link.#subscribed.add(wanted);
        return [...link.#channels, ...link.#subscribed];
      },
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
    if (message.kind === "topic commit") {
      this.#sendTopicCommit(message);
      return;
    }
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

  /** Not numbered: their positions show what is missing. */
  #sendTopicCommit(commit: TopicCommit): void {
    if (!this.#redis?.isUp) return;
    const text = JSON.stringify(commit.announcements?.() ?? []);
    const content = text.length > maxContentLength ? "" : text;
    const [shard, ...more] = new Set(commit.topics.map((topic) => this.#followed.of(topic)));
    const isShared = more.length > 0 || content === "";
    // The content first: whoever has the position knows that the content will not come any more.
    if (isShared) this.#collect(writeTopicCommit(commit, content));
    else {
      const position = writeTopicCommit(commit, "");
      this.#collect(position, this.#channelOfShard(shard ?? 0), position + content);
    }
  }

  /** Once Redis is back, the log has what was not published. */
  #collect(...message: readonly string[]): void {
    const publishLater = (afterMs: unknown) => {
      if (afterMs !== 0) setTimeout(() => this.#collect(), Number(afterMs));
    };
    this.#redis
      ?.run(collectCommit, `${this.#prefix}:collected`, [this.#positions, ...message])
      .then(publishLater, () => {});
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

  follow(topic: Topic): void {
    const shard = this.#followed.add(topic);
    if (shard !== undefined) this.#subscribe(this.#channelOfShard(shard));
  }

  unfollow(topic: Topic): void {
    this.#followed.remove(topic);
  }

  onFollow(listener: () => void): void {
    this.#followListeners.push(listener);
  }

  hearPositions(wanted: boolean): void {
    if (wanted === this.#hearsPositions) return;
    this.#hearsPositions = wanted;
    if (wanted) this.#subscribe(this.#positions);
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

  get #positions(): string {
    return `${this.#prefix}:positions`;
  }

  #channelOfShard(shard: number): string {
    return `${this.#prefix}:topics:${shard}`;
  }

  *#wanted(): Iterable<string> {
    if (this.#hearsPositions) yield this.#positions;
    for (const shard of this.#followed.all()) yield this.#channelOfShard(shard);
  }

  /** Those that are wanted at one time are subscribed to together. */
  #subscribe(wanted: string): void {
    // While Redis is absent: the next connection is subscribed to all that are wanted then.
    if (this.#subscribed.has(wanted) || !this.#redis?.isUp) return;
    this.#subscribed.add(wanted);
    this.#added.push(wanted);
    if (this.#added.length > 1) return;
    queueMicrotask(() => {
      const added = this.#added;
      this.#added = [];
      this.#change(async (redis) => {
        await redis.subscribe(added);
        for (const listener of this.#followListeners) listener();
      });
    });
  }

  /** Not at once: a user who reconnects wants the same topics again. */
  #unsubscribeUnwanted(): void {
    const wanted = new Set(this.#wanted());
    const unwanted = [...this.#subscribed].filter((channel) => !wanted.has(channel));
    if (unwanted.length === 0) return;
    for (const channel of unwanted) this.#subscribed.delete(channel);
    this.#change((redis) => redis.unsubscribe(unwanted));
  }

  /** One change after another. */
  #change(work: (redis: RedisConnection) => Promise<void>): void {
    this.#changing = this.#changing.then(async () => {
      // The connection logs its failures.
      if (this.#redis?.isUp) await work(this.#redis).catch(() => {});
    });
  }

  #start(): void {
    this.#unheard = 0;
    // Those that have come to be wanted while it was connecting.
    for (const wanted of this.#wanted()) this.#subscribe(wanted);
    // Whatever was sent before is lost, unless this node has only just begun to listen.
    if (this.#redis) this.#reportLoss();
  }

  /** An event loop that was blocked for long runs this once and then receives what has arrived. */
  #check(): void {
    if (!this.#redis?.isUp) return;
    this.#unsubscribeUnwanted();
    if (this.#unheard === maxUnheard) this.#redis.giveUp("messages do not arrive");
    else {
      this.#unheard += 1;
      this.send({ kind: "check" });
    }
  }

  #receive(text: string): void {
    if (text.startsWith("@")) {
      for (const line of text.split("\n")) {
        const commit = parseTopicCommit(line);
        if (commit) for (const listener of this.#messageListeners) listener("", commit);
      }
      return;
    }
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
