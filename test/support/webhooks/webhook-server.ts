import type { ApiResponse } from "../http/client.ts";
import { newRoom, type Room } from "../messages/sending.ts";
import type { Engine } from "../server/engines.ts";
import type { TestServer, TestServerOptions } from "../server/server.ts";
import { type AnnouncementRecorder, openRecordedServer } from "../stream/record-announcements.ts";
import { type NewWebhook, newWebhook } from "./webhooks.ts";

export interface WebhookServer {
  readonly server: TestServer;
  readonly announcements: AnnouncementRecorder;
  readonly community: Room;
  /** Of the community's channel, with the usual permissions. */
  readonly webhook: NewWebhook;
}

interface WebhookServerOptions extends TestServerOptions {
  /** Whether jobs run. Without, they stay in their table, where tests count them. */
  readonly runsJobs?: boolean;
}

/** A server with a community whose channel has a webhook. */
export async function openWebhookServer(
  engine: Engine,
  { runsJobs = true, ...options }: WebhookServerOptions = {},
): Promise<WebhookServer> {
  const { server, announcements } = await openRecordedServer(engine, options);
  if (!runsJobs) for (const { worker } of server.nodes) await worker.stop(1_000);
  const community = await newRoom(server);
  return { server, announcements, community, webhook: await newWebhook(server, community.owner, community) };
}

/** The newest message of the community's channel. */
export async function newestMessage(
  { client }: TestServer,
  { channel, owner }: Room,
): Promise<ApiResponse["body"]> {
  return (await client.get(`/channels/${channel}/messages?limit=1`, owner)).body[0];
}
