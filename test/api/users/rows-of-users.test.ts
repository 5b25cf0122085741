import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { TableMetadata } from "kysely";
import type { Tx } from "../../../src/declare/tx.ts";
import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import { archivePersonalData } from "../../../src/domains/operators/index.ts";
import { newUser } from "../../support/accounts/people.ts";
import { openUncheckedInsert, type PlainRow } from "../../support/database/insert-unchecked.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { newCommunity } from "../../support/servers/communities.ts";

setDefaultTimeout(60_000);

const imported = "Names an imported user, who is deleted with the account that claimed it.";
const expires = "Expires within hours.";
const unused = "Files are deleted with what uses them, and unused ones after a day.";
const calls = "Exists during a call only.";
const ofBot = "Belongs to a bot, and is deleted when the bot leaves the server.";
const ofServer = "Belongs to a server or channel, and stays with it.";

/** Columns that still name a user whose account is deleted, and why. */
const kept: Readonly<Record<string, string>> = {
  "audit_entries.target_id": ofServer,
  "audit_entries.user_id": ofServer,
  "bans.user_id": ofServer,
  "channel_recipients.user_id": "The other side of a direct message keeps it; groups are left.",
  "channels.owner_id": "A group gets another owner.",
  "claim_changes.user_id": imported,
  "claim_links.user_id": imported,
  "emojis.creator_id": ofServer,
  "files.charged_to": unused,
  "files.uploader_id": unused,
  "imported_users.claimed_by": "Another import must not bring the user back.",
  "imported_users.undone_for": "Another import must not bring the user back.",
  "imported_users.user_id": imported,
  "invites.creator_id": ofServer,
  "jobs.on_behalf_of": "Jobs end by themselves.",
  "message_keys.author_id": expires,
  "operator_actions.actor": "The record of what operators did is never changed.",
  "pending_timeouts.user_id": "Lasts until the end of the timeout.",
  "presence.user_id": "Exists while the user is connected.",
  "reactions.user_id": "Belongs to the message of another author, and is deleted with it.",
  "registration_invites.claimed_by": "Operators delete invites.",
  "reports.author_id": "Operators need a report after its author has gone.",
  "roles.owner_id": ofBot,
  "slowmodes.user_id": expires,
  "storage_usage.user_id": "A number of bytes.",
  "users.bot_owner": "The users of deleted bots stay, as those of people do.",
  "voice_calls.initiator_id": calls,
  "voice_joins.user_id": calls,
  "voice_rings.user_id": calls,
  "voice_states.user_id": calls,
  "voice_tracks.user_id": calls,
  "webhooks.creator_id": ofServer,
};

const secret = "Digests of codes and tokens, and what they are about while they last.";

/** Columns that name a user whose export leaves these rows out, and why. */
const notExported: Readonly<Record<string, string>> = {
  "audit_entries.target_id": ofServer,
  "audit_entries.user_id": ofServer,
  "bans.user_id": ofServer,
  "channels.owner_id": "Owners are recipients: conversations.json.",
  "claim_changes.user_id": imported,
  "claim_links.user_id": imported,
  "earlier_verifications.account_id": secret,
  "email_undos.account_id": secret,
  "files.charged_to": "The exported files show it.",
  "files.uploader_id": "Exported with its content, which this row does not have.",
  "imported_users.undone_for": "An operator has decided that it belongs to somebody else.",
  "imported_users.user_id": imported,
  "jobs.on_behalf_of": "Jobs end by themselves.",
  "known_devices.account_id": secret,
  "lockouts.account_id": secret,
  "member_roles.user_id": ofServer,
  "members.user_id": "The owner of the server is in the export already: servers.json.",
  "mentions.user_id": "Messages of others, which the user can read.",
  "message_keys.author_id": expires,
  "mfa_tickets.account_id": secret,
  "oidc_flows.account_id": secret,
  "operator_actions.actor": "Belongs to the operators of the host.",
  "passkey_challenges.account_id": secret,
  "pending_links.account_id": secret,
  "pending_timeouts.user_id": ofServer,
  "presence.user_id": "Exists while the user is connected.",
  "recovery_links.account_id": secret,
  "registration_invites.claimed_by": "Belongs to the operators of the host.",
  "relations.other_id": "The other user's relation: theirs to export.",
  "roles.owner_id": ofBot,
  "servers.owner_id": "Owners are members: servers.json.",
  "slowmodes.user_id": expires,
  "storage_usage.user_id": "A number of bytes, which the exported files add up to.",
  "users.bot_owner": "bots.json has the bots.",
  "voice_calls.initiator_id": calls,
  "voice_joins.user_id": calls,
  "voice_rings.user_id": calls,
  "voice_states.user_id": calls,
  "voice_tracks.user_id": calls,
  "writers.author_id": "Derived from the messages.",
};

/** Columns with a name like those of users that name something else. */
const otherSubjects = new Set([
  "files.used_by",
  "indexed_messages.search_id",
  "provider_sessions.ticket_id",
  ...["identities", "passkeys"].map((table) => `${table}.credential_id`),
  "imported_users.foreign_id",
  "channel_unreads.last_id",
  "unindexed_messages.first_id",
]);

interface UserColumn {
  readonly table: TableMetadata;
  readonly column: string;
  /** As the tables above name it. */
  readonly name: string;
}

/** The columns that name a user: ids of no other table, and those called like `claimed_by`. */
function columnsOfUsers(tables: readonly TableMetadata[]): UserColumn[] {
  const others = new Set(tables.map(({ name }) => name));
  for (const name of ["users", "accounts", "bots"]) others.delete(name);
  const namesUser = (column: string) => {
    const subject = /([a-z]+)_id$/.exec(column)?.[1];
    if (subject === undefined) return /(^|_)(by|for|of|to|owner|actor)$/.test(column);
    return !others.has(`${subject}s`) && !others.has(subject.replace(/y$/, "ies"));
  };
  return tables.flatMap((table) =>
    table.columns
      .map(({ name: column }) => ({ table, column, name: `${table.name}.${column}` }))
      .filter(({ column, name }) => namesUser(column) && !otherSubjects.has(name)),
  );
}

/** A row with its required columns; ids that are not given are new. */
function rowFor({ table, column }: UserColumn, ids: PlainRow, newId: () => string): PlainRow {
  const needed = table.columns.filter(
    ({ name, isNullable, hasDefaultValue, isAutoIncrementing }) =>
      name === column || !(isNullable || hasDefaultValue || isAutoIncrementing),
  );
  return Object.fromEntries(
    needed.map(({ name, dataType }) => {
      if (name === column) return [name, ids.user ?? ""];
      if (/int/i.test(dataType)) return [name, 1];
      if (/bool/i.test(dataType)) return [name, "false"];
      return [name, ids[name] ?? newId()];
    }),
  );
}

async function exportOf({ running: { store } }: TestServer, userId: string): Promise<string> {
  const request = { userId, read: store.read.bind(store) };
  const archive = await store.read((db) => archivePersonalData(db, request));
  return new Response(archive).text();
}

async function countRows(
  { running: { store } }: TestServer,
  { table, column }: UserColumn,
  id: string,
): Promise<number> {
  const rows = await store.read((db) =>
    db.sql<Record<string, PlainRow>>().selectFrom(table.name).selectAll().where(column, "=", id).execute(),
  );
  return rows.length;
}

/**
 * A new table whose rows name users passes if its domain deletes them (AccountPurged, UserDeleted) and exports them
 * (PersonalDataOf). Otherwise, the tables above must say why not.
 */
describe.each([...anyEngine])("rows that name a user on %s", (engine) => {
  test("are in the export of their personal data, and are deleted with their account", async () => {
    await using server = await openServer(engine);
    await using unchecked = await openUncheckedInsert(server);
    const { store, services } = server.running;
    const tables = await store.write((tx) => tx.sql<never>().introspection.getTables());
    const columns = columnsOfUsers(tables);
    const names = columns.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(50);
    const { id } = await newUser(server);
    const community = await newCommunity(server);
    const newId = () => services.ids.next();
    const ids = { user: id, server_id: community.id, channel_id: community.channel, message_id: newId() };

    const exported = new Set<string>();
    let before = await exportOf(server, id);
    // Messages are found through this table.
    const writersFirst = columns.toSorted(
      (a, b) => Number(b.table.name === "writers") - Number(a.table.name === "writers"),
    );
    for (const each of writersFirst) {
      await unchecked.insert(each.table.name, rowFor(each, ids, newId));
      const after = await exportOf(server, id);
      if (after !== before) exported.add(each.name);
      before = after;
    }
    const neither = names.filter((name) => !exported.has(name) && !(name in notExported));
    expect(neither, "not in PersonalDataOf, and without a reason").toEqual([]);

    await store.write((tx: Tx) => purgeAccount(tx, id));
    await server.drain();
    await Bun.sleep(1);
    const left: string[] = [];
    for (const each of columns) if ((await countRows(server, each, id)) > 0) left.push(each.name);
    expect(
      left.filter((name) => !(name in kept)),
      "not deleted, and without a reason",
    ).toEqual([]);

    const onPostgres = /^presence\./;
    const stale = Object.keys({ ...kept, ...notExported }).filter(
      (name) => !names.includes(name) && !(engine === "sqlite" && onPostgres.test(name)),
    );
    expect(stale, "a reason without a column").toEqual([]);
  });
});
