import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { removeSubscription } from "../../../src/domains/accounts/store/devices.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import { openPushService, type PushService, readVapid } from "../../support/push/push-service.ts";
import {
  drainJobs,
  newPushConversation,
  openPushServer,
  pendingPushes,
} from "../../support/push/push-subscriptions.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { hours, minutes, seconds } from "../../support/server/test-clock.ts";
import { until } from "../../support/until.ts";

for (const engine of anyEngine) {
  describe(`delivery of notifications on ${engine}`, () => {
    let service: PushService;
    let server: TestServer;
    beforeAll(async () => {
      ({ service, server } = await openPushServer(engine));
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const newConversation = () => newPushConversation(server, service);
    const advance = async (ms: number) => {
      server.clock.advance(ms);
      await drainJobs(server);
    };

    test("is encrypted, signed with the published key, and has a lifetime", async () => {
      const { ann, channel, atBob } = await newConversation();
      await sendMessage(server, { by: ann, channel }, "For your eyes.");
      await drainJobs(server);
      const [request] = atBob.requests;
      const { body } = await server.client.get("/");
      expect(request?.headers).toMatchObject({
        "content-encoding": "aes128gcm",
        ttl: "604800",
        urgency: "high",
        topic: channel,
      });
      expect(request?.body.includes("For your eyes.")).toBe(false);
      const { key, claims } = readVapid(request?.headers.authorization);
      expect(key).toBe(body.vapid);
      expect(claims).toEqual({
        aud: service.origin,
        exp: expect.any(Number),
        sub: "mailto:nobody@localhost",
      });
      expect(claims.exp * 1_000).toBeLessThanOrEqual(Date.now() + hours(24));
      expect(atBob.notifications()).toMatchObject([{ body: "For your eyes." }]);
    });

    test("is retried when the service fails, and not after a success", async () => {
      const { ann, channel, atBob } = await newConversation();
      service.respondAt(atBob.path, { status: 503 });
      await sendMessage(server, { by: ann, channel }, "Once more.");
      await drainJobs(server);
      expect(atBob.requests).toHaveLength(1);
      expect(await pendingPushes(server)).toEqual(["push_retry"]);
      await advance(seconds(6));
      expect(atBob.requests).toHaveLength(2);
      service.respondAt(atBob.path, { status: 201 });
      await advance(seconds(15));
      expect(atBob.requests).toHaveLength(3);
      expect(atBob.notifications().map(({ body }) => body)).toEqual([
        "Once more.",
        "Once more.",
        "Once more.",
      ]);
      await advance(hours(2));
      expect(atBob.requests).toHaveLength(3);
      expect(await pendingPushes(server)).toEqual([]);
    });

    test("ends without a failed job when the service fails for too long", async () => {
      const { ann, channel, atBob } = await newConversation();
      service.respondAt(atBob.path, { status: 503 });
      await sendMessage(server, { by: ann, channel }, "Never mind.");
      await drainJobs(server);
      await advance(minutes(30));
      expect(atBob.requests).toHaveLength(2);
      expect(await pendingPushes(server)).toEqual(["push_retry"]);
      await advance(minutes(15));
      expect(atBob.requests).toHaveLength(3);
      expect(await pendingPushes(server)).toEqual([]);
    });

    test("respects Retry-After", async () => {
      const { ann, channel, atBob } = await newConversation();
      service.respondAt(atBob.path, { status: 429, headers: { "Retry-After": "120" } });
      await sendMessage(server, { by: ann, channel }, "One.");
      await drainJobs(server);
      service.respondAt(atBob.path, { status: 201 });
      await advance(seconds(30));
      await sendMessage(server, { by: ann, channel }, "Two.");
      await drainJobs(server);
      expect(atBob.requests).toHaveLength(1);
      await advance(seconds(120));
      await advance(seconds(60));
      expect(
        atBob
          .notifications()
          .map(({ body }) => body)
          .toSorted(),
      ).toEqual(["One.", "One.", "Two."]);
      expect(await pendingPushes(server)).toEqual([]);
    });

    test.each([404, 410])("removes the subscription when the service responds with %i", async (status) => {
      const { ann, channel, atBob } = await newConversation();
      service.respondAt(atBob.path, { status });
      for (const content of ["One.", "Two."]) {
        await sendMessage(server, { by: ann, channel }, content);
        await drainJobs(server);
      }
      await advance(hours(2));
      expect(atBob.requests).toHaveLength(1);
      expect(await pendingPushes(server)).toEqual([]);
    });

    test("does not remove a newer subscription of the session", async () => {
      const { ann, bob, channel, atBob } = await newConversation();
      const device = { sessionId: bob.sessionId, userId: bob.id, subscription: JSON.stringify("another") };
      await server.running.store.write((tx) => removeSubscription(tx, device));
      await sendMessage(server, { by: ann, channel }, "Still here?");
      await drainJobs(server);
      expect(atBob.notifications()).toHaveLength(1);
    });

    test.each([307, 400, 401, 403, 413])(
      "is not retried when the service responds with %i",
      async (status) => {
        const { ann, channel, atBob } = await newConversation();
        service.respondAt(atBob.path, { status, headers: { Location: `${service.origin}/elsewhere` } });
        await sendMessage(server, { by: ann, channel }, "One.");
        await drainJobs(server);
        await advance(hours(2));
        expect(atBob.requests).toHaveLength(1);
        expect(service.requests.filter(({ path }) => path === "/elsewhere")).toEqual([]);
        expect(await pendingPushes(server)).toEqual([]);
        service.respondAt(atBob.path, { status: 201 });
        await sendMessage(server, { by: ann, channel }, "Two.");
        await drainJobs(server);
        expect(atBob.requests).toHaveLength(2);
      },
    );

    test("ends with the session and with the subscription", async () => {
      for (const end of ["/auth/session/logout", "/push/unsubscribe"]) {
        const { ann, bob, channel, atBob } = await newConversation();
        service.respondAt(atBob.path, { status: 500 });
        await sendMessage(server, { by: ann, channel }, "Are you there?");
        await drainJobs(server);
        expect((await server.client.post(end, {}, bob)).status).toBe(204);
        await advance(seconds(6));
        await sendMessage(server, { by: ann, channel }, "No?");
        await drainJobs(server);
        expect(atBob.requests).toHaveLength(1);
        expect(await pendingPushes(server)).toEqual([]);
      }
    });

    test("leaves out deleted messages, and shows edited ones as edited", async () => {
      const { ann, channel, atBob } = await newConversation();
      service.respondAt(atBob.path, { status: 500 });
      const ids = [];
      for (const content of ["Deleted.", "Before."])
        ids.push(await sendMessage(server, { by: ann, channel }, content));
      await drainJobs(server);
      await server.client.delete(`/channels/${channel}/messages/${ids[0]}`, {}, ann);
      await server.client.patch(`/channels/${channel}/messages/${ids[1]}`, { content: "After." }, ann);
      atBob.notifications();
      service.respondAt(atBob.path, { status: 201 });
      await advance(seconds(6));
      expect(atBob.notifications()).toMatchObject([{ body: "After." }]);
      expect(await pendingPushes(server)).toEqual([]);
    });
  });

  describe(`notifications after a restart on ${engine}`, () => {
    test("deliveries that the old process did not finish are sent", async () => {
      await using service = await openPushService();
      const config = { ...service.config, http: { shutdown_grace_ms: 50 }, push: { timeout_ms: 60_000 } };
      await using first = await openServer(engine, { config });
      const { ann, channel, atBob } = await newPushConversation(first, service);
      service.respondAt(atBob.path, "never");
      await sendMessage(first, { by: ann, channel }, "Cut off.");
      await until(() => atBob.requests.length === 1);
      await first.running.worker.stop(0);
      await sendMessage(first, { by: ann, channel }, "Not begun.");
      await first.stop();

      service.respondAt(atBob.path, { status: 201 });
      await using second = await openServer(engine, { config, home: first.home });
      second.clock.advance(seconds(61));
      await drainJobs(second);
      expect(
        atBob
          .notifications()
          .map(({ body }) => body)
          .toSorted(),
      ).toEqual(["Cut off.", "Cut off.", "Not begun."]);
      expect(await pendingPushes(second)).toEqual([]);
    });
  });
}
