import { Client } from "stoat.js";
import type { Person } from "../accounts/people.ts";
import type { TestServer } from "../server/server.ts";
import { until } from "../until.ts";
import { heartbeatSeconds } from "./library-heartbeat.ts";

/** Logs in with the unmodified library and waits for Ready. */
export async function connectStoat(
  { url }: Pick<TestServer, "url">,
  { sessionId, token, id }: Person,
): Promise<Client> {
  const client = new Client({
    baseURL: `${url}/api`,
    autoReconnect: false,
    heartbeatInterval: heartbeatSeconds,
  });
  client.configuration = await client.api.get("/");
  client.useExistingSession({ _id: sessionId, token, user_id: id });
  client.connect();
  await until(() => client.ready());
  return client;
}
