import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { allowLoggedErrors } from "../../support/log/test-log.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import { openMobilePush, sendPath } from "../../support/push/mobile-push.ts";
import { readToken } from "../../support/push/push-service.ts";
import { drainJobs, pendingPushes } from "../../support/push/push-subscriptions.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { hours, minutes, seconds } from "../../support/server/test-clock.ts";
import { until } from "../../support/until.ts";

for (const engine of anyEngine) {
  describe(`phones on ${engine}`, () => {
    let phones: Awaited<ReturnType<typeof openMobilePush>>;
    beforeAll(async () => {
      phones = await openMobilePush(engine);
    });
    afterAll(() => phones[Symbol.asyncDispose]());

    test("APNs gets payloads in its own format, over one connection", async () => {
      const { server, apple, atApple, newConversationWithPhone } = phones;
      const { ann, channel, device } = await newConversationWithPhone("apn");
      const before = apple.connections();
      const id = await sendMessage(server, { by: ann, channel }, "Hello.");
      await sendMessage(server, { by: ann, channel }, "x".repeat(2_000));
      await drainJobs(server);
      expect(atApple(device)).toHaveLength(2);
      expect(atApple(device).find(({ payload }) => payload.aps.alert.body === "Hello.")).toMatchObject({
        headers: {
          ":method": "POST",
          "apns-topic": "chat.example.app",
          "apns-push-type": "alert",
          "apns-priority": "10",
          "apns-collapse-id": id,
        },
        claims: { iss: "TEAM1" },
        payload: {
          aps: {
            alert: { title: "Somebody", body: "Hello." },
            badge: 0,
            sound: "default",
            "thread-id": channel,
          },
          tag: channel,
          message: { _id: id },
          channel: { _id: channel },
        },
      });
      const sizes = atApple(device).map(({ payload }) => Buffer.byteLength(JSON.stringify(payload)));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(4_096);
      expect(apple.connections() - before).toBeLessThanOrEqual(1);
    });

    test("the APNs token is renewed in time, and not before", async () => {
      const { server, atApple, newConversationWithPhone, advance } = phones;
      const { ann, channel, device } = await newConversationWithPhone("apn");
      const times = [];
      for (const delay of [0, minutes(15), minutes(50)]) {
        await advance(delay);
        await sendMessage(server, { by: ann, channel });
        await drainJobs(server);
        times.push(atApple(device).at(-1)?.claims.iat ?? 0);
      }
      const [first = 0, second = 0, third = 0] = times;
      expect(second - first === 0 || second - first > 20 * 60).toBe(true);
      expect(third - second).toBeGreaterThan(20 * 60);
      expect(server.clock.now() / 1_000 - third).toBeLessThan(60 * 60);
    });

    test("410 of APNs removes the subscription; other refusals end the delivery, and failures are retried", async () => {
      const { server, apple, atApple, newConversationWithPhone, advance } = phones;
      const { ann, channel, device } = await newConversationWithPhone("apn");
      const sendAndDeliver = async () => {
        await sendMessage(server, { by: ann, channel });
        await drainJobs(server);
      };
      apple.respondWith({ status: 400, reason: "BadTopic" });
      await sendAndDeliver();
      await advance(hours(2));
      expect(atApple(device)).toHaveLength(1);
      apple.respondWith({ status: 403, reason: "ExpiredProviderToken" });
      await sendAndDeliver();
      apple.respondWith({ status: 503, reason: "ServiceUnavailable" });
      await advance(seconds(6));
      expect(atApple(device)).toHaveLength(3);
      apple.respondWith({ status: 200 });
      await advance(seconds(15));
      expect(atApple(device)).toHaveLength(4);
      expect(await pendingPushes(server)).toEqual([]);
      // Until then the retry queue serves users of slow services.
      await advance(minutes(6));
      apple.respondWith({ status: 410, reason: "Unregistered" });
      await sendAndDeliver();
      apple.respondWith({ status: 200 });
      await sendAndDeliver();
      expect(atApple(device)).toHaveLength(5);
    });

    test("FCM gets payloads in its own format, with one access token", async () => {
      const { server, service, google, atGoogle, newConversationWithPhone } = phones;
      const { ann, channel, device } = await newConversationWithPhone("fcm");
      const id = await sendMessage(server, { by: ann, channel }, "Hello.");
      await sendMessage(server, { by: ann, channel }, "é".repeat(1_000));
      await drainJobs(server);
      const [grant, ...others] = service.requests.filter(({ path }) => path === "/token");
      expect(others).toEqual([]);
      const form = new URLSearchParams(grant?.body.toString());
      expect(form.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
      expect(readToken(form.get("assertion") ?? "", google.publicKey)).toMatchObject({
        iss: "push@a-project.example",
        aud: `${service.origin}/token`,
      });
      const requests = atGoogle(device);
      expect(requests.map(({ headers }) => headers.authorization)).toEqual([
        "Bearer let me in",
        "Bearer let me in",
      ]);
      const short = requests.find(({ message }) => message.notification.body === "Hello.")?.message;
      expect(short).toMatchObject({
        notification: { title: "Somebody", body: "Hello." },
        data: { tag: channel, badge: "0", url: expect.stringContaining(id) },
        android: { priority: "HIGH", ttl: "604800s", collapse_key: channel },
      });
      for (const { message } of atGoogle(device)) {
        expect(Object.values(message.data).every((value) => typeof value === "string")).toBe(true);
        expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThanOrEqual(4_096 + device.length);
      }
    });

    test("404 of FCM removes the subscription; 401 renews the access token", async () => {
      const { server, service, atGoogle, newConversationWithPhone, advance } = phones;
      const { ann, channel, device } = await newConversationWithPhone("fcm");
      const countTokenRequests = () => service.requests.filter(({ path }) => path === "/token").length;
      const before = countTokenRequests();
      service.respondAt(sendPath, { status: 401 });
      await sendMessage(server, { by: ann, channel });
      await drainJobs(server);
      service.respondAt(sendPath, { status: 200 });
      await advance(seconds(6));
      expect(atGoogle(device)).toHaveLength(2);
      expect(countTokenRequests()).toBe(before + 1);
      service.respondAt(sendPath, { status: 404 });
      for (let count = 0; count < 2; count++) {
        await sendMessage(server, { by: ann, channel });
        await drainJobs(server);
      }
      expect(atGoogle(device)).toHaveLength(3);
      service.respondAt(sendPath, { status: 200 });
    });

    test("a refused access token does not remove the subscription", async () => {
      allowLoggedErrors(/Google granted no access token/);
      const { server, service, grant, atGoogle, newConversationWithPhone, advance } = phones;
      const { ann, channel, device } = await newConversationWithPhone("fcm");
      await advance(hours(2));
      service.respondAt("/token", { status: 404 });
      await sendMessage(server, { by: ann, channel });
      await drainJobs(server);
      expect(atGoogle(device)).toEqual([]);
      grant("again");
      await advance(seconds(6));
      expect(atGoogle(device)).toHaveLength(1);
    });
  });

  describe(`services that do not answer, on ${engine}`, () => {
    let phones: Awaited<ReturnType<typeof openMobilePush>>;
    beforeAll(async () => {
      phones = await openMobilePush(engine, 500);
    });
    afterAll(() => phones[Symbol.asyncDispose]());

    /** However often a busy machine lets a delivery time out, it is tried again. */
    const untilRetried = (holds: () => Promise<boolean>) =>
      until(async () => {
        await phones.advance(seconds(60));
        return holds();
      });

    test("a delivery that APNs does not answer is tried again", async () => {
      const { server, apple, atApple, newConversationWithPhone } = phones;
      const { ann, channel, device } = await newConversationWithPhone("apn");
      apple.respondWith("never");
      await sendMessage(server, { by: ann, channel });
      await drainJobs(server);
      expect(await pendingPushes(server)).not.toEqual([]);
      const unanswered = atApple(device).length;
      apple.respondWith({ status: 200 });
      await untilRetried(async () => (await pendingPushes(server)).length === 0);
      expect(atApple(device).length).toBeGreaterThan(unanswered);
    });

    test("other deliveries do not wait for a slow access token", async () => {
      allowLoggedErrors(/Google granted no access token/);
      const { server, service, grant, atGoogle, newConversationWithPhone } = phones;
      const { ann, channel, device } = await newConversationWithPhone("fcm");
      service.respondAt("/token", "never");
      for (const content of ["One.", "Two."]) {
        await sendMessage(server, { by: ann, channel }, content);
        await drainJobs(server);
      }
      expect(service.requests.filter(({ path }) => path === "/token")).toHaveLength(1);
      grant("at last");
      const bodies = () => new Set(atGoogle(device).map(({ message }) => message.notification.body));
      await untilRetried(async () => bodies().size === 2);
      expect(bodies()).toEqual(new Set(["One.", "Two."]));
    });
  });
}
