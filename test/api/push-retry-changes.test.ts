import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { permission } from "../../src/permissions/bits.ts";
import { putPermissions } from "../support/channel-calls.ts";
import type { ApiResponse } from "../support/client.ts";
import { newCommunity, newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { groupCalls, newGroupFixture } from "../support/groups.ts";
import { newUser, type Person } from "../support/people.ts";
import { openPushService, type PushService } from "../support/push-service.ts";
import { drainJobs, newPushConversation, pendingPushes, subscribe } from "../support/push-subscriptions.ts";
import { sendMessage } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { openReadyStream } from "../support/stream.ts";
import { seconds } from "../support/test-clock.ts";

for (const engine of engines) {
  describe(`changes before a retry on ${engine}`, () => {
    let service: PushService;
    let server: TestServer;
    beforeAll(async () => {
      service = await openPushService();
      server = await openServer(engine, { config: service.config });
    });
    afterAll(async () => {
      await server[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    });

    const done = async (call: Promise<ApiResponse>) => expect([200, 204]).toContain((await call).status);
    /** Returns how many retries reach a browser after `happen`, when the first attempt failed. */
    const countAgain = async (
      person: Person,
      tell: () => Promise<unknown>,
      happen: () => Promise<unknown>,
    ) => {
      const browser = await subscribe(server, service, person);
      service.respondAt(browser.path, { status: 503 });
      await tell();
      await drainJobs(server);
      expect(browser.requests).toHaveLength(1);
      await happen();
      service.respondAt(browser.path, { status: 201 });
      server.clock.advance(seconds(6));
      await drainJobs(server);
      expect(await pendingPushes(server)).toEqual([]);
      return browser.requests.length - 1;
    };
    const newPlace = async () => {
      const place = await newCommunity(server);
      const bob = await newMember(server, place);
      const { owner, channel } = place;
      return { ...place, bob, mention: () => sendMessage(server, { by: owner, channel }, `<@${bob.id}>`) };
    };

    test("a member who was kicked or can no longer view the channel is not notified", async () => {
      const { id, owner, channel, bob, mention } = await newPlace();
      const still = await countAgain(bob, mention, async () => {});
      const denied = { allow: 0, deny: permission.ViewChannel };
      const hidden = await countAgain(bob, mention, () =>
        done(putPermissions(server, { by: owner, channel, of: "default" }, denied)),
      );
      await done(putPermissions(server, { by: owner, channel, of: "default" }, { allow: 0, deny: 0 }));
      const out = await countAgain(bob, mention, () =>
        done(server.client.delete(`/servers/${id}/members/${bob.id}`, {}, owner)),
      );
      expect({ still, hidden, out }).toEqual({ still: 1, hidden: 0, out: 0 });
    });

    test("a user who left the group is not notified", async () => {
      const { id: channel, owner, members } = await newGroupFixture(server);
      const [bob] = members;
      const tell = () => sendMessage(server, { by: owner, channel });
      expect(await countAgain(bob, tell, () => done(groupCalls(server, channel).remove(owner, bob)))).toBe(0);
    });

    test("a user who has blocked the author, muted the channel or connected is not notified", async () => {
      const { ann, bob, channel } = await newPushConversation(server, service);
      const tell = () => sendMessage(server, { by: ann, channel });
      const notifications = JSON.stringify({ channel: { [channel]: "muted" } });
      const set = (value: string) =>
        done(server.client.post("/sync/settings/set", { notifications: value }, bob));
      const muted = await countAgain(bob, tell, () => set(notifications));
      await set("{}");
      await using here = new AsyncDisposableStack();
      const back = await countAgain(bob, tell, async () =>
        here.use((await openReadyStream(server, bob)).stream),
      );
      expect({ muted, back }).toEqual({ muted: 0, back: 0 });

      const { ann: cat, bob: dan, channel: other } = await newPushConversation(server, service);
      const blocks = () => done(server.client.put(`/users/${cat.id}/block`, {}, dan));
      expect(await countAgain(dan, () => sendMessage(server, { by: cat, channel: other }), blocks)).toBe(0);
    });

    test("a friend request that was withdrawn, answered or blocked causes no notification", async () => {
      const [ann, bob] = [await newUser(server), await newUser(server)];
      const ask = () => done(server.client.put(`/users/${bob.id}/friend`, {}, ann));
      const still = await countAgain(bob, ask, async () => {});
      await server.client.delete(`/users/${bob.id}/friend`, {}, ann);
      const takenBack = await countAgain(bob, ask, () =>
        done(server.client.delete(`/users/${bob.id}/friend`, {}, ann)),
      );
      const answered = await countAgain(bob, ask, () =>
        done(server.client.put(`/users/${ann.id}/friend`, {}, bob)),
      );
      await server.client.delete(`/users/${bob.id}/friend`, {}, ann);
      const blocked = await countAgain(bob, ask, () =>
        done(server.client.put(`/users/${ann.id}/block`, {}, bob)),
      );
      expect({ still, takenBack, answered, blocked }).toEqual({
        still: 1,
        takenBack: 0,
        answered: 0,
        blocked: 0,
      });
    });
  });
}
