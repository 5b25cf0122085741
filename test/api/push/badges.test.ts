import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { logIn, type Person } from "../../support/accounts/people.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import { openMobilePush } from "../../support/push/mobile-push.ts";
import {
  drainJobs,
  newPushConversation,
  pendingPushes,
  subscribe,
} from "../../support/push/push-subscriptions.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer } from "../../support/server/server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";

for (const engine of anyEngine) {
  describe(`badges on phones on ${engine}`, () => {
    let phones: Awaited<ReturnType<typeof openMobilePush>>;
    beforeAll(async () => {
      phones = await openMobilePush(engine);
    });
    afterAll(() => phones[Symbol.asyncDispose]());

    test("a device gets the number of unread mentions, and the other devices get it when it falls", async () => {
      const { server, service, addPhone, atApple, atGoogle } = phones;
      const community = await newCommunity(server);
      const bob = await newMember(server, community);
      const [second, third] = [await logIn(server, bob.email), await logIn(server, bob.email)];
      const [iphone, android] = [await addPhone(bob, "apn"), await addPhone(second, "fcm")];
      const browser = await subscribe(server, service, third);
      const { owner, channel } = community;
      const ids = [];
      for (const content of [`<@${bob.id}> 1`, "@everyone 2"]) {
        ids.push(await sendMessage(server, { by: owner, channel }, content));
        await drainJobs(server);
      }
      const badges = () => [
        atApple(iphone).map(({ payload }) => payload.aps.badge),
        atGoogle(android).map(({ message }) => Number(message.data.badge)),
      ];
      expect(badges()).toEqual([
        [1, 2],
        [1, 2],
      ]);
      const acknowledge = async (by: Person, id: string | undefined) => {
        await server.client.put(`/channels/${channel}/ack/${id}`, {}, by);
        await drainJobs(server);
      };
      await acknowledge(second, ids[0]);
      expect(badges()).toEqual([
        [1, 2, 1],
        [1, 2],
      ]);
      expect(atApple(iphone).at(-1)?.payload).toEqual({ aps: { badge: 1 } });
      await acknowledge(third, ids[1]);
      expect(badges()).toEqual([
        [1, 2, 1, 0],
        [1, 2, 0],
      ]);
      expect(atGoogle(android).at(-1)?.message).toEqual({
        token: android,
        data: { badge: "0" },
        android: { priority: "NORMAL" },
      });
      await acknowledge(third, ids[1]);
      await acknowledge(second, ids[1]);
      expect(badges()).toEqual([
        [1, 2, 1, 0],
        [1, 2, 0],
      ]);
      // Browsers must display every push message.
      expect(browser.notifications()).toHaveLength(2);
    });

    test("without configured services phones get nothing, and no job stays behind", async () => {
      const { service } = phones;
      await using plain = await openServer(engine, { config: service.config });
      const { ann, bob, channel, atBob } = await newPushConversation(plain, service);
      for (const endpoint of ["fcm", "apn"]) {
        const { token } = await logIn(plain, bob.email);
        const body = { endpoint, p256dh: "", auth: "nowhere" };
        expect((await plain.client.post("/push/subscribe", body, { token })).status).toBe(204);
      }
      await sendMessage(plain, { by: ann, channel }, "Hello.");
      await drainJobs(plain);
      expect(atBob.notifications()).toMatchObject([{ body: "Hello." }]);
      expect(await pendingPushes(plain)).toEqual([]);
    });
  });
}
