import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { AnyTx } from "../../../src/declare/tx.ts";
import type { ChannelsTables } from "../../../src/domains/channels/index.ts";
import type { ServersTables } from "../../../src/domains/members/index.ts";
import type { MessagesTables } from "../../../src/domains/messages/tables.ts";
import type { UsersTables } from "../../../src/domains/users/index.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { newGroup } from "../../support/channels/groups.ts";
import { postMessage, type SendTarget, sendMessage } from "../../support/messages/sending.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";

setDefaultTimeout(60_000);

describe.each([...engines])(
  "a message whose validation relied on something that changed, on %s",
  (engine) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine, { config: { ratelimits: { enabled: false } } });
    });
    afterAll(() => server[Symbol.asyncDispose]());

    /** Sends a message, and changes something after its validation and before it is written. */
    async function sendWhile(change: (tx: AnyTx) => Promise<unknown>, target: SendTarget, draft: object) {
      const { store } = server.running;
      const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const changing = store.write(
        async (tx) => {
          held.resolve();
          await go.promise;
          await change(tx);
        },
        { turns: { exclusive: [target.channel] } },
      );
      await held.promise;
      const sending = postMessage(server, target, { content: "late", ...draft });
      // Validated by now: the answer has to wait for the change.
      await Bun.sleep(100);
      go.resolve();
      await changing;
      const { status, body } = await sending;
      return status === 200 ? body : { status, type: body.type };
    }

    async function newRoom() {
      const community = await newCommunity(server);
      const member = await newMember(server, community);
      return { ...community, member, target: { by: member, channel: community.channel } };
    }

    test("the permissions in the server", async () => {
      const { id, target } = await newRoom();
      const changes = { default_permissions: 2 ** 20, revision: server.running.services.ids.next() };
      await sendMessage(server, target, "so that what was read of the member is in memory");
      const forbid = (tx: AnyTx) =>
        tx.sql<ServersTables>().updateTable("servers").set(changes).where("id", "=", id).execute();
      expect(await sendWhile(forbid, target, {})).toEqual({ status: 403, type: "MissingPermission" });
    });

    test("the author", async () => {
      const { member, target } = await newRoom();
      const rename = (tx: AnyTx) =>
        tx
          .sql<UsersTables>()
          .updateTable("users")
          .set({ display_name: "Renamed", revision: server.running.services.ids.next() })
          .where("id", "=", member.id)
          .execute();
      expect((await sendWhile(rename, target, {})).user).toMatchObject({ display_name: "Renamed" });
    });

    test("the recipients of a group", async () => {
      const [owner, friend] = await newFriends(server);
      const { _id: id } = await newGroup(server, owner, [friend]);
      const leave = (tx: AnyTx) =>
        tx
          .sql<ChannelsTables>()
          .deleteFrom("channel_recipients")
          .where("channel_id", "=", id)
          .where("user_id", "=", friend.id)
          .execute();
      expect(await sendWhile(leave, { by: friend, channel: id }, {})).toEqual({
        status: 403,
        type: "MissingPermission",
      });
    });

    test("the friendship in a direct message", async () => {
      const [one, other] = await newFriends(server);
      const { body } = await openConversation(server, one, other.id);
      const channel = body._id;
      const unfriend = (tx: AnyTx) =>
        tx.sql<UsersTables>().deleteFrom("relations").where("user_id", "in", [one.id, other.id]).execute();
      expect(await sendWhile(unfriend, { by: one, channel }, {})).toMatchObject({
        status: 403,
        type: "MissingPermission",
      });
    });

    test("the message that it replies to", async () => {
      const { target } = await newRoom();
      const id = await sendMessage(server, target, "first");
      const remove = (tx: AnyTx) =>
        tx.sql<MessagesTables>().deleteFrom("messages").where("id", "=", id).execute();
      expect(await sendWhile(remove, target, { replies: [{ id, mention: false }] })).toEqual({
        status: 404,
        type: "NotFound",
      });
    });

    test("the slowmode of the author", async () => {
      const { channel, member, owner, target } = await newRoom();
      await server.client.patch(`/channels/${channel}`, { slowmode: 600 }, owner);
      const { clock } = server;
      await sendMessage(server, target, "starts it");
      clock.advance(601_000);
      const until = clock.now() + 600_000;
      const start = (tx: AnyTx) =>
        tx
          .sql<ChannelsTables>()
          .updateTable("slowmodes")
          .set({ until })
          .where("user_id", "=", member.id)
          .execute();
      expect(await sendWhile(start, target, {})).toEqual({ status: 429, type: "InSlowmode" });
    });

    test("the idempotency key", async () => {
      const { member, target } = await newRoom();
      const take = (tx: AnyTx) =>
        tx
          .sql<MessagesTables>()
          .insertInto("message_keys")
          .values({ author_id: member.id, key: "once", used_at: 1 })
          .execute();
      expect(await sendWhile(take, target, { nonce: "once" })).toEqual({
        status: 409,
        type: "DuplicateNonce",
      });
    });
  },
);
