import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgresProxy, type PostgresProxy } from "../../support/postgres/postgres-proxy.ts";
import { type ServerProcess, startProcess } from "../../support/processes/server-process.ts";

const program = join(import.meta.dir, "../../support/programs/run-with-clock.ts");

export interface NodeOptions {
  readonly number: number;
  readonly databaseUrl: string;
  readonly redisUrl?: string | undefined;
  /** A data directory whose secrets this node shares. */
  readonly secretsOf?: string;
  readonly clockAheadMs: number;
}

/**
 * How a network fails: packets are lost, only those of responses are lost, packets arrive when it has healed, or
 * connections are reset.
 */
export type NetworkFailure = "packets lost" | "responses lost" | "packets late" | "connections reset";

/** A server process of the cluster, which reaches PostgreSQL and Redis through proxies of its own. */
export class ClusterNode implements AsyncDisposable {
  readonly number: number;
  readonly dataDir = mkdtempSync(join(tmpdir(), "ermine-node-"));
  readonly #variables: Record<string, string>;
  readonly #postgres: PostgresProxy;
  readonly #redis: PostgresProxy | undefined;
  #process: ServerProcess | undefined;
  readonly #end = () => this.#process?.kill("SIGKILL");

  private constructor(options: NodeOptions, postgres: PostgresProxy, redis: PostgresProxy | undefined) {
    this.number = options.number;
    this.#postgres = postgres;
    this.#redis = redis;
    this.#variables = {
      CLOCK_AHEAD_MS: String(options.clockAheadMs),
      ERMINE_CLUSTER_ENABLED: "true",
      ERMINE_CLUSTER_SHARED_FILES: "true",
      ERMINE_LOG_LEVEL: "error",
      ...(redis && { ERMINE_REDIS_URL: redis.url }),
    };
    process.on("exit", this.#end);
    mkdirSync(join(this.dataDir, "files"));
    if (options.secretsOf)
      copyFileSync(join(options.secretsOf, "secrets.json"), join(this.dataDir, "secrets.json"));
  }

  static async start(options: NodeOptions): Promise<ClusterNode> {
    const postgres = await openPostgresProxy(options.databaseUrl);
    const redis = options.redisUrl === undefined ? undefined : await openPostgresProxy(options.redisUrl);
    const node = new ClusterNode(options, postgres, redis);
    await node.start();
    return node;
  }

  /** Undefined while the process is dead. */
  get url(): string | undefined {
    return this.#process?.url;
  }

  /** What the process has logged since its last start. */
  get log(): string {
    return this.#process ? this.#process.stdout() + this.#process.stderr() : "";
  }

  async start(): Promise<void> {
    const { dataDir } = this;
    const home = { dataDir, databaseUrl: this.#postgres.url, remove() {} };
    this.#process = await startProcess(home, this.#variables, program);
  }

  async kill(): Promise<void> {
    const dead = this.#process;
    this.#process = undefined;
    dead?.kill("SIGKILL");
    await dead?.exited;
  }

  freeze(): void {
    this.#process?.kill("SIGSTOP");
  }

  thaw(): void {
    this.#process?.kill("SIGCONT");
  }

  breakNetwork(to: "PostgreSQL" | "Redis", failure: NetworkFailure): void {
    const proxy = this.#proxyTo(to);
    if (failure === "packets lost") proxy.setAll("swallow");
    if (failure === "packets late") proxy.setAll("hold");
    if (failure === "responses lost") {
      for (const connection of proxy.connections) connection.set("down", "swallow");
      proxy.onConnection = (connection) => connection.set("down", "swallow");
    }
    if (failure === "connections reset") this.#reset(proxy);
  }

  healNetwork(to: "PostgreSQL" | "Redis", failure: NetworkFailure): void {
    const proxy = this.#proxyTo(to);
    // A connection that lacks a part of its bytes cannot go on.
    if (failure !== "packets late") this.#reset(proxy);
    proxy.setAll("pass");
  }

  async isReady(): Promise<boolean> {
    if (!this.url) return false;
    const signal = AbortSignal.timeout(2_000);
    const response = await fetch(`${this.url}/ready`, { signal, keepalive: false }).catch(() => undefined);
    return response?.status === 200;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    process.off("exit", this.#end);
    this.#postgres[Symbol.dispose]();
    this.#redis?.[Symbol.dispose]();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  #reset(proxy: PostgresProxy): void {
    for (const connection of proxy.connections) connection.cut();
  }

  #proxyTo(to: "PostgreSQL" | "Redis"): PostgresProxy {
    const proxy = to === "PostgreSQL" ? this.#postgres : this.#redis;
    if (!proxy) throw new Error("the cluster runs without Redis");
    return proxy;
  }
}
