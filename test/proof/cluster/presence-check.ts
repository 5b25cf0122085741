import { leaseMs } from "../../../src/platform/nodes/lease.ts";
import type { Violation } from "./history.ts";
import type { Viewer } from "./viewer.ts";

/** The default of `events.offline_grace_ms`. */
const graceMs = 5_000;
/** For a busy machine. */
const slackMs = 15_000;

export interface PresenceDependencies {
  /** Connections of one user who is a friend of all others, one for each node. */
  readonly watchers: readonly Viewer[];
  readonly viewers: readonly Viewer[];
  /** Whether the node may look dead to the others. */
  readonly isTroubled: (node: number) => boolean;
  readonly now: () => number;
  readonly violations: Violation[];
}

/** Compares who appears online with who is connected. */
export class PresenceCheck {
  readonly #dependencies: PresenceDependencies;
  /** How often a user was shown as offline who had a connection, perhaps to a node that looked dead. */
  shownOffline = 0;
  /** How long users of dead nodes stayed online, in milliseconds. */
  readonly delays: number[] = [];

  constructor(dependencies: PresenceDependencies) {
    this.#dependencies = dependencies;
    for (const watcher of dependencies.watchers)
      watcher.onPresence = (user, online) => {
        if (!online) this.#noteOffline(watcher, user);
      };
  }

  /** A user whose only node has died appears offline once its lease and the time to reconnect are over. */
  async expectOffline(viewer: Viewer): Promise<void> {
    const { id } = viewer.person;
    const startedAt = performance.now();
    const left = await this.#until(() => this.#watching().filter(({ online }) => online.has(id)));
    if (left.length === 0) this.delays.push(performance.now() - startedAt);
    for (const watcher of left)
      this.#report(`${watcher.name} still sees ${viewer.name} online, whose node has died`);
  }

  /** Once the cluster has healed, everyone sees exactly the users online who are connected. */
  async expectAgreement(): Promise<void> {
    const users = new Set(this.#dependencies.viewers.map(({ person }) => person.id));
    const differing = () => {
      const connected = this.#connected();
      return this.#watching().flatMap((watcher) =>
        [...users]
          .filter((user) => watcher.online.has(user) !== connected.has(user))
          .map((user) => ({ watcher, user, isConnected: connected.has(user) })),
      );
    };
    for (const { watcher, user, isConnected } of await this.#until(differing))
      this.#report(
        `${watcher.name} sees ${user} ${isConnected ? "offline, who is connected" : "online, who is not"}`,
      );
  }

  #noteOffline(watcher: Viewer, user: string): void {
    const connections = this.#dependencies.viewers.flatMap(({ person, record }) =>
      person.id === user && record ? [record] : [],
    );
    if (connections.length > 0) this.shownOffline += 1;
    const sound = connections.filter(
      ({ node, readyAt }) =>
        !this.#dependencies.isTroubled(node) && readyAt < this.#dependencies.now() - graceMs,
    );
    const isTold = watcher.record && !this.#dependencies.isTroubled(watcher.record.node);
    if (sound.length === 0 || !isTold) return;
    const nodes = [...new Set(sound.map(({ node }) => node))].join(", ");
    this.#report(`${watcher.name} saw ${user} go offline, who was connected to node ${nodes}`);
  }

  #connected(): Set<string> {
    return new Set(this.#dependencies.viewers.filter(({ record }) => record).map(({ person }) => person.id));
  }

  #watching(): Viewer[] {
    return this.#dependencies.watchers.filter(({ record }) => record);
  }

  async #until<T>(find: () => T[]): Promise<T[]> {
    const deadline = performance.now() + leaseMs + graceMs + slackMs;
    for (;;) {
      const left = find();
      if (left.length === 0 || performance.now() > deadline) return left;
      await Bun.sleep(100);
    }
  }

  #report(text: string): void {
    const seconds = (this.#dependencies.now() / 1_000).toFixed(1);
    this.#dependencies.violations.push({ rule: "presence", text: `${seconds} s: ${text}`, excerpt: [] });
  }
}
