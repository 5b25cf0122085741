import type { Person } from "../../support/people.ts";
import { Random } from "../random.ts";
import { checkHistory, type HistoryReport } from "./check.ts";
import type { ClusterNode } from "./cluster-node.ts";
import { createCommunity, type ProofCommunity } from "./community.ts";
import { causeFault, type FaultParts, faultKinds, untilHealed } from "./faults.ts";
import type { ConnectionRecord, Fault, History, Violation, Write } from "./history.ts";
import { LogReader } from "./log-reader.ts";
import { PresenceCheck } from "./presence-check.ts";
import { TestCluster } from "./test-cluster.ts";
import { Viewer } from "./viewer.ts";
import { Writer } from "./writers.ts";

export interface ProofOptions {
  readonly seed: number;
  readonly nodes: number;
  readonly servers: number;
  readonly people: number;
  readonly viewersPerPerson: number;
  readonly writers: number;
  readonly writerPauseMs: number;
  readonly redis: boolean;
  /** How long faults are caused, in milliseconds. */
  readonly durationMs: number;
  /** Those in one list at the same time, on different nodes; by default all kinds, in random order. */
  readonly faults?: readonly (readonly string[])[];
  readonly log: (line: string) => void;
}

export interface ProofReport extends HistoryReport {
  readonly history: History;
  readonly presence: Pick<PresenceCheck, "delays" | "shownOffline">;
}

/** How long the viewers may take to receive what was committed. */
const catchUpMs = 30_000;
/** How often a viewer connects again without a reason. */
const reconnectMs = 500;
/** How long after a fault a node may still look dead: its lease, and the time that users have to reconnect. */
const recoveryMs = 20_000;

/** Runs a cluster under load and faults, and checks the history of what all clients saw. */
export async function proveCluster(options: ProofOptions): Promise<ProofReport> {
  const proof = await ClusterProof.start(options);
  try {
    await proof.causeFaults();
    return await proof.finish();
  } finally {
    await proof[Symbol.asyncDispose]();
  }
}

class ClusterProof implements AsyncDisposable {
  readonly #options: ProofOptions;
  /** For the faults alone, so that the seed repeats them. */
  readonly #random: Random;
  readonly #clientRandom: Random;
  readonly #cluster: TestCluster;
  readonly #log: LogReader;
  readonly #community: ProofCommunity;
  readonly #startedAt = performance.now();
  readonly #records: ConnectionRecord[] = [];
  readonly #writes: Write[];
  readonly #faults: Fault[] = [];
  readonly #violations: Violation[] = [];
  readonly #viewers: Viewer[];
  /** Each is connected to one node only. */
  readonly #bound: readonly Viewer[];
  readonly #watchers: readonly Viewer[];
  readonly #presence: PresenceCheck;
  readonly #writers: Writer[] = [];
  readonly #reconnecting: Timer;
  /** By the numbers of nodes. */
  readonly #troubledUntil = new Map<number, number>();

  private constructor(
    options: ProofOptions,
    { cluster, log, community }: { cluster: TestCluster; log: LogReader; community: ProofCommunity },
  ) {
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#clientRandom = this.#random.fork();
    this.#cluster = cluster;
    this.#log = log;
    this.#community = community;
    this.#writes = [...community.writes];
    this.#viewers = community.people.flatMap((person, index) =>
      Array.from({ length: options.viewersPerPerson }, (_, number) =>
        this.#newViewer(`viewer ${index}.${number}`, person),
      ),
    );
    this.#bound = cluster.nodes.map((node, index) =>
      this.#newViewer(`bound ${node.number}`, community.bound[index] as Person, [node]),
    );
    this.#watchers = cluster.nodes.map((node) =>
      this.#newViewer(`watcher ${node.number}`, community.watcher, [node]),
    );
    this.#presence = new PresenceCheck({
      watchers: this.#watchers,
      viewers: [...this.#viewers, ...this.#bound],
      isTroubled: (node) => this.#now() < (this.#troubledUntil.get(node) ?? 0),
      now: () => this.#now(),
      violations: this.#violations,
    });
    this.#reconnecting = setInterval(() => this.#reconnectOne(), reconnectMs);
  }

  static async start(options: ProofOptions): Promise<ClusterProof> {
    const cluster = await TestCluster.start(options);
    const log = new LogReader(cluster);
    const [first] = cluster.nodes;
    const size = { servers: options.servers, people: options.people, bound: options.nodes };
    try {
      const community = await createCommunity(first?.url ?? "", size, new Random(options.seed));
      const proof = new ClusterProof(options, { cluster, log, community });
      for (const viewer of proof.#all()) viewer.connect();
      await proof.#untilConnected();
      for (let number = 0; number < options.writers; number++) proof.#writers.push(proof.#newWriter(number));
      return proof;
    } catch (error) {
      await log.close();
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Causes faults until the time is over, and lets the cluster heal in between. */
  async causeFaults(): Promise<void> {
    const deadline = performance.now() + this.#options.durationMs;
    let rounds: (readonly string[])[] = [];
    while (performance.now() < deadline) {
      if (rounds.length === 0) rounds = [...(this.#options.faults ?? this.#chooseFaults())];
      const nodes = this.#random.shuffle(this.#cluster.nodes);
      const kinds = rounds.shift() ?? [];
      await Promise.all(kinds.map((kind, index) => this.#cause(kind, nodes[index] as ClusterNode)));
      await this.#heal();
      await Bun.sleep(this.#random.between(1_000, 3_000));
    }
  }

  /** All kinds, some of them while another node stands still. */
  #chooseFaults(): string[][] {
    const kinds = this.#random.shuffle(faultKinds(this.#options.redis));
    return kinds.map((kind) => (this.#random.chance(0.25) ? [kind, "frozen"] : [kind]));
  }

  /** Lets everything settle, and checks the history. */
  async finish(): Promise<ProofReport> {
    const { log } = this.#options;
    log("no more writes: waiting until everyone has everything");
    clearInterval(this.#reconnecting);
    await Promise.all(this.#writers.map((writer) => writer.stop()));
    await this.#untilConnected();
    await this.#heal();
    await this.#log.finish();
    const messages = await this.#log.readMessages();
    const gone = this.#community.people.filter(() => this.#random.chance(0.2));
    const report = await this.#untilComplete(messages);
    for (const viewer of this.#viewers) if (gone.includes(viewer.person)) viewer.leave();
    await this.#presence.expectAgreement();
    await this.#connectAnew();
    const history = this.#history(messages);
    const { violations, deliveries } = checkHistory(history);
    const { delays, shownOffline } = this.#presence;
    const all = [...this.#violations, ...violations];
    return {
      ...report,
      history,
      deliveries,
      violations: all,
      presence: { delays, shownOffline },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#reconnecting);
    await Promise.all(this.#writers.map((writer) => writer.stop()));
    for (const viewer of this.#all()) viewer.leave();
    await this.#log.close();
    await this.#cluster[Symbol.asyncDispose]();
  }

  async #cause(kind: string, node: ClusterNode): Promise<void> {
    const bound = this.#bound[node.number - 1];
    if (kind === "killed with -9") bound?.stayAway();
    const before = this.#troubledUntil.get(node.number) ?? 0;
    this.#troubledUntil.set(node.number, Number.POSITIVE_INFINITY);
    const causing = causeFault(kind, node, this.#faultParts());
    if (kind === "killed with -9" && bound) await this.#presence.expectOffline(bound);
    const fault = await causing;
    this.#troubledUntil.set(node.number, fault.node === undefined ? before : this.#now() + recoveryMs);
    bound?.connect();
  }

  async #heal(): Promise<void> {
    for (const node of await untilHealed({ cluster: this.#cluster }))
      this.#violations.push({
        rule: "healing",
        text: `node ${node.number} is not ready a minute after all faults have passed`,
        excerpt: node.log.split("\n").slice(-20),
      });
    await this.#presence.expectAgreement();
  }

  #reconnectOne(): void {
    const viewer = this.#clientRandom.pick(this.#viewers);
    viewer.leave();
    viewer.connect();
  }

  /** Every user connects to every node: each Ready must show the final state. */
  async #connectAnew(): Promise<void> {
    for (const node of this.#cluster.nodes)
      for (const person of this.#community.people)
        this.#viewers.push(this.#newViewer(`fresh ${person.id}`, person, [node]));
    for (const viewer of this.#viewers) viewer.connect();
    await this.#untilConnected();
  }

  async #untilConnected(): Promise<void> {
    const deadline = performance.now() + catchUpMs;
    for (;;) {
      const absent = this.#all().filter(({ record }) => !record);
      if (absent.length === 0) return;
      if (performance.now() > deadline) {
        const text = `${absent.map(({ name }) => name).join(", ")} could not connect`;
        this.#violations.push({ rule: "healing", text, excerpt: [] });
        return;
      }
      await Bun.sleep(50);
    }
  }

  async #untilComplete(messages: History["messages"]): Promise<HistoryReport> {
    const deadline = performance.now() + catchUpMs;
    for (;;) {
      const report = checkHistory(this.#history(messages));
      const isWaiting = report.violations.some(({ rule }) => rule === "missing");
      if (!isWaiting || performance.now() > deadline) return report;
      await Bun.sleep(500);
    }
  }

  #history(messages: History["messages"]): History {
    return {
      commits: this.#log.commits,
      late: this.#log.late,
      writes: this.#writes,
      messages,
      // Copies, since the viewers go on.
      connections: this.#records.map((record) => ({ ...record, events: [...record.events] })),
      faults: this.#faults,
    };
  }

  #all(): Viewer[] {
    return [...this.#viewers, ...this.#bound, ...this.#watchers];
  }

  #print(line: string): void {
    this.#options.log(`${(this.#now() / 1_000).toFixed(1)} s: ${line}`);
  }

  #now(): number {
    return performance.now() - this.#startedAt;
  }

  #newViewer(name: string, person: Person, nodes: readonly ClusterNode[] = this.#cluster.nodes): Viewer {
    return new Viewer(name, person, {
      random: this.#clientRandom.fork(),
      addresses: () => nodes.flatMap(({ number, url }) => (url ? [{ number, url }] : [])),
      committed: () => this.#log.position,
      now: () => this.#now(),
      records: this.#records,
    });
  }

  #newWriter(number: number): Writer {
    return new Writer(`writer-${number}`, {
      community: this.#community,
      random: this.#clientRandom.fork(),
      urls: () => this.#cluster.running.flatMap(({ url }) => url ?? []),
      writes: this.#writes,
      pauseMs: this.#options.writerPauseMs,
    });
  }

  #faultParts(): FaultParts {
    return {
      cluster: this.#cluster,
      random: this.#random,
      now: () => this.#now(),
      faults: this.#faults,
      log: (line) => this.#print(line),
    };
  }
}
