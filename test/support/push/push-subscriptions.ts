import { expect } from "bun:test";
import type { SystemTables } from "../../../src/store/system-tables.ts";
import type { Person } from "../accounts/people.ts";
import { newFriends, openConversation } from "../channels/conversations.ts";
import type { Engine } from "../server/engines.ts";
import { openServer, type TestServer, type TestServerOptions } from "../server/server.ts";
import { type Browser, openPushService, type PushService } from "./push-service.ts";

/** A push service, and a server that sends to it and ends it. */
export async function openPushServer(
  engine: Engine,
  { config, ...options }: TestServerOptions = {},
): Promise<{ service: PushService; server: TestServer }> {
  const service = await openPushService();
  const server = await openServer(engine, { ...options, config: { ...service.config, ...config } });
  const dispose = async () => {
    await server[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  };
  return { service, server: { ...server, [Symbol.asyncDispose]: dispose } };
}

/** Subscribes a session with a new browser. */
export async function subscribe(
  server: Pick<TestServer, "client">,
  service: PushService,
  { token }: Pick<Person, "token">,
): Promise<Browser> {
  const browser = service.newBrowser();
  const { status } = await server.client.post("/push/subscribe", browser.subscription, { token });
  expect(status).toBe(204);
  return browser;
}

/** Waits until all due jobs are done. */
export function drainJobs(server: Pick<TestServer, "drain">): Promise<void> {
  return server.drain();
}

/** The bodies of the notifications since the last call, by browser. */
export async function takeNotificationBodies(
  server: TestServer,
  ...browsers: Browser[]
): Promise<string[][]> {
  await drainJobs(server);
  return browsers.map((browser) => browser.notifications().map(({ body }) => body));
}

/** Two friends with a conversation, the second with a browser. */
export async function newPushConversation(server: TestServer, service: PushService) {
  const [ann, bob] = await newFriends(server);
  const { body } = await openConversation(server, ann, bob.id);
  return { ann, bob, channel: body._id as string, atBob: await subscribe(server, service, bob) };
}

/** The names of the jobs that are left. */
export async function pendingPushes({ running }: Pick<TestServer, "running">): Promise<string[]> {
  const rows = await running.store.read((db) =>
    db.sql<SystemTables>().selectFrom("jobs").select("name").where("name", "like", "push%").execute(),
  );
  return rows.map(({ name }) => name);
}
