import { emptyFields } from "../../../src/domains/messages/index.ts";
import { insertMessages as insertRows } from "../../../src/domains/messages/store/messages.ts";
import type { MessageRow } from "../../../src/domains/messages/tables.ts";
import type { Person } from "../accounts/people.ts";
import type { ApiResponse } from "../http/client.ts";
import type { TestServer } from "../server/server.ts";

type Reader = Pick<Person, "token">;

/** Calls that read the messages of one channel, by one user. */
export function readCalls({ client }: Pick<TestServer, "client">, channel: string, by: Reader) {
  const path = `/channels/${channel}`;
  return {
    page: (query = ""): Promise<ApiResponse> => client.get(`${path}/messages?${query}`, by),
    one: (id: string): Promise<ApiResponse> => client.get(`${path}/messages/${id}`, by),
    search: (body: object): Promise<ApiResponse> => client.post(`${path}/search`, body, by),
  };
}

/** Inserts messages one after another, as sending them would have, and returns their ids. */
export async function insertMessages(
  { running }: TestServer,
  channel: string,
  messages: readonly Partial<MessageRow>[],
): Promise<string[]> {
  const rows = messages.map(
    (message): MessageRow => ({
      ...emptyFields,
      channel_id: channel,
      id: running.services.ids.next(),
      author_id: "0".repeat(26),
      ...message,
    }),
  );
  await running.store.write(async (tx) => {
    for (const row of rows) await insertRows(tx, [row]);
  });
  return rows.map(({ id }) => id);
}

export const idsIn = (messages: readonly { readonly _id: string }[]): string[] =>
  messages.map(({ _id }) => _id);
