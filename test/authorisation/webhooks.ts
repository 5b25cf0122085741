import type { Person } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { execute, type NewWebhook, newWebhook } from "../support/webhooks.ts";
import type { Place } from "./place.ts";

export interface Webhooks {
  /** Of the channel that everybody sees. */
  readonly open: NewWebhook;
  readonly hidden: NewWebhook;
  /** What the open one has said. */
  readonly message: string;
}

export async function openWebhooks(
  server: TestServer,
  { channel, hidden }: Place,
  owner: Person,
): Promise<Webhooks> {
  const open = await newWebhook(server, owner, { channel });
  const { body } = await execute(server, open, { content: "Hello." });
  return { open, hidden: await newWebhook(server, owner, { channel: hidden }), message: body._id };
}
