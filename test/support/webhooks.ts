import type { Webhook } from "../../src/domains/webhooks/model.ts";
import { updateWebhook } from "../../src/domains/webhooks/store/webhooks.ts";
import { bitsetOf, type Permission } from "../../src/permissions/bits.ts";
import { type Announcement, topic } from "../../src/protocol/event.ts";
import type { Answer, CallOptions } from "./client.ts";
import { makeImage } from "./make-images.ts";
import { uploaded } from "./multipart.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

export type NewWebhook = Webhook & { readonly token: string };

/** A webhook of a channel, by somebody who may make one. */
export async function newWebhook(
  { client }: Pick<TestServer, "client">,
  by: Pick<Person, "token">,
  { channel, ...draft }: { channel: string; name?: string; avatar?: string },
): Promise<NewWebhook> {
  const body = { name: "Door", ...draft };
  const answer = await client.post(`/channels/${channel}/webhooks`, body, { token: by.token });
  if (answer.status !== 200) throw new Error(`no webhook: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

let picture: Promise<Buffer> | undefined;

/** The id of a picture that somebody has uploaded to make an avatar of it. */
export async function newAvatar(server: TestServer, by: Pick<Person, "token">): Promise<string> {
  picture ??= makeImage("png");
  return uploaded(server, by, { tag: "avatars", content: await picture });
}

/** Where a webhook is, for who holds its token. */
export const doorOf = ({ id, token }: Pick<NewWebhook, "id" | "token">) => `/webhooks/${id}/${token}`;

export function execute(
  { client }: Pick<TestServer, "client">,
  webhook: Pick<NewWebhook, "id" | "token">,
  draft: unknown,
  options?: CallOptions,
): Promise<Answer> {
  return client.post(doorOf(webhook), draft, options);
}

/** Lets a webhook do just this. */
export async function permit(
  { running }: TestServer,
  { id }: Pick<NewWebhook, "id">,
  permissions: readonly Permission[],
): Promise<void> {
  await running.store.write((tx) => updateWebhook(tx, id, { permissions: bitsetOf(...permissions) }));
}

/** How something is told to those who see a channel. */
export const toViewers = (channel: string, name: string, payload: object): Omit<Announcement, "commit"> => ({
  name,
  payload,
  topics: [topic.channel(channel)],
});
