import type { MessageRow, MessagesTables } from "../../src/domains/messages/tables.ts";
import type { Person } from "../support/accounts/people.ts";
import type { TestServer } from "../support/server/server.ts";
import type { CommunityFixture } from "./community.ts";
import type { People } from "./principals.ts";

/** The emoji with which all users have reacted to the target's message. */
export const otter = "🦦";

/** The ids of the messages of the matrix. */
export interface MessageFixtures {
  /** One message of each user in the channel, by user id. Some of them may no longer send there. */
  readonly own: ReadonlyMap<string, string>;
  /** A message of the target in the channel. */
  readonly message: string;
  readonly pinned: string;
  /** A message of the owner in the hidden channel. */
  readonly hidden: string;
  /** A message of the target in the conversation with the owner. */
  readonly inConversation: string;
  /** A message of the banned user in the conversation with the owner, who has blocked them. */
  readonly fromBlocked: string;
}

interface Channels extends CommunityFixture {
  readonly conversation: string;
  readonly blocked: string;
}

export async function insertMessages(
  { running }: TestServer,
  { channel, hidden, conversation, blocked }: Channels,
  people: People,
): Promise<MessageFixtures> {
  const { store, services } = running;
  const everybody = Object.values(people);
  return store.write(async (tx) => {
    const sql = tx.sql<MessagesTables>();
    const write = async (to: string, { id: author_id }: Person, more: Partial<MessageRow> = {}) => {
      const id = services.ids.next();
      const row = { channel_id: to, id, author_id, content: "Hello.", ...more };
      await sql.insertInto("messages").values(row).execute();
      return id;
    };
    const own = new Map<string, string>();
    for (const person of everybody) own.set(person.id, await write(channel, person));
    const message = await write(channel, people.target);
    for (const { id: user_id } of everybody) {
      const since = services.ids.next();
      const row = { channel_id: channel, message_id: message, emoji: otter, user_id, since };
      await sql.insertInto("reactions").values(row).execute();
    }
    return {
      own,
      message,
      pinned: await write(channel, people.target, { pinned: 1 }),
      hidden: await write(hidden, people.owner),
      inConversation: await write(conversation, people.target),
      fromBlocked: await write(blocked, people.banned),
    };
  });
}
