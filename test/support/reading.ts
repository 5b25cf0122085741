import { insertMessage } from "../../src/domains/messages/store/messages.ts";
import type { MessageRow, NewMessage } from "../../src/domains/messages/tables.ts";
import type { Answer } from "./client.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

type Reader = Pick<Person, "token">;

/** Calls of somebody who reads in one channel. */
export function readingIn({ client }: Pick<TestServer, "client">, channel: string, by: Reader) {
  const path = `/channels/${channel}`;
  return {
    page: (query = ""): Promise<Answer> => client.get(`${path}/messages?${query}`, by),
    one: (id: string): Promise<Answer> => client.get(`${path}/messages/${id}`, by),
    search: (body: object): Promise<Answer> => client.post(`${path}/search`, body, by),
  };
}

/** Puts messages into a channel as sending them would have, one after another; returns their ids. */
export async function fill(
  { running }: TestServer,
  channel: string,
  messages: readonly Partial<MessageRow>[],
): Promise<string[]> {
  const rows = messages.map(
    (message): NewMessage => ({
      channel_id: channel,
      id: running.services.ids.next(),
      author_id: "0".repeat(26),
      ...message,
    }),
  );
  await running.store.write(async (tx) => {
    for (const row of rows) await insertMessage(tx, row);
  });
  return rows.map(({ id }) => id);
}

export const idsIn = (messages: readonly { readonly _id: string }[]): string[] =>
  messages.map(({ _id }) => _id);
