import type { Webhook } from "../../../src/domains/webhooks/model.ts";
import { updateWebhook } from "../../../src/domains/webhooks/store/webhooks.ts";
import { bitsetOf, type Permission } from "../../../src/permissions/bits.ts";
import { type Announcement, topic } from "../../../src/visibility/announcement.ts";
import type { Person } from "../accounts/people.ts";
import { makeImage } from "../files/make-images.ts";
import type { ApiResponse, CallOptions } from "../http/client.ts";
import { uploadFile } from "../http/multipart.ts";
import type { TestServer } from "../server/server.ts";

export type NewWebhook = Webhook & { readonly token: string };

/** Creates a webhook of a channel. */
export async function newWebhook(
  { client }: Pick<TestServer, "client">,
  by: Pick<Person, "token">,
  { channel, ...draft }: { channel: string; name?: string; avatar?: string },
): Promise<NewWebhook> {
  const body = { name: "Door", ...draft };
  const response = await client.post(`/channels/${channel}/webhooks`, body, { token: by.token });
  if (response.status !== 200)
    throw new Error(`the webhook was not created: ${JSON.stringify(response.body)}`);
  return response.body;
}

let picture: Promise<Buffer> | undefined;

/** Uploads a picture for an avatar and returns its file id. */
export async function newAvatar(server: TestServer, by: Pick<Person, "token">): Promise<string> {
  picture ??= makeImage("png");
  return uploadFile(server, by, { tag: "avatars", content: await picture });
}

/** The path of a webhook with its token. */
export const webhookPath = ({ id, token }: Pick<NewWebhook, "id" | "token">) => `/webhooks/${id}/${token}`;

export function execute(
  { client }: Pick<TestServer, "client">,
  webhook: Pick<NewWebhook, "id" | "token">,
  draft: unknown,
  options?: CallOptions,
): Promise<ApiResponse> {
  return client.post(webhookPath(webhook), draft, options);
}

/** Replaces the permissions of a webhook. */
export async function setWebhookPermissions(
  { running }: TestServer,
  { id }: Pick<NewWebhook, "id">,
  permissions: readonly Permission[],
): Promise<void> {
  await running.store.write((tx) => updateWebhook(tx, id, { permissions: bitsetOf(...permissions) }));
}

/** The announcement of an event to the viewers of a channel. */
export const channelAnnouncement = (
  channel: string,
  name: string,
  payload: object,
): Omit<Announcement, "commit"> => ({
  name,
  payload,
  topics: [topic.channel(channel)],
});
