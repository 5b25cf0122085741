import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { logIn } from "../../support/accounts/people.ts";
import { newGroupFixture } from "../../support/channels/groups.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import type { PushService } from "../../support/push/push-service.ts";
import {
  drainJobs,
  newPushConversation,
  openPushServer,
  pendingPushes,
  subscribe,
} from "../../support/push/push-subscriptions.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { seconds } from "../../support/server/test-clock.ts";
import { externalAddress } from "../../support/unfurl/fake-web.ts";

/** Each process finds out by itself which services are slow. */
const alone = { nodes: 1 };

for (const engine of anyEngine) {
  describe(`slow and hostile push services on ${engine}`, () => {
    let service: PushService;
    let server: TestServer;
    beforeAll(async () => {
      ({ service, server } = await openPushServer(engine, {
        ...alone,
        config: { push: { timeout_ms: 500 } },
      }));
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const newConversation = () => newPushConversation(server, service);
    const advance = async (ms: number) => {
      server.clock.advance(ms);
      await drainJobs(server);
    };

    test("a service that does not respond delays no other delivery, and gets none for a while", async () => {
      const { id: channel, owner, members } = await newGroupFixture(server);
      const slow = service.newBrowser();
      const endpoint = slow.subscription.endpoint.replace("push.", "slow.");
      await server.client.post("/push/subscribe", { ...slow.subscription, endpoint }, members[0]);
      service.respondAt(slow.path, "never");
      const quick = await subscribe(server, service, members[1]);
      await sendMessage(server, { by: owner, channel }, "One.");
      await drainJobs(server);
      await sendMessage(server, { by: owner, channel }, "Two.");
      await drainJobs(server);
      expect(quick.notifications().map(({ body }) => body)).toEqual(["One.", "Two."]);
      expect(slow.requests).toHaveLength(1);
      service.respondAt(slow.path, { status: 201 });
      await advance(seconds(35));
      await advance(seconds(35));
      expect(
        slow
          .notifications()
          .map(({ body }) => body)
          .toSorted(),
      ).toEqual(["One.", "One.", "Two."]);
    });

    test("the retry queue serves a user whose service timed out, also at another service", async () => {
      const { ann, bob, channel, atBob } = await newConversation();
      service.respondAt(atBob.path, "never");
      await sendMessage(server, { by: ann, channel }, "One.");
      await drainJobs(server);
      const next = await subscribe(server, service, bob);
      await sendMessage(server, { by: ann, channel }, "Two.");
      await drainJobs(server);
      expect(next.requests).toEqual([]);
      expect(await pendingPushes(server)).toEqual(["push_retry", "push_retry"]);
      await advance(seconds(6));
      expect(
        next
          .notifications()
          .map(({ body }) => body)
          .toSorted(),
      ).toEqual(["One.", "Two."]);
    });

    test("no user takes all slots of the retry queue, however many services they choose", async () => {
      const { ann, bob, channel } = await newConversation();
      const silent: ReturnType<PushService["newBrowser"]>[] = [];
      for (const host of ["one", "two", "three"]) {
        service.name(`${host}.outside.example`, externalAddress);
        const browser = service.newBrowser();
        const endpoint = browser.subscription.endpoint.replace("push.", `${host}.`);
        const { token } = await logIn(server, bob.email);
        await server.client.post("/push/subscribe", { ...browser.subscription, endpoint }, { token });
        service.respondAt(browser.path, "never");
        silent.push(browser);
      }
      const countRequests = () => silent.flatMap(({ requests }) => requests).length;
      await sendMessage(server, { by: ann, channel }, "Hello?");
      await drainJobs(server);
      expect(countRequests()).toBe(3);
      await advance(seconds(6));
      expect(countRequests()).toBe(5);
      for (const { path } of silent) service.respondAt(path, { status: 201 });
      await advance(seconds(61));
      expect(countRequests()).toBe(8);
      expect(await pendingPushes(server)).toEqual([]);
    });

    test("the circuit breaker of a service opens after repeated timeouts", async () => {
      const endpointOf = ({ subscription }: ReturnType<PushService["newBrowser"]>) =>
        subscription.endpoint.replace("push.", "quiet.");
      service.name("quiet.outside.example", externalAddress);
      const browsers = [];
      for (let count = 0; count < 4; count++) {
        const { ann, bob, channel, atBob } = await newConversation();
        const subscription = { ...atBob.subscription, endpoint: endpointOf(atBob) };
        await server.client.post("/push/subscribe", subscription, bob);
        service.respondAt(atBob.path, "never");
        await sendMessage(server, { by: ann, channel }, "Hello?");
        await drainJobs(server);
        browsers.push(atBob);
      }
      expect(browsers.map(({ requests }) => requests.length)).toEqual([1, 1, 1, 0]);
      for (const { path } of browsers) service.respondAt(path, { status: 201 });
      await advance(seconds(31));
      await advance(seconds(31));
      expect(browsers.map(({ requests }) => requests.length)).toEqual([2, 2, 2, 1]);
      expect(await pendingPushes(server)).toEqual([]);
    });

    test("nothing is sent to private addresses, whatever host name resolves to them", async () => {
      let connections = 0;
      const privateListener = createServer((socket) => {
        connections++;
        socket.destroy();
      }).listen(0, "127.0.0.1");
      await once(privateListener, "listening");
      const { port } = privateListener.address() as AddressInfo;
      service.name("inside.outside.example", "127.0.0.1");
      for (const host of ["inside.outside.example", "127.0.0.1", "localhost", "[::1]"]) {
        const { ann, bob, channel, atBob } = await newConversation();
        const subscription = { ...atBob.subscription, endpoint: `https://${host}:${port}/` };
        expect((await server.client.post("/push/subscribe", subscription, bob)).status).toBe(204);
        await sendMessage(server, { by: ann, channel }, "Knock.");
        await drainJobs(server);
      }
      privateListener.close();
      expect(connections).toBe(0);
      expect(await pendingPushes(server)).toEqual([]);
    });
  });
}
