import { hostname } from "node:os";
import type { Clock } from "../clock/clock.ts";
import { measureLoopLag } from "./loop-lag.ts";

/** What the process has done since it started. Parts add to it as they work. */
export interface ActivityTotals {
  requests: number;
  /** Stored messages of users, bots and webhooks. */
  messages: number;
}

/** The figures of ten seconds. */
export interface ActivitySample {
  /** The end of the ten seconds, in milliseconds since 1970. */
  readonly at: number;
  readonly connections: number;
  readonly requestsPerSecond: number;
  readonly messagesPerSecond: number;
  readonly memoryBytes: number;
  /** How many cores the process kept busy. */
  readonly cpu: number;
  /** The longest time for which no request could be begun, in milliseconds. */
  readonly lagMs: number;
}

/** What the operating system reports about the process. */
interface ProcessReading {
  /** Of a clock that is never set, in milliseconds. */
  readonly uptimeMs: number;
  readonly cpuMs: number;
  readonly memoryBytes: number;
}

const sampleEveryMs = 10_000;
/** Of one hour. */
const maxSamples = 360;

/** Counts what the process does and keeps a sample for every ten seconds of the last hour, also where metrics are off. */
export class Activity {
  readonly totals: ActivityTotals = { requests: 0, messages: 0 };
  /** When the process started, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly #clock: Clock;
  readonly #readProcess: () => ProcessReading;
  readonly #samples: ActivitySample[] = [];
  #before: ActivityTotals & ProcessReading;
  #sampledAt: number;
  #lagMs = 0;
  #node = hostname();

  constructor(clock: Clock, readProcess = readThisProcess) {
    this.#clock = clock;
    this.#readProcess = readProcess;
    this.#before = { ...this.totals, ...readProcess() };
    this.startedAt = clock.now();
    this.#sampledAt = this.startedAt;
  }

  /** The name of this node: its machine and, in a cluster, its id. */
  get node(): string {
    return this.#node;
  }

  /** Takes samples until it is disposed of. */
  record(connections: () => number, nodeId?: string): Disposable {
    if (nodeId !== undefined) this.#node = `${hostname()} (${nodeId})`;
    return measureLoopLag((lateMs) => this.measure(lateMs, connections));
  }

  /** Called several times in a second. A clock that was set back also ends the sample. */
  measure(lateMs: number, connections: () => number): void {
    this.#lagMs = Math.max(this.#lagMs, lateMs);
    const passedMs = this.#clock.now() - this.#sampledAt;
    if (passedMs >= sampleEveryMs || passedMs < 0) this.#takeSample(connections());
  }

  /** Oldest first. */
  get samples(): readonly ActivitySample[] {
    return this.#samples;
  }

  #takeSample(connections: number): void {
    const at = this.#clock.now();
    const before = this.#before;
    const now = { ...this.totals, ...this.#readProcess() };
    const passedMs = Math.max(1, now.uptimeMs - before.uptimeMs);
    this.#samples.push({
      at,
      connections,
      requestsPerSecond: ((now.requests - before.requests) * 1_000) / passedMs,
      messagesPerSecond: ((now.messages - before.messages) * 1_000) / passedMs,
      memoryBytes: now.memoryBytes,
      cpu: (now.cpuMs - before.cpuMs) / passedMs,
      lagMs: this.#lagMs,
    });
    if (this.#samples.length > maxSamples) this.#samples.shift();
    this.#before = now;
    this.#sampledAt = at;
    this.#lagMs = 0;
  }
}

function readThisProcess(): ProcessReading {
  const { user, system } = process.cpuUsage();
  return {
    uptimeMs: performance.now(),
    cpuMs: (user + system) / 1_000,
    memoryBytes: process.memoryUsage.rss(),
  };
}
