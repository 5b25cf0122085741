import { SQL } from "bun";
import type { Topic } from "../../../visibility/announcement.ts";
import type { PostgresPool } from "../../database/postgres/pool.ts";
import { FollowedShards } from "../followed-shards.ts";
import { parseTopicCommit, writeTopicCommit } from "../parse-message.ts";
import type { NodeLink, NodeMessage, TopicCommit } from "../port.ts";
import { PieceReader, PieceWriter } from "./message-pieces.ts";

interface PostgresLinkOptions {
  readonly node: string;
  readonly url: string;
  readonly pool: PostgresPool;
  readonly onError: (error: unknown) => void;
}

const channel = "ermine_nodes";
/** Commits on topics go over one of these, to the nodes that follow one of them. */
const channelOfShard = (shard: number) => `ermine_topics_${shard}`;
/** PostgreSQL goes through all that a session listens to, for each notification. */
const shardCount = 64;
/** PostgreSQL carries up to 7,999 bytes in a notification. With more topics, all nodes are told. */
const maxTopics = 200;
const notify = "select pg_notify(each ->> 0, each ->> 1) from json_array_elements($1::text::json) as each";
const checkMs = 1_000;
/** A node that has not received its own messages for this long listens on a new connection. */
const maxSilenceMs = 5_000;
/** While PostgreSQL does not respond, older messages are dropped. */
const maxWaiting = 10_000;

/**
 * Carries messages by LISTEN and NOTIFY. Messages that wait for each other share a notification. Nodes that do not
 * follow the topics of a commit find its position when they next read the log.
 */
export class PostgresLink implements NodeLink {
  readonly carriesContent = false;
  readonly #options: PostgresLinkOptions;
  readonly #writer: PieceWriter;
  readonly #reader = new PieceReader();
  readonly #messageListeners: ((from: string, message: NodeMessage) => void)[] = [];
  readonly #lossListeners: (() => void)[] = [];
  readonly #followListeners: (() => void)[] = [];
  readonly #followed = new FollowedShards(shardCount);
  /** What ends the listening to a shard. */
  #shards = new Map<number, Promise<{ unlisten(): Promise<void> } | undefined>>();
  readonly #timer: Timer;
  #waiting: NodeMessage[] = [];
  /** The newest commit to announce: one notification covers all commits before it. */
  #commit = 0;
  /** The newest commits on topics, by shard. */
  #topicCommits = new Map<number, { position: number; topics: Set<Topic> }>();
  sendsByTopic = false;
  #sending: Promise<void> | undefined;
  #listener: SQL | undefined;
  #heardAt = performance.now();
  #isClosed = false;

  private constructor(options: PostgresLinkOptions) {
    this.#options = options;
    this.#writer = new PieceWriter(options.node);
    this.#timer = setInterval(() => this.#check(), checkMs);
  }

  static async open(options: PostgresLinkOptions): Promise<PostgresLink> {
    const link = new PostgresLink(options);
    try {
      await link.#listen();
      return link;
    } catch (error) {
      await link[Symbol.asyncDispose]();
      throw error;
    }
  }

  send(message: NodeMessage): void {
    if (this.#isClosed) return;
    if (message.kind === "commit") this.#commit = Math.max(this.#commit, message.position);
    else if (message.kind === "topic commit") this.#addTopicCommit(message);
    else this.#waiting.push(message);
    if (this.#waiting.length > maxWaiting) {
      this.#waiting.shift();
      // The numbers of the other pieces show that some are missing.
      this.#writer.leaveOut();
    }
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  onMessage(listener: (from: string, message: NodeMessage) => void): void {
    this.#messageListeners.push(listener);
  }

  onLoss(listener: () => void): void {
    this.#lossListeners.push(listener);
  }

  forget(node: string): void {
    this.#reader.forget(node);
  }

  follow(topic: Topic): void {
    const shard = this.#followed.add(topic);
    if (shard !== undefined) this.#listenToShard(shard);
  }

  unfollow(topic: Topic): void {
    this.#followed.remove(topic);
  }

  onFollow(listener: () => void): void {
    this.#followListeners.push(listener);
  }

  /** Positions are in the log, which is read whenever something is notified. */
  hearPositions(): void {}

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#sending;
    await this.#listener?.close({ timeout: 0 }).catch(() => {});
  }

  async #sendAll(): Promise<void> {
    // In a turn of its own, so that messages of one turn go together.
    await Promise.resolve();
    while (this.#waiting.length > 0 || this.#commit > 0 || this.#topicCommits.size > 0) {
      const messages = this.#waiting.splice(0);
      if (this.#commit > 0) messages.unshift({ kind: "commit", position: this.#commit });
      this.#commit = 0;
      const pieces = messages.length > 0 ? this.#writer.write(messages) : [];
      const notifications = pieces.map((piece) => [channel, piece]);
      for (const [shard, { position, topics }] of this.#topicCommits)
        notifications.push([
          channelOfShard(shard),
          writeTopicCommit({ kind: "topic commit", position, topics: [...topics] }, ""),
        ]);
      this.#topicCommits = new Map();
      await this.#options.pool.execute(notify, [JSON.stringify(notifications)]).catch(this.#options.onError);
    }
  }

  #addTopicCommit({ position, topics }: TopicCommit): void {
    for (const followed of topics) {
      const shard = this.#followed.of(followed);
      const waiting = this.#topicCommits.get(shard) ?? { position, topics: new Set() };
      waiting.position = Math.max(waiting.position, position);
      if (waiting.topics.size < maxTopics) waiting.topics.add(followed);
      else this.#commit = Math.max(this.#commit, position);
      this.#topicCommits.set(shard, waiting);
    }
  }

  async #listen(): Promise<void> {
    const listener = new SQL({ url: this.#options.url, max: 1, connectionTimeout: 10 });
    const previous = this.#listener;
    this.#listener = listener;
    this.#heardAt = performance.now();
    void previous?.close({ timeout: 0 }).catch(() => {});
    this.#shards = new Map();
    for (const shard of this.#followed.all()) this.#listenToShard(shard);
    let isFirst = previous === undefined;
    await listener.listen(
      channel,
      (piece) => listener === this.#listener && this.#receive(piece),
      () => {
        // Whatever was sent while there was no connection is lost.
        if (!isFirst) this.#reportLoss();
        isFirst = false;
      },
    );
  }

  #listenToShard(shard: number): void {
    const listener = this.#listener;
    if (!listener || this.#isClosed || this.#shards.has(shard)) return;
    const shards = this.#shards;
    const listening = listener
      .listen(
        channelOfShard(shard),
        (text) => listener === this.#listener && this.#receiveTopicCommit(text),
        () => {
          for (const onFollow of this.#followListeners) onFollow();
        },
      )
      .catch(() => {
        // The next check tries again, and the channel of all nodes reports what is wrong.
        shards.delete(shard);
        return undefined;
      });
    shards.set(shard, listening);
  }

  /** Not at once: a user who reconnects wants the same topics again. */
  #updateShards(): void {
    for (const shard of this.#followed.all()) this.#listenToShard(shard);
    for (const [shard, listening] of this.#shards) {
      if (this.#followed.has(shard)) continue;
      const shards = this.#shards;
      void listening
        .then((subscription) => subscription?.unlisten())
        .catch(() => {})
        .finally(() => shards.delete(shard));
    }
  }

  #receiveTopicCommit(text: string): void {
    const commit = parseTopicCommit(text);
    if (commit) for (const listener of this.#messageListeners) listener("", commit);
  }

  #check(): void {
    this.#updateShards();
    this.send({ kind: "check" });
    if (performance.now() - this.#heardAt < maxSilenceMs) return;
    void this.#listen().catch(this.#options.onError);
  }

  #receive(piece: string): void {
    const received = this.#reader.read(piece);
    if (!received) return;
    const { from, messages, isAfterLoss } = received;
    if (from === this.#options.node) this.#heardAt = performance.now();
    else {
      if (isAfterLoss) this.#reportLoss();
      for (const message of messages) for (const listener of this.#messageListeners) listener(from, message);
    }
  }

  #reportLoss(): void {
    for (const listener of this.#lossListeners) listener();
  }
}
