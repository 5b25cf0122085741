import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { permission } from "../../src/permissions/bits.ts";
import { newCommunity, newMember } from "../support/communities.ts";
import { newFriends, openConversation } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { newUser } from "../support/people.ts";
import { addRole } from "../support/roles.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { openReadyStream } from "../support/stream.ts";

const { ViewChannel } = permission;

for (const engine of engines) {
  describe(`channels in the event stream on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    /** A server with a member who has a role, one who has none, and their streams. */
    async function newPlace() {
      const place = await newCommunity(server);
      const [chosen, plain] = [await newMember(server, place), await newMember(server, place)];
      const role = await addRole(server, place, { rank: 0, holders: [chosen] });
      const { stream: ofChosen } = await openReadyStream(server, chosen);
      const { stream: ofPlain } = await openReadyStream(server, plain);
      const path = `/channels/${place.channel}`;
      const set = async (of: string, allow: number, deny: number) => {
        const body = { permissions: { allow, deny } };
        expect((await server.client.put(`${path}/permissions/${of}`, body, place.owner)).status).toBe(200);
      };
      return { ...place, path, role, set, ofChosen, ofPlain };
    }

    test("changes reach those who can view the channel, and nobody else", async () => {
      const { path, owner, channel, role, set, ofChosen, ofPlain } = await newPlace();
      await set(role, ViewChannel, 0);
      await set("default", 0, ViewChannel);
      await Promise.all([ofChosen.takeNew(), ofPlain.takeNew()]);
      await server.client.patch(path, { name: "Den", slowmode: 5 }, owner);
      await server.client.patch(path, { remove: ["Slowmode"] }, owner);
      expect(await ofChosen.takeNew()).toMatchObject([
        { type: "ChannelUpdate", id: channel, data: { name: "Den", slowmode: 5 }, clear: [] },
        { type: "ChannelUpdate", id: channel, data: {}, clear: ["Slowmode"] },
      ]);
      expect(await ofPlain.takeNew()).toEqual([]);
    });

    test("a channel is hidden and shown again by its overrides", async () => {
      const { path, owner, channel, role, set, ofChosen, ofPlain } = await newPlace();
      await set("default", 0, ViewChannel);
      for (const stream of [ofChosen, ofPlain])
        expect(await stream.takeNew()).toMatchObject([{ type: "ChannelDelete", id: channel }]);
      await set(role, ViewChannel, 0);
      const { body: shown } = await server.client.get(path, owner);
      expect((await ofChosen.takeNew())[0]).toMatchObject({ type: "ChannelCreate", ...shown });
      expect(await ofPlain.takeNew()).toEqual([]);
      await server.client.patch(path, { remove: ["DefaultPermissions"] }, owner);
      expect((await ofPlain.takeNew())[0]).toMatchObject({ type: "ChannelCreate", _id: channel });
      expect(await ofChosen.takeNew()).toMatchObject([
        { type: "ChannelUpdate", data: {}, clear: ["DefaultPermissions"] },
      ]);
    });

    test("the deletion of a channel reaches those who can view it", async () => {
      const { path, owner, channel, role, set, ofChosen, ofPlain } = await newPlace();
      await set(role, ViewChannel, 0);
      await set("default", 0, ViewChannel);
      await Promise.all([ofChosen.takeNew(), ofPlain.takeNew()]);
      await server.client.delete(path, {}, owner);
      const told = (await ofChosen.takeNew()).filter(({ type }) => type === "ChannelDelete");
      expect(told).toMatchObject([{ id: channel }]);
      expect((await ofPlain.takeNew()).filter(({ type }) => type === "ChannelDelete")).toEqual([]);
    });

    test("the closing of a direct message reaches both recipients", async () => {
      const [one, two] = await newFriends(server);
      const { body: talk } = await openConversation(server, one, two.id);
      const { stream: own } = await openReadyStream(server, one);
      const { stream: other } = await openReadyStream(server, two);
      const { stream: elsewhere } = await openReadyStream(server, await newUser(server));
      await own.takeNew();
      await server.client.delete(`/channels/${talk._id}`, {}, one);
      for (const stream of [own, other])
        expect(await stream.takeNew()).toMatchObject([
          { type: "ChannelUpdate", id: talk._id, data: { active: false }, clear: [] },
        ]);
      expect(await elsewhere.takeNew()).toEqual([]);
    });
  });
}
