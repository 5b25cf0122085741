import { Database } from "bun:sqlite";
import { join } from "node:path";
import { openSession } from "../../support/database/copied-database.ts";
import type { TestHome } from "../../support/server/engines.ts";

/** What must never be in the database; each query selects the rows that should not be there. */
const violations: Readonly<Record<string, string>> = {
  "an owner who is not a member": `
    select servers.id from servers
    left join members on members.server_id = servers.id and members.user_id = servers.owner_id
    where members.user_id is null`,
  "a member who is banned": `
    select members.user_id from members
    join bans on bans.server_id = members.server_id and bans.user_id = members.user_id`,
  "a wrong number of members": `
    select servers.id from servers left join member_counts on member_counts.server_id = servers.id
    where coalesce(member_counts.members, -1) <> (select count(*) from members where members.server_id = servers.id)`,
  "a role of another server on a member": `
    select member_roles.role_id from member_roles join roles on roles.id = member_roles.role_id
    where roles.server_id <> member_roles.server_id`,
  "a role of another server on a channel": `
    select channel_overrides.role_id from channel_overrides
    join roles on roles.id = channel_overrides.role_id join channels on channels.id = channel_overrides.channel_id
    where channels.server_id is null or roles.server_id <> channels.server_id`,
  "two roles of one rank": `
    select server_id from roles group by server_id, rank having count(*) > 1`,
  "an owner of a group who is not in it": `
    select channels.id from channels
    left join channel_recipients on channel_id = channels.id and user_id = channels.owner_id
    where channels.kind = 'Group' and user_id is null`,
  "a direct message that is not between two": `
    select channels.id from channels where kind = 'DirectMessage'
    and (select count(*) from channel_recipients where channel_id = channels.id) <> 2`,
  "a message in no channel": `
    select messages.id from messages left join channels on channels.id = messages.channel_id where channels.id is null`,
  "a message that is newer than its channel knows": `
    select messages.id from messages join channels on channels.id = messages.channel_id
    where channels.greatest_message_id is null or messages.id > channels.greatest_message_id`,
  "a one-sided relation": `
    select one.user_id from relations as one
    left join relations as other on other.user_id = one.other_id and other.other_id = one.user_id
    where other.status is null or (one.status, other.status) not in (
      ('Friend', 'Friend'), ('Incoming', 'Outgoing'), ('Outgoing', 'Incoming'),
      ('Blocked', 'BlockedOther'), ('BlockedOther', 'Blocked'), ('Blocked', 'Blocked'))`,
  "a bot whose user says another owner": `
    select bots.id from bots join users on users.id = bots.id where coalesce(users.bot_owner, '') <> bots.owner_id`,
  "an invite to another server's channel": `
    select invites.code from invites join channels on channels.id = invites.channel_id
    where coalesce(invites.server_id, '') <> coalesce(channels.server_id, '')`,
  "a reaction to no message": `
    select reactions.message_id from reactions
    left join messages on messages.channel_id = reactions.channel_id and messages.id = reactions.message_id
    where messages.id is null`,
  "a wrong sum of stored bytes": `
    select user_id from storage_usage where claimed_bytes <> coalesce((
      select sum(stored_files.size) from files join stored_files on stored_files.hash = files.hash
      where files.charged_to = storage_usage.user_id and files.used_as is not null and files.deleted_at is null), 0)`,
  "a file of no message": `
    select files.id from files left join messages on messages.id = files.used_by
    where used_as = 'Message' and deleted_at is null and messages.id is null`,
  "a job that failed": "select id from jobs where failed <> 0",
};

export interface Violation {
  readonly rule: string;
  readonly rows: number;
  readonly example: string;
}

/** Reads the whole database of a server that has stopped, and lists what contradicts itself. */
export async function findViolations(home: TestHome): Promise<Violation[]> {
  await using source = openSource(home);
  const found: Violation[] = [];
  for (const [rule, text] of [...Object.entries(violations), ...source.integrity]) {
    const rows = await source.query(text);
    if (rows.length > 0) found.push({ rule, rows: rows.length, example: JSON.stringify(rows[0]) });
  }
  return found;
}

interface Source extends AsyncDisposable {
  /** What the engine itself can check. */
  readonly integrity: readonly (readonly [string, string])[];
  query(text: string): Promise<Record<string, unknown>[]>;
}

function openSource({ databaseUrl, dataDir }: TestHome): Source {
  if (databaseUrl !== "") return Object.assign(openSession(databaseUrl), { integrity: [] });
  const handle = new Database(join(dataDir, "ermine.db"), { readonly: true });
  return {
    integrity: [
      ["the file is damaged", "select * from pragma_integrity_check where integrity_check <> 'ok'"],
      ["a reference to nothing", "select * from pragma_foreign_key_check"],
    ],
    query: async (text) => handle.query<Record<string, unknown>, []>(text).all(),
    [Symbol.asyncDispose]: async () => handle.close(),
  };
}
