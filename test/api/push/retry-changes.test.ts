import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { permission } from "../../../src/permissions/bits.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { putPermissions } from "../../support/channels/channel-calls.ts";
import { groupCalls, newGroupFixture } from "../../support/channels/groups.ts";
import type { ApiResponse } from "../../support/http/client.ts";
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
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

for (const engine of anyEngine) {
  describe(`changes before a retry on ${engine}`, () => {
    let service: PushService;
    let server: TestServer;
    beforeAll(async () => {
      ({ service, server } = await openPushServer(engine));
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const expectSuccess = async (call: Promise<ApiResponse>) =>
      expect([200, 204]).toContain((await call).status);
    /** Fails the first delivery, makes a change, and returns how many retries reach the browser. */
    const countRetries = async (
      person: Person,
      send: () => Promise<unknown>,
      change: () => Promise<unknown>,
    ) => {
      const browser = await subscribe(server, service, person);
      service.respondAt(browser.path, { status: 503 });
      await send();
      await drainJobs(server);
      expect(browser.requests).toHaveLength(1);
      await change();
      service.respondAt(browser.path, { status: 201 });
      server.clock.advance(seconds(6));
      await drainJobs(server);
      expect(await pendingPushes(server)).toEqual([]);
      return browser.requests.length - 1;
    };
    const newCommunityWithMember = async () => {
      const community = await newCommunity(server);
      const bob = await newMember(server, community);
      const { owner, channel } = community;
      return {
        ...community,
        bob,
        mention: () => sendMessage(server, { by: owner, channel }, `<@${bob.id}>`),
      };
    };

    test("a member who was kicked or can no longer view the channel is not notified", async () => {
      const { id, owner, channel, bob, mention } = await newCommunityWithMember();
      const unchanged = await countRetries(bob, mention, async () => {});
      const denied = { allow: 0, deny: permission.ViewChannel };
      const hidden = await countRetries(bob, mention, () =>
        expectSuccess(putPermissions(server, { by: owner, channel, of: "default" }, denied)),
      );
      await expectSuccess(
        putPermissions(server, { by: owner, channel, of: "default" }, { allow: 0, deny: 0 }),
      );
      const kicked = await countRetries(bob, mention, () =>
        expectSuccess(server.client.delete(`/servers/${id}/members/${bob.id}`, {}, owner)),
      );
      expect({ unchanged, hidden, kicked }).toEqual({ unchanged: 1, hidden: 0, kicked: 0 });
    });

    test("a user who left the group is not notified", async () => {
      const { id: channel, owner, members } = await newGroupFixture(server);
      const [bob] = members;
      const send = () => sendMessage(server, { by: owner, channel });
      expect(
        await countRetries(bob, send, () => expectSuccess(groupCalls(server, channel).remove(owner, bob))),
      ).toBe(0);
    });

    test("a user who has blocked the author, muted the channel or connected is not notified", async () => {
      const { ann, bob, channel } = await newPushConversation(server, service);
      const send = () => sendMessage(server, { by: ann, channel });
      const notifications = JSON.stringify({ channel: { [channel]: "muted" } });
      const set = (value: string) =>
        expectSuccess(server.client.post("/sync/settings/set", { notifications: value }, bob));
      const muted = await countRetries(bob, send, () => set(notifications));
      await set("{}");
      await using streams = new AsyncDisposableStack();
      const connected = await countRetries(bob, send, async () =>
        streams.use((await openReadyStream(server, bob)).stream),
      );
      expect({ muted, connected }).toEqual({ muted: 0, connected: 0 });

      const { ann: cat, bob: dan, channel: other } = await newPushConversation(server, service);
      const block = () => expectSuccess(server.client.put(`/users/${cat.id}/block`, {}, dan));
      expect(await countRetries(dan, () => sendMessage(server, { by: cat, channel: other }), block)).toBe(0);
    });

    test("a friend request that was withdrawn, answered or blocked causes no notification", async () => {
      const [ann, bob] = [await newUser(server), await newUser(server)];
      const sendRequest = () => expectSuccess(server.client.put(`/users/${bob.id}/friend`, {}, ann));
      const unchanged = await countRetries(bob, sendRequest, async () => {});
      await server.client.delete(`/users/${bob.id}/friend`, {}, ann);
      const withdrawn = await countRetries(bob, sendRequest, () =>
        expectSuccess(server.client.delete(`/users/${bob.id}/friend`, {}, ann)),
      );
      const answered = await countRetries(bob, sendRequest, () =>
        expectSuccess(server.client.put(`/users/${ann.id}/friend`, {}, bob)),
      );
      await server.client.delete(`/users/${bob.id}/friend`, {}, ann);
      const blocked = await countRetries(bob, sendRequest, () =>
        expectSuccess(server.client.put(`/users/${ann.id}/block`, {}, bob)),
      );
      expect({ unchanged, withdrawn, answered, blocked }).toEqual({
        unchanged: 1,
        withdrawn: 0,
        answered: 0,
        blocked: 0,
      });
    });
  });
}
