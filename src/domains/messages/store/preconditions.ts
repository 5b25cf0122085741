import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { atOnce } from "../../../platform/concurrency/maybe-promise.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { arraysOf, unnest } from "../../../platform/database/unnest.ts";
import type { ChannelsTables, StableChannelRow } from "../../channels/index.ts";
import type { ServersTables } from "../../members/index.ts";
import { findUser } from "../../users/index.ts";

/**
 * What the validation of a message has read, and relies on when the message is written. `id` and `other` name a row, and
 * `state` is what the row must still be: a revision, a status, or null for a row that must not exist.
 */
export interface Precondition {
  readonly kind: keyof typeof stateNow;
  readonly id: string;
  readonly other?: string | null;
  readonly state: string | null;
}

/** The row that a precondition is about. */
export function preconditionKey({ kind, id, other }: Pick<Precondition, "kind" | "id" | "other">): string {
  return other ? `${kind} ${id} ${other}` : `${kind} ${id}`;
}

/** The state of each kind of row. A server has a new revision after every change in it: see `lockServer`. */
const stateNow = {
  server: sql`select revision from servers where id = given.id`,
  user: sql`select revision from users where id = given.id`,
  conversation: sql`select kind || ' ' || active || ' ' || coalesce(owner_id, '') || ' ' ||
      coalesce(cast(permissions as text), '') || ' ' ||
      (select string_agg(user_id, ' ' order by position) from channel_recipients where channel_id = channels.id)
    from channels where id = given.id`,
  relation: sql`select status from relations where user_id = given.id and other_id = given.other`,
  message: sql`select 'stored' from messages where channel_id = given.id and messages.id = given.other`,
  slowmode: sql`select cast("until" as text) from slowmodes where user_id = given.id and channel_id = given.other`,
  key: sql`select 'used' from message_keys where author_id = given.id and key = given.other`,
} satisfies Record<string, RawBuilder<unknown>>;

/** The state of a conversation, as `stateNow` reads it. */
export function conversationState(
  { kind, active, owner_id, permissions }: StableChannelRow,
  recipients: readonly string[],
): string {
  return [kind, active, owner_id ?? "", permissions ?? "", recipients.join(" ")].join(" ");
}

const state = sql<string | null>`case given.kind ${sql.join(
  Object.entries(stateNow).map(([kind, query]) => sql`when ${sql.lit(kind)} then (${query})`),
  sql` `,
)} end`;
const isUnmet = sql<boolean>`given.state is distinct from ${state}`;

const preconditionType = { kind: "text", id: "text", other: "text", state: "text" } as const;

const unmet = prepare(
  (db: Kysely<ChannelsTables>, ...arrays: string[]) =>
    db
      .selectFrom(unnest<Precondition>(preconditionType, arrays))
      .select(["kind", "id", "other"])
      .where(isUnmet),
  4,
);

/** Divides by zero if one is not met, which fails the transaction: PostgreSQL need not answer before the commit. */
const assertMet = prepare(
  (db: Kysely<ChannelsTables>, ...arrays: string[]) =>
    db.selectNoFrom(({ selectFrom }) =>
      sql<number>`1 / (not exists ${selectFrom(unnest<Precondition>(preconditionType, arrays))
        .select("kind")
        .where(isUnmet)})::int`.as("met"),
    ),
  4,
).pipelined();

const revisionOfServer = prepare((db: Kysely<ServersTables>, id: string) =>
  db.selectFrom("servers").select("revision").where("id", "=", id),
).cached("id");

const stateOf = prepare(
  (db: Kysely<ChannelsTables>, ...[kind, id, other]: (string | null)[]) =>
    db
      .selectFrom(
        sql<{ state: string | null }>`(select ${kind} as kind, ${id} as id, ${other} as other)`.as("given"),
      )
      .select(state.as("state")),
  3,
);

/** Something that the validation of a message relied on has changed. */
export class PreconditionFailed extends Error {}

/** The preconditions that are not met. */
export async function listUnmet(
  db: Reader,
  list: readonly Precondition[],
): Promise<Pick<Precondition, "kind" | "id" | "other">[]> {
  if (db.dialect === "postgres") return db.all(unmet, ...arraysOf(preconditionType, list));
  return list.filter((one) => readState(db, one) !== one.state);
}

/** The state of a row now, on SQLite. Revisions come from the query cache. */
function readState(db: Reader, { kind, id, other = null }: Precondition): string | null {
  if (kind === "user") return atOnce(findUser(db, id))?.revision ?? null;
  if (kind === "server") return atOnce(db.one(revisionOfServer, id))?.revision ?? null;
  return atOnce(db.one(stateOf, kind, id, other))?.state ?? null;
}

/** Fails the transaction, on PostgreSQL at its commit, if a precondition is not met. */
export async function assertPreconditions(tx: Tx, list: readonly Precondition[]): Promise<void> {
  if (tx.dialect === "sqlite") {
    if ((await listUnmet(tx, list)).length > 0) throw new PreconditionFailed();
    return;
  }
  // To look for keys would make writes of several nodes conflict; the insert fails for one that exists.
  const checked = list.filter(({ kind }) => kind !== "key");
  if (checked.length > 0) await tx.all(assertMet, ...arraysOf(preconditionType, checked));
}
