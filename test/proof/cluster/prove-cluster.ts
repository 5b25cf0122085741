import { Random } from "../random.ts";
import { checkHistory, type HistoryReport } from "./check.ts";
import type { ClusterNode } from "./cluster-node.ts";
import { createCommunity, type ProofCommunity } from "./community.ts";
import { causeFault, faultKinds, untilHealed } from "./faults.ts";
import type { Fault, History, Violation } from "./history.ts";
import { LogReader } from "./log-reader.ts";
import { PresenceCheck } from "./presence-check.ts";
import { ProofClients } from "./proof-clients.ts";
import { TestCluster } from "./test-cluster.ts";

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
  readonly areFaultsLong?: boolean;
  readonly log: (line: string) => void;
}

export interface ProofReport extends HistoryReport {
  readonly history: History;
  readonly presence: Pick<PresenceCheck, "delays" | "shownOffline">;
}

/** How long the viewers may take to receive what was committed. */
const catchUpMs = 30_000;
/** How long after a fault a node may still look dead: its lease, and the time that users have to reconnect. */
const recoveryMs = 20_000;
const leavingShare = 0.2;

/** Runs a cluster under load and faults, and checks the history of what all clients saw. */
export async function proveCluster(options: ProofOptions): Promise<ProofReport> {
  await using resources = new AsyncDisposableStack();
  const random = new Random(options.seed);
  const cluster = resources.use(await TestCluster.start(options));
  const log = resources.use(new LogReader(cluster));
  const { servers, people, nodes: bound, viewersPerPerson } = options;
  const clientRandom = random.fork();
  const size = { servers, people, bound };
  const community = await createCommunity(cluster.nodes[0]?.url ?? "", size, clientRandom);
  const startedAt = performance.now();
  const now = () => performance.now() - startedAt;
  const clients = resources.use(
    new ProofClients({ cluster, log, community, random: clientRandom, viewersPerPerson, now }),
  );
  const proof = new ClusterProof(options, { cluster, log, community, clients, random, now });
  clients.connect();
  await proof.untilConnected();
  clients.startWriters(options.writers, options.writerPauseMs);
  await proof.causeFaults();
  return await proof.finish();
}

interface ClusterProofDependencies {
  readonly cluster: TestCluster;
  readonly log: LogReader;
  readonly community: ProofCommunity;
  readonly clients: ProofClients;
  /** For the faults alone, so that the seed repeats them. */
  readonly random: Random;
  /** In milliseconds since the start. */
  readonly now: () => number;
}

class ClusterProof {
  readonly #options: ProofOptions;
  readonly #dependencies: ClusterProofDependencies;
  readonly #presence: PresenceCheck;
  readonly #faults: Fault[] = [];
  readonly #violations: Violation[] = [];
  /** By the numbers of nodes. */
  readonly #troubledUntil = new Map<number, number>();

  constructor(options: ProofOptions, dependencies: ClusterProofDependencies) {
    this.#options = options;
    this.#dependencies = dependencies;
    const { now, clients } = dependencies;
    this.#presence = new PresenceCheck({
      watchers: clients.watchers,
      viewers: [...clients.viewers, ...clients.bound],
      isTroubled: (node) => now() < (this.#troubledUntil.get(node) ?? 0),
      now,
      violations: this.#violations,
    });
  }

  /** Causes faults until the time is over, and lets the cluster heal in between. */
  async causeFaults(): Promise<void> {
    const { random, cluster } = this.#dependencies;
    const deadline = performance.now() + this.#options.durationMs;
    let rounds: (readonly string[])[] = [];
    while (performance.now() < deadline) {
      if (rounds.length === 0) rounds = [...(this.#options.faults ?? this.#chooseFaults())];
      const nodes = random.shuffle(cluster.nodes);
      const kinds = rounds.shift() ?? [];
      await Promise.all(kinds.map((kind, index) => this.#cause(kind, nodes[index] as ClusterNode)));
      await this.#heal();
      await Bun.sleep(random.between(1_000, 3_000));
    }
  }

  /** Lets everything settle, and checks the history. */
  async finish(): Promise<ProofReport> {
    const { clients, log, community, random } = this.#dependencies;
    this.#print("no more writes: waiting until everyone has everything");
    await clients.stopWriters();
    await this.untilConnected();
    await this.#heal();
    await log.finish();
    const messages = await log.readMessages();
    await this.#untilComplete(messages);
    const leaving = community.people.filter(() => random.chance(leavingShare));
    for (const viewer of clients.viewers) if (leaving.includes(viewer.person)) viewer.leave();
    await this.#presence.expectAgreement();
    clients.connectAnew();
    await this.untilConnected();
    const history = this.#history(messages);
    const { violations, deliveries } = checkHistory(history);
    return {
      history,
      deliveries,
      violations: [...this.#violations, ...violations],
      presence: this.#presence,
    };
  }

  async untilConnected(): Promise<void> {
    const { clients } = this.#dependencies;
    const deadline = performance.now() + catchUpMs;
    while (clients.absent.length > 0 && performance.now() < deadline) await Bun.sleep(50);
    if (clients.absent.length === 0) return;
    const text = `${clients.absent.map(({ name }) => name).join(", ")} could not connect`;
    this.#violations.push({ rule: "healing", text, excerpt: [] });
  }

  /** All kinds, some of them while another node is frozen. */
  #chooseFaults(): string[][] {
    const { random } = this.#dependencies;
    const kinds = random.shuffle(faultKinds(this.#options.redis));
    return kinds.map((kind) => (random.chance(0.25) ? [kind, "frozen"] : [kind]));
  }

  async #cause(kind: string, node: ClusterNode): Promise<void> {
    const { clients, now, cluster, random } = this.#dependencies;
    const bound = clients.bound[node.number - 1];
    if (kind === "killed with -9") bound?.stayAway();
    const before = this.#troubledUntil.get(node.number) ?? 0;
    this.#troubledUntil.set(node.number, Number.POSITIVE_INFINITY);
    const log = (line: string) => this.#print(line);
    const { areFaultsLong: areLong } = this.#options;
    const causing = causeFault(kind, node, { cluster, random, now, log, areLong, faults: this.#faults });
    if (kind === "killed with -9" && bound) await this.#presence.expectOffline(bound);
    const fault = await causing;
    this.#troubledUntil.set(node.number, fault.node === undefined ? before : now() + recoveryMs);
    bound?.connect();
  }

  async #heal(): Promise<void> {
    for (const node of await untilHealed(this.#dependencies))
      this.#violations.push({
        rule: "healing",
        text: `node ${node.number} is not ready a minute after all faults have passed`,
        excerpt: node.log.split("\n").slice(-20),
      });
    await this.#presence.expectAgreement();
  }

  async #untilComplete(messages: History["messages"]): Promise<void> {
    const deadline = performance.now() + catchUpMs;
    const isMissing = () =>
      checkHistory(this.#history(messages)).violations.some(({ rule }) => rule === "missing");
    while (isMissing() && performance.now() < deadline) await Bun.sleep(500);
  }

  #history(messages: History["messages"]): History {
    const { log, clients } = this.#dependencies;
    return {
      commits: log.commits,
      late: log.late,
      writes: clients.writes,
      messages,
      // Copies, since the viewers go on.
      connections: clients.records.map((record) => ({ ...record, events: [...record.events] })),
      faults: this.#faults,
    };
  }

  #print(line: string): void {
    this.#options.log(`${(this.#dependencies.now() / 1_000).toFixed(1)} s: ${line}`);
  }
}
