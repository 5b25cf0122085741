import { CallsOf, ConnectionsOf } from "../domains/users/index.ts";
import type { NodeLink, PresenceChange } from "../platform/nodes/port.ts";
import type { PresenceReports } from "../platform/nodes/presence-reports.ts";
import type { NodeRegistry } from "../platform/nodes/registry.ts";
import type { PresenceTable } from "../platform/presence/presence-table.ts";
import type { Announcement } from "../protocol/event.ts";
import type { Reader } from "../store/tx.ts";
import { type VisibleUser, withPresence } from "./presence-events.ts";

export interface SharedPresenceParts {
  readonly presence: PresenceTable;
  readonly reports: PresenceReports;
  readonly link: NodeLink;
  readonly registry: NodeRegistry;
  readonly graceMs: number;
  readonly now: () => number;
  readonly publishHere: (announcement: Announcement) => void;
  readonly announceUnknown: (userIds: readonly string[]) => void;
  readonly onError: (error: unknown) => void;
}

/** Keeps the presence of users on the other nodes of a cluster, and announces here what changes it. */
export class SharedPresence {
  readonly #parts: SharedPresenceParts;

  private constructor(parts: SharedPresenceParts) {
    this.#parts = parts;
    const { link, registry, presence, reports, onError } = parts;
    link.onMessage((from, message) => {
      if (message.kind === "presence") for (const change of message.changes) this.#apply(from, change);
    });
    link.onLoss(() => void this.#load().catch(onError));
    registry.onLeave((node) => presence.expireNode(node, parts.now() + parts.graceMs));
    registry.onReturn(() => {
      for (const user of presence.usersHere())
        reports.report({ user, entry: presence.entryHere(user) ?? null });
    });
  }

  static async open(parts: SharedPresenceParts): Promise<SharedPresence> {
    const shared = new SharedPresence(parts);
    // Nobody is connected here yet to whom anything could be announced.
    for (const { node, user, entry } of await parts.reports.load())
      parts.presence.setElsewhere(node, user, entry);
    return shared;
  }

  #apply(node: string, { user, entry, announcement }: PresenceChange): void {
    const { presence, publishHere, announceUnknown } = this.#parts;
    presence.keepNode(node);
    const appearance = presence.setElsewhere(node, user, entry ?? undefined);
    if (appearance === undefined) return;
    if (announcement) publishHere(withPresence(announcement, appearance));
    else announceUnknown([user]);
  }

  /** Reads who is connected to the other nodes, after a loss of messages. */
  async #load(): Promise<void> {
    const { presence, reports, registry } = this.#parts;
    const rows = await reports.load();
    const listed = Map.groupBy(rows, ({ node }) => node);
    for (const node of new Set([...listed.keys(), ...registry.others.keys()])) {
      const users = new Set((listed.get(node) ?? []).map(({ user }) => user));
      for (const user of presence.usersOf(node))
        if (!users.has(user)) this.#apply(node, { user, entry: null });
    }
    for (const { node, user, entry } of rows) this.#apply(node, { user, entry });
  }
}

/** Reads where others meet a user who is not connected to this node. */
export async function findVisibleUser(db: Reader, userId: string): Promise<VisibleUser> {
  const servers = (await db.query(ConnectionsOf, { userId })).flatMap((part) => part.servers);
  const calls = (await db.query(CallsOf, { userId })).flat();
  return { userId, servers, calls };
}
