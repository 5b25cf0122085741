import { Semaphore } from "../../concurrency/semaphore.ts";
import type { PostgresPool } from "../../database/postgres/pool.ts";
import type { PresenceEntry } from "../../presence/port.ts";
import { nowUs } from "../lease.ts";
import type { NodeLink, PresenceChange, ReportedPresence } from "../port.ts";
import type { NodeRow } from "./registry.ts";

export interface PresenceReportsOptions {
  readonly node: string;
  readonly pool: PostgresPool;
  readonly link: NodeLink;
  /** All users of this node. */
  readonly entries: () => readonly (readonly [user: string, entry: PresenceEntry])[];
  readonly onError: (error: unknown) => void;
}

/** The users that a parameter has as JSON. */
const usersIn = (parameter: string) =>
  `json_to_recordset(${parameter}::text::json) as given ("user" text, connections integer, "isShown" boolean)`;

const orReplace = `on conflict (node_id, user_id)
  do update set connections = excluded.connections, is_shown = excluded.is_shown`;

/** A node that is not in the table does not get users: it stores all of them when it enters. */
const store = `
  with gone as (
    delete from presence using json_array_elements_text($2::text::json) as gone_user
    where node_id = $1 and user_id = gone_user
  )
  insert into presence (node_id, user_id, connections, is_shown)
  select nodes.id, given.user, given.connections, given."isShown"
  from ${usersIn("$3")}, nodes where nodes.id = $1
  ${orReplace}`;

/** Stores a node with its users. It may be in the table, if the response to a previous attempt was lost. */
export const enterNode = `
  with own as (
      insert into nodes (id, host, version, position, connections, schema_version, started_us, seen_us)
      values ($1, $2, $3, $4, $5, $6, ${nowUs}, ${nowUs})
      on conflict (id) do update set seen_us = excluded.seen_us
      returning id
    ),
    users as (select own.id, given.* from own, ${usersIn("$7")}),
    gone as (
      delete from presence using own where node_id = own.id and user_id not in (select "user" from users)
    )
  insert into presence (node_id, user_id, connections, is_shown)
  select id, "user", connections, "isShown" from users
  ${orReplace}`;

const load = `
  select nodes.id as node, presence.user_id as "user", presence.connections, presence.is_shown as "isShown"
  from nodes left join presence on presence.node_id = nodes.id where nodes.id <> $1`;

interface LoadedRow extends PresenceEntry {
  readonly node: string;
  /** Null for a node without users. */
  readonly user: string | null;
}

const retryMs = 1_000;

/**
 * Tells the other nodes who is connected here. The table has what a node that starts, or that has lost messages, must
 * know; a change is stored before it is sent, so that no node can miss it between the two.
 */
export class PresenceReports implements ReportedPresence, AsyncDisposable {
  readonly #options: PresenceReportsOptions;
  /** The changes that are not stored yet, by user: only the last one counts. */
  #waiting = new Map<string, PresenceChange>();
  #sending: Promise<void> | undefined;
  /** One statement at a time: an older state must not replace a newer one. */
  readonly #turn = new Semaphore(1);
  #isClosed = false;

  constructor(options: PresenceReportsOptions) {
    this.#options = options;
  }

  report(change: PresenceChange): void {
    // The earlier announcement still contains whom the change concerns.
    this.#waiting.set(change.user, { ...this.#waiting.get(change.user), ...change });
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  /** Stores this node together with all its users, and tells the others that these are all. */
  enter({ host, version, position, connections, schemaVersion }: NodeRow): Promise<void> {
    const { node, pool, link, entries } = this.#options;
    return this.#turn.run(async () => {
      const changes = entries().map(([user, entry]) => ({ user, entry }));
      const users = JSON.stringify(changes.map(toStoredUser));
      await pool.execute(enterNode, [node, host, version, position, connections, schemaVersion, users]);
      link.send({ kind: "presence", changes, isComplete: true });
    });
  }

  /** What each of the other nodes has reported, by user. */
  async load(): Promise<Map<string, Map<string, PresenceEntry>>> {
    const { node: own, pool } = this.#options;
    const nodes = new Map<string, Map<string, PresenceEntry>>();
    for (const row of (await pool.execute(load, [own])).rows as unknown as LoadedRow[]) {
      const users = nodes.get(row.node) ?? new Map<string, PresenceEntry>();
      nodes.set(row.node, users);
      if (row.user !== null) users.set(row.user, { connections: row.connections, isShown: row.isShown });
    }
    return nodes;
  }

  /** Resolves when everything that was reported has been sent. */
  async settle(): Promise<void> {
    while (this.#sending) await this.#sending;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const changes = [...this.#waiting.values()];
      this.#waiting = new Map();
      try {
        await this.#turn.run(() => this.#store(changes));
      } catch (error) {
        if (this.#isClosed) return;
        this.#options.onError(error);
        for (const change of changes)
          this.#waiting.set(change.user, { ...change, ...this.#waiting.get(change.user) });
        await Bun.sleep(retryMs);
      }
    }
  }

  async #store(changes: readonly PresenceChange[]): Promise<void> {
    const { node, pool, link } = this.#options;
    const gone = changes.filter(({ entry }) => !entry).map(({ user }) => user);
    const present = changes.filter(({ entry }) => entry).map(toStoredUser);
    await pool.execute(store, [node, JSON.stringify(gone), JSON.stringify(present)]);
    link.send({ kind: "presence", changes });
  }
}

const toStoredUser = ({ user, entry }: PresenceChange) => ({ user, ...entry });
