import type { NodeLink, OtherNodes, PresenceChange, ReportedPresence } from "../platform/nodes/port.ts";
import type { PresenceEntry } from "../platform/presence/port.ts";
import type { Appearance, PresenceTable } from "../platform/presence/presence-table.ts";
import type { PresenceAnnouncer } from "./presence-announcer.ts";

interface SharedPresenceDependencies {
  readonly presence: PresenceTable;
  readonly reports: ReportedPresence;
  readonly link: NodeLink;
  readonly registry: OtherNodes;
  readonly announcer: Pick<PresenceAnnouncer, "announce">;
  readonly graceMs: number;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

const retryMs = 1_000;

/** Keeps the presence of users on the other nodes of a cluster, and announces here what changes it. */
export class SharedPresence implements AsyncDisposable {
  readonly #dependencies: SharedPresenceDependencies;
  /**
   * While the table is being read: the users, or whole nodes, reported since the read began. Those reports may be
   * newer than what is read.
   */
  #reported: Set<string> | undefined;
  #mustLoad = false;
  #loading: Promise<void> | undefined;
  #isClosed = false;

  private constructor(dependencies: SharedPresenceDependencies) {
    this.#dependencies = dependencies;
    const { link, registry, presence } = dependencies;
    link.onMessage((from, message) => {
      if (message.kind !== "presence") return;
      for (const change of message.changes) this.#receive(from, change);
      if (message.isComplete) this.#removeOthers(from, message.changes);
    });
    link.onLoss(() => this.#loadAgain());
    registry.onLeave((node) => presence.expireNode(node, dependencies.now() + dependencies.graceMs));
  }

  static async open(dependencies: SharedPresenceDependencies): Promise<SharedPresence> {
    const shared = new SharedPresence(dependencies);
    // No client is connected here yet, so there is nobody to announce anything to.
    await shared.#load(() => {});
    return shared;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#loading;
  }

  #receive(node: string, { user, entry, announcement }: PresenceChange): void {
    this.#reported?.add(keyOf(node, user));
    const appearance = this.#set(node, user, entry ?? undefined);
    if (appearance !== undefined) this.#dependencies.announcer.announce(user, appearance, announcement);
  }

  /**
   * Removes the users of a node whom it does not name. Reports that they went offline may have been lost while the
   * node was not in the table.
   */
  #removeOthers(node: string, named: readonly PresenceChange[]): void {
    const present = new Set(named.map(({ user }) => user));
    for (const user of this.#dependencies.presence.usersOf(node))
      if (!present.has(user)) this.#receive(node, { user, entry: null });
    this.#reported?.add(node);
  }

  #set(node: string, user: string, entry: PresenceEntry | undefined): Appearance {
    const { presence, registry } = this.#dependencies;
    presence.keepNode(node);
    registry.expect(node);
    return presence.setElsewhere(node, user, entry);
  }

  /** Reads who is connected to the other nodes, after a loss of messages. */
  #loadAgain(): void {
    this.#mustLoad = true;
    this.#loading ??= this.#loadAll().finally(() => {
      this.#loading = undefined;
    });
  }

  async #loadAll(): Promise<void> {
    const { announcer, onError } = this.#dependencies;
    while (this.#mustLoad && !this.#isClosed) {
      this.#mustLoad = false;
      try {
        await this.#load((user, online) => announcer.announce(user, online));
      } catch (error) {
        if (this.#isClosed) return;
        onError(error);
        this.#mustLoad = true;
        await Bun.sleep(retryMs);
      }
    }
  }

  /**
   * Leaves nodes that are not in the table unchanged: they either report all their users when they enter it again, or
   * expire.
   */
  async #load(onAppearance: (user: string, online: boolean) => void): Promise<void> {
    const { presence, reports } = this.#dependencies;
    const reported = new Set<string>();
    this.#reported = reported;
    const nodes = await reports.load().finally(() => {
      this.#reported = undefined;
    });
    for (const [node, users] of nodes)
      for (const user of new Set([...presence.usersOf(node), ...users.keys()])) {
        if (reported.has(node) || reported.has(keyOf(node, user))) continue;
        const appearance = this.#set(node, user, users.get(user));
        if (appearance !== undefined) onAppearance(user, appearance);
      }
  }
}

const keyOf = (node: string, user: string) => `${node} ${user}`;
