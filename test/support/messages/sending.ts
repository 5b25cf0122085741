import type { MassMentionRow, MentionRow, MessagesTables } from "../../../src/domains/messages/tables.ts";
import { bitsetOf, type Permission } from "../../../src/permissions/bits.ts";
import { union } from "../../../src/permissions/bitset.ts";
import { newServerDefault } from "../../../src/permissions/defaults.ts";
import type { Person } from "../accounts/people.ts";
import type { ApiResponse } from "../http/client.ts";
import type { TestServer } from "../server/server.ts";
import { type Community, newCommunity, newMember } from "../servers/communities.ts";

export interface SendTarget {
  readonly by: Pick<Person, "token">;
  readonly channel: string;
  /** The header Idempotency-Key. */
  readonly key?: string;
}

/** Posts a draft; a string is its content. */
export function postMessage(
  { client }: Pick<TestServer, "client">,
  { by, channel, key }: SendTarget,
  draft: unknown = "Hello.",
): Promise<ApiResponse> {
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  const body = typeof draft === "string" ? { content: draft } : draft;
  return client.post(`/channels/${channel}/messages`, body, { token: by.token, headers });
}

/** Sends a message and returns its id; throws if the server refuses it. */
export async function sendMessage(
  server: Pick<TestServer, "client">,
  target: SendTarget,
  draft?: unknown,
): Promise<string> {
  const { status, body } = await postMessage(server, target, draft);
  if (status !== 200) throw new Error(`not sent: ${JSON.stringify(body)}`);
  return body._id;
}

export interface Room extends Community {
  readonly member: Person;
  /** Sets the default override of the channel: allows these permissions besides the defaults, and denies others. */
  setPermissions(allow: readonly Permission[], deny?: readonly Permission[]): Promise<void>;
}

/** Creates a server with a member and one channel. */
export async function newRoom(server: TestServer): Promise<Room> {
  const place = await newCommunity(server);
  const member = await newMember(server, place);
  const path = `/channels/${place.channel}/permissions/default`;
  return {
    ...place,
    member,
    async setPermissions(allow, deny = []) {
      const permissions = { allow: union(newServerDefault, bitsetOf(...allow)), deny: bitsetOf(...deny) };
      const { status } = await server.client.put(path, { permissions }, place.owner);
      if (status !== 200) throw new Error(`answered ${status}`);
    },
  };
}

/** The stored mentions of a message: user ids, role ids and "everyone". */
export async function mentionsOf({ running }: TestServer, messageId: string): Promise<string[]> {
  const rows = await running.store.read(async (db) => {
    const sql = db.sql<MessagesTables>();
    const some: MentionRow[] = await sql
      .selectFrom("mentions")
      .selectAll()
      .where("message_id", "=", messageId)
      .execute();
    const masses: MassMentionRow[] = await sql
      .selectFrom("mass_mentions")
      .selectAll()
      .where("message_id", "=", messageId)
      .execute();
    return [...some.map(({ user_id }) => user_id), ...masses.map(({ whom }) => whom)];
  });
  return rows.sort();
}

/** The ids of the unread messages that mention a user, by channel. */
export async function unreadMentions(
  { client }: Pick<TestServer, "client">,
  person: Person,
): Promise<Record<string, string[]>> {
  const { body } = await client.get("/sync/unreads", person);
  const records = body as { _id: { channel: string; user: string }; mentions?: string[] }[];
  return Object.fromEntries(
    records.flatMap(({ _id, mentions }) => (mentions ? [[_id.channel, mentions]] : [])),
  );
}
