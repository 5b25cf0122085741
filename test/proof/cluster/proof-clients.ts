import type { Person } from "../../support/accounts/people.ts";
import type { Random } from "../random.ts";
import type { ClusterNode } from "./cluster-node.ts";
import type { ProofCommunity } from "./community.ts";
import type { ConnectionRecord, Write } from "./history.ts";
import type { LogReader } from "./log-reader.ts";
import type { TestCluster } from "./test-cluster.ts";
import { Viewer } from "./viewer.ts";
import { Writer } from "./writers.ts";

export interface ProofClientsDependencies {
  readonly cluster: TestCluster;
  readonly log: LogReader;
  readonly community: ProofCommunity;
  readonly random: Random;
  readonly viewersPerPerson: number;
  /** In milliseconds since the start. */
  readonly now: () => number;
}

/** How often a viewer connects again without a reason. */
const reconnectMs = 500;

/** All clients of the cluster, and what they have recorded. */
export class ProofClients implements AsyncDisposable {
  readonly #dependencies: ProofClientsDependencies;
  readonly records: ConnectionRecord[] = [];
  readonly writes: Write[];
  /** Each of them connects to any node. */
  readonly viewers: Viewer[];
  /** One for each node, which is the only one that they connect to. */
  readonly bound: readonly Viewer[];
  /** Connections of one user to every node. */
  readonly watchers: readonly Viewer[];
  #writers: Writer[] = [];
  #reconnecting: Timer | undefined;

  constructor(dependencies: ProofClientsDependencies) {
    this.#dependencies = dependencies;
    const { community, cluster } = dependencies;
    this.writes = [...community.writes];
    this.viewers = community.people.flatMap((person, index) =>
      Array.from({ length: dependencies.viewersPerPerson }, (_, number) =>
        this.#newViewer(`viewer ${index}.${number}`, person, cluster.nodes),
      ),
    );
    this.bound = cluster.nodes.map((node, index) =>
      this.#newViewer(`bound ${node.number}`, community.bound[index] as Person, [node]),
    );
    this.watchers = cluster.nodes.map((node) =>
      this.#newViewer(`watcher ${node.number}`, community.watcher, [node]),
    );
  }

  /** Those without a connection. */
  get absent(): Viewer[] {
    return this.#all().filter(({ record }) => !record);
  }

  connect(): void {
    for (const viewer of this.#all()) viewer.connect();
  }

  startWriters(count: number, pauseMs: number): void {
    const { community, random, cluster } = this.#dependencies;
    const urls = () => cluster.running.flatMap(({ url }) => url ?? []);
    this.#writers = Array.from({ length: count }, (_, number) => {
      const dependencies = { community, random: random.fork(), urls, writes: this.writes, pauseMs };
      return new Writer(`writer-${number}`, dependencies);
    });
    this.#reconnecting = setInterval(() => this.#reconnectOne(), reconnectMs);
  }

  async stopWriters(): Promise<void> {
    clearInterval(this.#reconnecting);
    await Promise.all(this.#writers.map((writer) => writer.stop()));
  }

  /** Connects every user once more, to every node. */
  connectAnew(): void {
    for (const node of this.#dependencies.cluster.nodes)
      for (const person of this.#dependencies.community.people)
        this.viewers.push(this.#newViewer(`fresh ${person.id}`, person, [node]));
    this.connect();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopWriters();
    for (const viewer of this.#all()) viewer.leave();
  }

  #all(): Viewer[] {
    return [...this.viewers, ...this.bound, ...this.watchers];
  }

  #reconnectOne(): void {
    const viewer = this.#dependencies.random.pick(this.viewers);
    viewer.leave();
    viewer.connect();
  }

  #newViewer(name: string, person: Person, nodes: readonly ClusterNode[]): Viewer {
    const { random, log, now } = this.#dependencies;
    return new Viewer(name, person, {
      random: random.fork(),
      addresses: () => nodes.flatMap(({ number, url }) => (url ? [{ number, url }] : [])),
      committed: () => log.position,
      now,
      records: this.records,
    });
  }
}
