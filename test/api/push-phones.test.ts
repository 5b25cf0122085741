import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { say } from "../support/drafts.ts";
import { engines } from "../support/engines.ts";
import { openPhones, sendPath } from "../support/phones.ts";
import { readToken } from "../support/push-service.ts";
import { pendingPushes, settle } from "../support/push-subscriptions.ts";
import { hours, minutes, seconds } from "../support/test-clock.ts";

for (const engine of engines) {
  describe(`phones on ${engine}`, () => {
    let phones: Awaited<ReturnType<typeof openPhones>>;
    beforeAll(async () => {
      phones = await openPhones(engine);
    });
    afterAll(() => phones[Symbol.asyncDispose]());

    test("APNs gets payloads in its own format, over one connection", async () => {
      const { server, apple, atApple, newPhoned } = phones;
      const { ann, channel, device } = await newPhoned("apn");
      const before = apple.connections();
      const id = await say(server, { by: ann, channel }, "Hello.");
      await say(server, { by: ann, channel }, "x".repeat(2_000));
      await settle(server);
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
      const { server, atApple, newPhoned, pass } = phones;
      const { ann, channel, device } = await newPhoned("apn");
      const times = [];
      for (const wait of [0, minutes(15), minutes(50)]) {
        await pass(wait);
        await say(server, { by: ann, channel });
        await settle(server);
        times.push(atApple(device).at(-1)?.claims.iat ?? 0);
      }
      const [first = 0, second = 0, third = 0] = times;
      expect(second - first === 0 || second - first > 20 * 60).toBe(true);
      expect(third - second).toBeGreaterThan(20 * 60);
      expect(server.clock.now() / 1_000 - third).toBeLessThan(60 * 60);
    });

    test("410 of APNs removes the subscription; other refusals end the delivery, and failures are retried", async () => {
      const { server, apple, atApple, newPhoned, pass } = phones;
      const { ann, channel, device } = await newPhoned("apn");
      const tell = async () => {
        await say(server, { by: ann, channel });
        await settle(server);
      };
      apple.answer({ status: 400, reason: "BadTopic" });
      await tell();
      await pass(hours(2));
      expect(atApple(device)).toHaveLength(1);
      apple.answer({ status: 403, reason: "ExpiredProviderToken" });
      await tell();
      apple.answer({ status: 503, reason: "ServiceUnavailable" });
      await pass(seconds(6));
      apple.answer("never");
      await pass(seconds(15));
      expect(atApple(device)).toHaveLength(4);
      apple.answer({ status: 200 });
      await pass(seconds(60));
      expect(atApple(device)).toHaveLength(5);
      expect(await pendingPushes(server)).toEqual([]);
      // Until then the retry queue serves users of slow services.
      await pass(minutes(6));
      apple.answer({ status: 410, reason: "Unregistered" });
      await tell();
      apple.answer({ status: 200 });
      await tell();
      expect(atApple(device)).toHaveLength(6);
    });

    test("FCM gets payloads in its own format, with one access token", async () => {
      const { server, service, google, atGoogle, newPhoned } = phones;
      const { ann, channel, device } = await newPhoned("fcm");
      const id = await say(server, { by: ann, channel }, "Hello.");
      await say(server, { by: ann, channel }, "é".repeat(1_000));
      await settle(server);
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
      const { server, service, atGoogle, newPhoned, pass } = phones;
      const { ann, channel, device } = await newPhoned("fcm");
      const grants = () => service.requests.filter(({ path }) => path === "/token").length;
      const before = grants();
      service.answer(sendPath, { status: 401 });
      await say(server, { by: ann, channel });
      await settle(server);
      service.answer(sendPath, { status: 200 });
      await pass(seconds(6));
      expect(atGoogle(device)).toHaveLength(2);
      expect(grants()).toBe(before + 1);
      service.answer(sendPath, { status: 404 });
      for (let count = 0; count < 2; count++) {
        await say(server, { by: ann, channel });
        await settle(server);
      }
      expect(atGoogle(device)).toHaveLength(3);
      service.answer(sendPath, { status: 200 });
    });

    test("a refused access token does not remove the subscription", async () => {
      const { server, service, grant, atGoogle, newPhoned, pass } = phones;
      const { ann, channel, device } = await newPhoned("fcm");
      await pass(hours(2));
      service.answer("/token", { status: 404 });
      await say(server, { by: ann, channel });
      await settle(server);
      expect(atGoogle(device)).toEqual([]);
      grant("again");
      await pass(seconds(6));
      expect(atGoogle(device)).toHaveLength(1);
    });

    test("other deliveries do not wait for a slow access token", async () => {
      const { server, service, grant, atGoogle, newPhoned, pass } = phones;
      const { ann, channel, device } = await newPhoned("fcm");
      await pass(hours(2));
      service.answer("/token", "never");
      const asked = () => service.requests.filter(({ path }) => path === "/token").length;
      const before = asked();
      for (const content of ["One.", "Two."]) {
        await say(server, { by: ann, channel }, content);
        await settle(server);
      }
      expect(asked() - before).toBe(1);
      grant("at last");
      await pass(seconds(6));
      expect(atGoogle(device)).toHaveLength(2);
    });
  });
}
