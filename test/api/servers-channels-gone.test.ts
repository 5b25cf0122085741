import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { removeChannelReferences } from "../../src/domains/servers/actions/delete-text-channel.ts";
import { permission } from "../../src/permissions/bits.ts";
import { topic } from "../../src/protocol/event.ts";
import { overhear } from "../support/announcements.ts";
import { type Community, newCommunity, newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { outcome } from "../support/expect-failure.ts";
import { openServer, type TestServer } from "../support/server.ts";

for (const engine of engines) {
  describe(`channels that go, on ${engine}`, () => {
    let server: TestServer;
    let place: Community;

    beforeAll(async () => {
      server = await openServer(engine);
      place = await newCommunity(server);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const lose = (...channelIds: string[]) =>
      server.running.store.write(async (tx) => removeChannelReferences(tx, place.id, channelIds));
    const add = async () =>
      (await server.client.post(`/servers/${place.id}/channels`, { name: "x" }, place.owner)).body._id;
    const edit = (body: object) => server.client.patch(`/servers/${place.id}`, body, place.owner);

    test("are taken out of categories and of where news are told", async () => {
      const [one, two] = [await add(), await add()];
      await edit({
        categories: [
          { id: "a", title: "A", channels: [one, two] },
          { id: "b", title: "B", channels: [place.channel] },
        ],
        system_messages: { user_joined: one, user_left: two },
      });
      await using ears = await overhear(server);
      await lose(one);
      const left = {
        categories: [
          { id: "a", title: "A", channels: [two] },
          { id: "b", title: "B", channels: [place.channel] },
        ],
        system_messages: { user_left: two },
      };
      expect(ears.take()).toEqual([
        {
          name: "ServerUpdate",
          topics: [topic.server(place.id)],
          payload: { id: place.id, data: { channels: [place.channel, two], ...left }, clear: [] },
        },
      ]);
      expect((await edit({})).body).toMatchObject(left);
      await lose(two);
      expect((await edit({})).body).toMatchObject({ system_messages: {} });
    });

    test("change the list alone where nothing else named them", async () => {
      await edit({ remove: ["Categories", "SystemMessages"] });
      const id = await add();
      await using ears = await overhear(server);
      await lose(id);
      expect(ears.take().map(({ payload }) => payload)).toEqual([
        {
          id: place.id,
          data: { channels: [place.channel, expect.any(String), expect.any(String)] },
          clear: [],
        },
      ]);
    });

    test("are deleted as such, whatever the server says of them", async () => {
      const id = await add();
      await edit({ system_messages: { user_left: id } });
      await using ears = await overhear(server);
      const { status } = await server.client.delete(`/channels/${id}`, {}, place.owner);
      expect(status).toBe(204);
      const names = ears.take().map(({ name }) => name);
      expect(names.toSorted()).toEqual(["ChannelDelete", "ServerUpdate"]);
      const { body } = await edit({});
      expect(body.channels).not.toContain(id);
      expect(body.system_messages).toEqual({});
    });

    test("are named by nobody after a race with an edit", async () => {
      const id = await add();
      const [edited] = await Promise.all([
        edit({ system_messages: { user_left: id }, categories: [{ id: "a", title: "A", channels: [id] }] }),
        server.client.delete(`/channels/${id}`, {}, place.owner),
      ]);
      expect(outcome(edited)).toBeOneOf(["200", "404 NotFound"]);
      expect(JSON.stringify((await edit({})).body)).not.toContain(id);
    });

    test("out of view are in the list all the same", async () => {
      const id = await add();
      const deny = { permissions: { allow: 0, deny: permission.ViewChannel } };
      expect((await server.client.put(`/channels/${id}/permissions/default`, deny, place.owner)).status).toBe(
        200,
      );
      const member = await newMember(server, place);
      const { body } = await server.client.get(`/servers/${place.id}`, member);
      expect(body.channels).toContain(id);
      const shown = await server.client.get(`/servers/${place.id}?include_channels=true`, member);
      expect(shown.body.channels.map(({ _id }: { _id: string }) => _id)).not.toContain(id);
    });
  });
}
