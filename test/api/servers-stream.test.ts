import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { permission } from "../../src/permissions/bits.ts";
import { type Community, newCommunity, newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { newTicket, newUser, type Person } from "../support/people.ts";
import { allowAll } from "../support/roles-held.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { listenIn, type StreamClient } from "../support/stream.ts";

for (const engine of engines) {
  describe(`what is heard of servers, on ${engine}`, () => {
    let server: TestServer;
    let place: Community;
    let member: Person;
    let ofMember: StreamClient;
    let ofStranger: StreamClient;

    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());
    beforeEach(async () => {
      place = await newCommunity(server);
      member = await newMember(server, place);
      ofMember = (await listenIn(server, member)).stream;
      ofStranger = (await listenIn(server, await newUser(server))).stream;
    });

    test("members hear of an edit, others do not", async () => {
      await server.client.patch(`/servers/${place.id}`, { name: "Holt" }, place.owner);
      expect(await ofMember.news()).toEqual([
        { type: "ServerUpdate", id: place.id, data: { name: "Holt" }, clear: [] },
      ]);
      expect(await ofStranger.news()).toEqual([]);
    });

    test("a new channel is told to those who can view it, the list to all", async () => {
      const path = `/servers/${place.id}/channels`;
      const { body: open } = await server.client.post(path, { name: "open" }, place.owner);
      expect(await ofMember.news()).toMatchObject([
        { type: "ServerUpdate", data: { channels: [place.channel, open._id] } },
        { type: "ChannelCreate", ...open },
      ]);
      expect(await ofStranger.news()).toEqual([]);
    });

    test("a new channel that nobody can view is in the list all the same", async () => {
      const closed = await newCommunity(server);
      await allowAll(server, closed, []);
      const { stream } = await listenIn(server, await newMember(server, closed));
      await server.client.post(`/servers/${closed.id}/channels`, { name: "closed" }, closed.owner);
      expect((await stream.news()).map(({ type }) => type)).toEqual(["ServerUpdate"]);
    });

    test("who gets a server sees all of its channels, and who gave it away no more than others", async () => {
      const path = `/servers/${place.id}/channels`;
      const { body: closed } = await server.client.post(path, { name: "closed" }, place.owner);
      const deny = { permissions: { allow: 0, deny: permission.ViewChannel } };
      await server.client.put(`/channels/${closed._id}/permissions/default`, deny, place.owner);
      const { stream: ofOwner } = await listenIn(server, place.owner);
      await ofMember.news();
      const ticket = await newTicket(server, place.owner);
      const body = { owner: member.id };
      await server.client.patch(`/servers/${place.id}`, body, { token: place.owner.token, ticket });
      // Several packets at once come wrapped.
      const unwrapped = (packets: Awaited<ReturnType<StreamClient["news"]>>) =>
        packets.flatMap((packet) => (packet.type === "Bulk" ? packet.v : [packet]));
      const update = { type: "ServerUpdate", id: place.id, data: body };
      expect(unwrapped(await ofMember.news())).toMatchObject([
        { type: "ChannelCreate", _id: closed._id },
        update,
      ]);
      expect(unwrapped(await ofOwner.news())).toMatchObject([
        { type: "ChannelDelete", id: closed._id },
        update,
      ]);
    });

    test("who leaves hears of it, and of nothing afterwards", async () => {
      const { stream: elsewhere } = await listenIn(server, member);
      await server.client.delete(`/servers/${place.id}`, {}, member);
      await server.client.patch(`/servers/${place.id}`, { name: "Holt" }, place.owner);
      const left = { type: "ServerMemberLeave", id: place.id, user: member.id, reason: "Leave" };
      for (const stream of [ofMember, elsewhere]) expect(await stream.news()).toEqual([left]);
    });

    test("when a server is deleted its members hear that, and nothing else", async () => {
      await server.client.delete(`/servers/${place.id}`, {}, place.owner);
      expect(await ofMember.news()).toEqual([{ type: "ServerDelete", id: place.id }]);
      expect(await ofStranger.news()).toEqual([]);
    });

    test("what one has read is told to one's own clients alone", async () => {
      const news = { system_messages: { user_left: place.channel } };
      await server.client.patch(`/servers/${place.id}`, news, place.owner);
      await server.client.delete(`/servers/${place.id}`, {}, await newMember(server, place));
      const { stream: ofOwner } = await listenIn(server, place.owner);
      await ofMember.news();
      await server.client.put(`/servers/${place.id}/ack`, {}, member);
      expect(await ofMember.news()).toEqual([
        { type: "ChannelAck", id: place.channel, user: member.id, message_id: expect.any(String) },
      ]);
      expect(await ofOwner.news()).toEqual([]);
    });
  });
}
