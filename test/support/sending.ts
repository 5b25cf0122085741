import type { MassMentionRow, MentionRow, MessagesTables } from "../../src/domains/messages/tables.ts";
import { bitsetOf, type Permission } from "../../src/permissions/bits.ts";
import { union } from "../../src/permissions/bitset.ts";
import { newServerDefault } from "../../src/permissions/defaults.ts";
import type { Answer } from "./client.ts";
import { type Community, newCommunity, newMember } from "./communities.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

export interface Sending {
  readonly by: Pick<Person, "token">;
  readonly to: string;
  /** The header Idempotency-Key. */
  readonly key?: string;
}

export function send(
  { client }: Pick<TestServer, "client">,
  { by, to, key }: Sending,
  draft: unknown,
): Promise<Answer> {
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  return client.post(`/channels/${to}/messages`, draft, { token: by.token, headers });
}

/** The id of a message that is sent. */
export async function sent(server: TestServer, sending: Sending, draft: unknown): Promise<string> {
  const { status, body } = await send(server, sending, draft);
  if (status !== 200) throw new Error(`not sent: ${JSON.stringify(body)}`);
  return body._id;
}

export interface Room extends Community {
  readonly member: Person;
  /** What everybody may do in the channel from now on, beside the usual; and what not. */
  change(allow: readonly Permission[], deny?: readonly Permission[]): Promise<void>;
}

/** A server with a member, and a channel that the owner can change. */
export async function newRoom(server: TestServer): Promise<Room> {
  const place = await newCommunity(server);
  const member = await newMember(server, place);
  const path = `/channels/${place.channel}/permissions/default`;
  return {
    ...place,
    member,
    async change(allow, deny = []) {
      const permissions = { allow: union(newServerDefault, bitsetOf(...allow)), deny: bitsetOf(...deny) };
      const { status } = await server.client.put(path, { permissions }, place.owner);
      if (status !== 200) throw new Error(`answered ${status}`);
    },
  };
}

/** Who is told that they were mentioned by a message, one by one and as many. */
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
