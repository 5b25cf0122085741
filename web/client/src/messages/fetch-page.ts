import { batch } from "solid-js";
import type { API, Client } from "stoat.js";

export interface PageQuery {
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
  readonly nearby?: string;
  readonly sort?: "Latest" | "Oldest";
}

export type Page = Extract<API.BulkMessageResponse, { messages: unknown }>;

/** A page of a channel's history with its authors. */
export async function fetchPage(client: Client, channelId: string, query: PageQuery): Promise<Page> {
  const params = { ...query, include_users: true };
  const answer = (await client.api.get(`/channels/${channelId}/messages`, params)) as API.BulkMessageResponse;
  return Array.isArray(answer) ? { messages: answer, users: [] } : answer;
}

/** Puts a page into the library's collections, in place of what they knew of its messages. */
export function keepPage(client: Client, page: Page): void {
  batch(() => {
    for (const user of page.users) client.users.getOrCreate(user._id, user);
    for (const member of page.members ?? []) client.serverMembers.getOrCreate(member._id, member);
    for (const message of page.messages) keepMessage(client, message);
  });
}

/** How many messages a frame has time to take in, beside its other work. */
const portion = 8;

/** As `keepPage`, but lets the browser paint in between: for messages that are not on screen yet. */
export async function keepPageInPortions(client: Client, page: Page): Promise<void> {
  const { messages, users } = page;
  const members = page.members ?? [];
  const length = Math.max(messages.length, users.length, members.length);
  for (let at = 0; at < length; at += portion) {
    const part = <T>(all: readonly T[]) => all.slice(at, at + portion);
    keepPage(client, { messages: part(messages), users: part(users), members: part(members) });
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Fetches one message, and returns its id. */
export async function fetchMessage(client: Client, channelId: string, id: string): Promise<string> {
  return keepMessage(client, (await client.api.get(`/channels/${channelId}/messages/${id}`)) as API.Message);
}

/** The library does not change a message that it has already, so that it has to be forgotten before. */
function keepMessage(client: Client, message: API.Message): string {
  if (client.messages.has(message._id)) client.messages.delete(message._id);
  return client.messages.getOrCreate(message._id, message).id;
}
