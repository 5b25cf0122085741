import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { requireAccount } from "../../../src/domains/accounts/index.ts";
import { linkToAccount } from "../../../src/domains/oidc/actions/sign-in.ts";
import { notifyCall } from "../../../src/domains/voice/actions/notify-call.ts";
import { newTicket, newUser, password } from "../../support/accounts/people.ts";
import { newGroupFixture } from "../../support/channels/groups.ts";
import type { PushService } from "../../support/push/push-service.ts";
import {
  drainJobs,
  openPushServer,
  pendingPushes,
  subscribe,
  takeNotificationBodies,
} from "../../support/push/push-subscriptions.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { seconds } from "../../support/server/test-clock.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

for (const engine of anyEngine) {
  describe(`notifications of friends and calls on ${engine}`, () => {
    let service: PushService;
    let server: TestServer;
    beforeAll(async () => {
      ({ service, server } = await openPushServer(engine, { config: { app_url: "https://app.example" } }));
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const ring = async (call: Parameters<typeof notifyCall>[1]) => {
      await server.running.store.write((tx) => notifyCall(tx, call));
      await drainJobs(server);
    };

    test("a friend request and its acceptance cause notifications", async () => {
      const [ann, bob] = [await newUser(server, "Ann"), await newUser(server, "Bob")];
      const browsers = [
        await subscribe(server, service, ann),
        await subscribe(server, service, bob),
      ] as const;
      await server.client.put(`/users/${bob.id}/friend`, {}, ann);
      await drainJobs(server);
      expect(browsers[0].notifications()).toEqual([]);
      expect(browsers[1].notifications()).toEqual([
        {
          author: "Ann",
          icon: expect.stringContaining(`/users/${ann.id}/default_avatar`),
          body: "Ann sent you a friend request",
          tag: ann.id,
          timestamp: expect.any(Number),
          url: "https://app.example/friends",
        },
      ]);
      await server.client.put(`/users/${ann.id}/friend`, {}, bob);
      expect(await takeNotificationBodies(server, ...browsers)).toEqual([
        ["Bob accepted your friend request"],
        [],
      ]);
      await server.client.delete(`/users/${ann.id}/friend`, {}, bob);
      await server.client.put(`/users/${ann.id}/block`, {}, bob);
      expect(await takeNotificationBodies(server, ...browsers)).toEqual([[], []]);
    });

    test("a sign-in on a new device is told to the others where there is no mail, unless it is switched off", async () => {
      const ann = await newUser(server, "Ann");
      const atAnn = await subscribe(server, service, ann);
      const logInOn = (device_id: string) =>
        server.client.post("/auth/session/login", { email: ann.email, password, device_id });
      for (const _ of [1, 2]) await logInOn("a".repeat(32));
      await drainJobs(server);
      expect(atAnn.notifications()).toMatchObject([
        { author: "New device", url: "https://app.example/settings/sessions" },
      ]);
      const as = { token: ann.token, ticket: await newTicket(server, ann) };
      await server.client.patch("/auth/account/sign_ins", { notify_new_devices: false }, as);
      await logInOn("b".repeat(32));
      await drainJobs(server);
      expect(atAnn.notifications()).toEqual([]);
    });

    test("a linked identity is told where there is no mail", async () => {
      const ann = await newUser(server, "Ann");
      const atAnn = await subscribe(server, service, ann);
      const identity = { issuer: "https://id.example", subject: ann.id, label: "ann@id.example" };
      await server.running.store.write(async (tx) =>
        linkToAccount(tx, await requireAccount(tx, ann.id), identity),
      );
      await drainJobs(server);
      expect(atAnn.notifications()).toMatchObject([
        {
          author: "New way to log in",
          body: expect.stringContaining("https://id.example · ann@id.example was linked to your account."),
          url: "https://app.example/settings/account",
        },
      ]);
    });

    test("a declined request, and a request to a connected user, cause none", async () => {
      const [ann, bob] = [await newUser(server), await newUser(server)];
      const atBob = await subscribe(server, service, bob);
      await server.client.put(`/users/${ann.id}/block`, {}, bob);
      expect((await server.client.put(`/users/${bob.id}/friend`, {}, ann)).status).toBe(403);
      const { stream } = await openReadyStream(server, bob);
      const cat = await newUser(server);
      expect((await server.client.put(`/users/${bob.id}/friend`, {}, cat)).status).toBe(200);
      expect(await takeNotificationBodies(server, atBob)).toEqual([[]]);
      await stream[Symbol.asyncDispose]();
    });

    test("a call rings on the devices of all callees, connected or not, but not of the caller", async () => {
      const { id: channelId, owner, members } = await newGroupFixture(server);
      const people = [owner, members[0], members[1]];
      const browsers = [];
      for (const person of people) browsers.push(await subscribe(server, service, person));
      const { stream } = await openReadyStream(server, members[0]);
      const startedAt = server.clock.now();
      const to = people.map(({ id }) => id);
      await ring({ channel: channelId, by: owner.id, to, startedAt, ended: false });
      const [atOwner, ...others] = browsers.map((browser) => browser.notifications());
      expect(atOwner).toEqual([]);
      const callFields = {
        body: "Somebody is calling",
        tag: channelId,
        initiator_id: owner.id,
        channel_id: channelId,
        started_at: new Date(startedAt).toISOString(),
        ended: false,
        url: `https://app.example/channel/${channelId}`,
      };
      expect(others).toEqual([[expect.objectContaining(callFields)], [expect.objectContaining(callFields)]]);
      expect(browsers[1]?.requests[0]?.headers).toMatchObject({ urgency: "high", topic: `call${channelId}` });
      expect(Number(browsers[1]?.requests[0]?.headers.ttl)).toBeLessThanOrEqual(30);

      await ring({ channel: channelId, by: owner.id, to: [members[1].id], startedAt: null, ended: true });
      expect(browsers[1]?.notifications()).toEqual([]);
      expect(browsers[2]?.notifications()).toMatchObject([
        { body: "The call has ended", started_at: null, ended: true },
      ]);
      await stream[Symbol.asyncDispose]();
    });

    test("a call does not ring for users who muted the channel or blocked the caller, nor after half a minute", async () => {
      const { id: channelId, owner, members } = await newGroupFixture(server);
      const browsers = [
        await subscribe(server, service, members[0]),
        await subscribe(server, service, members[1]),
      ];
      const call = {
        channel: channelId,
        by: owner.id,
        to: members.map(({ id }) => id),
        startedAt: 0,
        ended: false,
      };
      const muted = JSON.stringify({ channel: { [channelId]: "muted" } });
      await server.client.post("/sync/settings/set", { notifications: muted }, members[0]);
      await server.client.put(`/users/${owner.id}/block`, {}, members[1]);
      await ring(call);
      expect(browsers.flatMap((browser) => browser.notifications())).toEqual([]);

      await server.client.delete(`/users/${owner.id}/block`, {}, members[1]);
      const [, browser] = browsers;
      if (!browser) throw new Error("no browser");
      service.respondAt(browser.path, { status: 503 });
      await ring(call);
      expect(browser.requests).toHaveLength(1);
      service.respondAt(browser.path, { status: 201 });
      server.clock.advance(seconds(31));
      await drainJobs(server);
      expect(browser.requests).toHaveLength(1);
      expect(await pendingPushes(server)).toEqual([]);
    });
  });
}
