import { RedisClient } from "bun";
import type { Log } from "../../log/log.ts";

interface RedisOptions {
  /** Contains the password, so it must not reach the log. */
  readonly url: string;
  readonly log: Log;
  /** How long Redis may take to respond before it counts as absent. */
  readonly deadlineMs?: number;
  readonly subscription?: RedisSubscription;
}

interface RedisSubscription {
  /** At least one. */
  readonly channels: readonly string[];
  readonly onMessage: (text: string) => void;
  /** Called each time when messages begin to arrive. What was published before is lost. */
  readonly onStart: () => void;
}

/** A Lua script, which Redis runs as one step. */
export class RedisScript {
  readonly text: string;
  readonly digest: string;

  constructor(text: string) {
    this.text = text;
    this.digest = Bun.SHA1.hash(text, "hex");
  }
}

/** Redis takes no other commands on a connection with subscriptions. */
interface Clients {
  readonly commands: RedisClient;
  readonly subscriber: RedisClient | undefined;
}

const defaultDeadlineMs = 250;
const connectMs = 1_000;
const retryMs = 500;

/**
 * A connection to Redis or Valkey that gives up quickly and recovers by itself. After a response that is late, or an
 * error, nothing is sent until a new connection could write a key, and be subscribed again. Each outage is logged once.
 */
export class RedisConnection {
  readonly #options: RedisOptions;
  readonly #deadlineMs: number;
  readonly #host: string;
  #clients: Clients | undefined;
  #isClosed = false;

  private constructor(options: RedisOptions) {
    this.#options = options;
    this.#deadlineMs = options.deadlineMs ?? defaultDeadlineMs;
    this.#host = new URL(options.url).host;
  }

  /** Resolves after the first attempt to connect, whether it succeeded or not. */
  static async open(options: RedisOptions): Promise<RedisConnection> {
    const connection = new RedisConnection(options);
    const failure = await connection.#connect();
    if (failure !== undefined) connection.#startOutage(failure);
    return connection;
  }

  get isUp(): boolean {
    return this.#clients !== undefined;
  }

  /** Runs the script in one round trip. Rejects if Redis does not respond in time. */
  run(script: RedisScript, key: string, args: readonly string[]): Promise<unknown> {
    return this.#use((client) => evaluate(client, script, ["1", key, ...args]));
  }

  /** Sends to the subscribers of a channel, in the order of the calls. Rejects if Redis does not respond in time. */
  async publish(channel: string, text: string): Promise<void> {
    await this.#use((client) => client.send("PUBLISH", [channel, text]));
  }

  /** Replaces the connection, because it does not do what it should. */
  giveUp(reason: string): void {
    if (this.#clients) this.#lose(this.#clients, reason);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#clients) closeAll(this.#clients);
    this.#clients = undefined;
  }

  async #use<T>(work: (client: RedisClient) => Promise<T>): Promise<T> {
    const clients = this.#clients;
    if (!clients) throw new Error("Redis is absent");
    try {
      return await withinDeadline(this.#deadlineMs, work(clients.commands));
    } catch (error) {
      this.#lose(clients, error);
      throw error;
    }
  }

  #listenerOf(clients: Clients): (text: string) => void {
    return (text) => {
      if (this.#clients === clients) this.#options.subscription?.onMessage(text);
    };
  }

  /** Returns the reason why there is no connection. */
  async #connect(): Promise<unknown> {
    const { subscription } = this.#options;
    const clients: Clients = {
      commands: this.#createClient(),
      subscriber: subscription && this.#createClient(),
    };
    for (const client of [clients.commands, clients.subscriber])
      if (client) client.onclose = (error) => this.#lose(clients, error);
    try {
      await withinDeadline(connectMs, this.#prepare(clients));
    } catch (error) {
      closeAll(clients);
      return error;
    }
    if (this.#isClosed) closeAll(clients);
    else {
      this.#clients = clients;
      subscription?.onStart();
    }
    return undefined;
  }

  #createClient(): RedisClient {
    return new RedisClient(this.#options.url, {
      connectionTimeout: connectMs,
      // The client is replaced after an outage, so that no earlier command is sent late.
      autoReconnect: false,
      enableOfflineQueue: false,
    });
  }

  async #prepare(clients: Clients): Promise<void> {
    const { commands, subscriber } = clients;
    await connectAndWrite(commands);
    const { subscription } = this.#options;
    if (!subscription || !subscriber) return;
    await subscriber.connect();
    const { channels } = subscription;
    await subscriber.subscribe([...channels], this.#listenerOf(clients));
    // A Redis user may be allowed to write keys but not to publish.
    await commands.send("PUBLISH", [channels[0] ?? "", ""]);
  }

  #lose(clients: Clients, reason: unknown): void {
    if (this.#clients !== clients || this.#isClosed) return;
    this.#clients = undefined;
    // Commands that still wait for their response fail now.
    closeAll(clients);
    this.#startOutage(reason);
  }

  #startOutage(reason: unknown): void {
    const message = reason instanceof Error ? reason.message : String(reason);
    this.#options.log.warn({ redis: this.#host, reason: message }, "Redis is absent");
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    while (!this.#isClosed && (await this.#connect()) !== undefined) await Bun.sleep(retryMs);
    if (!this.#isClosed) this.#options.log.info({ redis: this.#host }, "Redis is back");
  }
}

function closeAll({ commands, subscriber }: Clients): void {
  commands.close();
  subscriber?.close();
}

/** Redis may be readable and yet refuse writes: as a replica, while it loads its data, or without memory. */
async function connectAndWrite(client: RedisClient): Promise<void> {
  await client.connect();
  await client.send("SET", ["ermine:written", "1", "PX", "1000"]);
}

/** By its digest, or by its text if Redis does not know it yet. */
async function evaluate(
  client: RedisClient,
  { digest, text }: RedisScript,
  args: string[],
): Promise<unknown> {
  try {
    return await client.send("EVALSHA", [digest, ...args]);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
    return client.send("EVAL", [text, ...args]);
  }
}

/** Waits in two halves: if this process itself was busy, it reads the responses that came meanwhile in between. */
function withinDeadline<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const expire = () => reject(new Error(`no response within ${ms} ms`));
  let timer = setTimeout(() => {
    timer = setTimeout(expire, ms / 2);
  }, ms / 2);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
