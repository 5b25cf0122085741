import { expect } from "bun:test";
import type { Person } from "../accounts/people.ts";
import type { Engine } from "../server/engines.ts";
import { openServer } from "../server/server.ts";
import { patienceMs } from "../until.ts";
import { newServiceAccount, openApnsService } from "./mobile-push-services.ts";
import { openPushService } from "./push-service.ts";
import { drainJobs, newPushConversation } from "./push-subscriptions.ts";

export const sendPath = "/v1/projects/a-project/messages:send";

/**
 * Opens a server that sends to phones, and the push services of Apple and Google. The server waits for them as long as a
 * busy machine may need, unless a test is about services that do not answer.
 */
export async function openMobilePush(engine: Engine, timeout_ms = patienceMs) {
  const service = await openPushService();
  const apple = await openApnsService();
  const google = newServiceAccount(service.origin);
  const grant = (access_token: string) => {
    const body = JSON.stringify({ access_token, expires_in: 3_600 });
    service.respondAt("/token", { status: 200, body });
  };
  grant("let me in");
  const push = { timeout_ms, apn: apple.config, fcm: google.config };
  const server = await openServer(engine, { config: { ...service.config, push } });
  let phones = 0;
  /** Subscribes a session with a phone, and returns its device token. */
  const addPhone = async ({ token }: Pick<Person, "token">, endpoint: "fcm" | "apn") => {
    const auth = `device-${++phones}`;
    const { status } = await server.client.post("/push/subscribe", { endpoint, p256dh: "", auth }, { token });
    expect(status).toBe(204);
    return auth;
  };
  return {
    service,
    apple,
    google,
    server,
    grant,
    addPhone,
    atApple: (device: string) => apple.requests.filter(({ path }) => path === `/3/device/${device}`),
    atGoogle: (device: string) =>
      service.requests
        .filter(({ path }) => path === sendPath)
        .map(({ headers, body }) => ({ headers, message: JSON.parse(body.toString()).message }))
        .filter(({ message }) => message.token === device),
    /** Two friends with a conversation, the second with a phone. */
    async newConversationWithPhone(endpoint: "fcm" | "apn") {
      const conversation = await newPushConversation(server, service);
      return { ...conversation, device: await addPhone(conversation.bob, endpoint) };
    },
    async advance(ms: number) {
      server.clock.advance(ms);
      await drainJobs(server);
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await apple[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}
