import { expect, test } from "bun:test";
import { permission } from "../../../src/permissions/bits.ts";
import { newUser } from "../../support/accounts/people.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

const { ViewChannel } = permission;

describeServer("channels in the event stream", anyEngine, (server) => {
  /** A server with a member who has a role, one who has none, and their streams. */
  async function newFixture() {
    const community = await newCommunity(server);
    const [chosen, plain] = [await newMember(server, community), await newMember(server, community)];
    const role = await addRole(server, community, { rank: 0, holders: [chosen] });
    const { stream: roleStream } = await openReadyStream(server, chosen);
    const { stream: plainStream } = await openReadyStream(server, plain);
    const path = `/channels/${community.channel}`;
    const set = async (of: string, allow: number, deny: number) => {
      const body = { permissions: { allow, deny } };
      expect((await server.client.put(`${path}/permissions/${of}`, body, community.owner)).status).toBe(200);
    };
    return { ...community, path, role, set, roleStream, plainStream };
  }

  test("changes reach only users who can view the channel", async () => {
    const { path, owner, channel, role, set, roleStream, plainStream } = await newFixture();
    await set(role, ViewChannel, 0);
    await set("default", 0, ViewChannel);
    await Promise.all([roleStream.takeNew(), plainStream.takeNew()]);
    await server.client.patch(path, { name: "Den", slowmode: 5 }, owner);
    await server.client.patch(path, { remove: ["Slowmode"] }, owner);
    expect(await roleStream.takeNew()).toMatchObject([
      { type: "ChannelUpdate", id: channel, data: { name: "Den", slowmode: 5 }, clear: [] },
      { type: "ChannelUpdate", id: channel, data: {}, clear: ["Slowmode"] },
    ]);
    expect(await plainStream.takeNew()).toEqual([]);
  });

  test("a channel is hidden and shown again by its overrides", async () => {
    const { path, owner, channel, role, set, roleStream, plainStream } = await newFixture();
    await set("default", 0, ViewChannel);
    for (const stream of [roleStream, plainStream])
      expect(await stream.takeNew()).toMatchObject([{ type: "ChannelDelete", id: channel }]);
    await set(role, ViewChannel, 0);
    const { body: channelView } = await server.client.get(path, owner);
    expect((await roleStream.takeNew())[0]).toMatchObject({ type: "ChannelCreate", ...channelView });
    expect(await plainStream.takeNew()).toEqual([]);
    await server.client.patch(path, { remove: ["DefaultPermissions"] }, owner);
    expect((await plainStream.takeNew())[0]).toMatchObject({ type: "ChannelCreate", _id: channel });
    expect(await roleStream.takeNew()).toMatchObject([
      { type: "ChannelUpdate", data: {}, clear: ["DefaultPermissions"] },
    ]);
  });

  test("the deletion of a channel reaches only users who can view it", async () => {
    const { path, owner, channel, role, set, roleStream, plainStream } = await newFixture();
    await set(role, ViewChannel, 0);
    await set("default", 0, ViewChannel);
    await Promise.all([roleStream.takeNew(), plainStream.takeNew()]);
    await server.client.delete(path, {}, owner);
    const deletions = (await roleStream.takeNew()).filter(({ type }) => type === "ChannelDelete");
    expect(deletions).toMatchObject([{ id: channel }]);
    expect((await plainStream.takeNew()).filter(({ type }) => type === "ChannelDelete")).toEqual([]);
  });

  test("the closing of a direct message reaches both recipients", async () => {
    const [one, two] = await newFriends(server);
    const { body: dm } = await openConversation(server, one, two.id);
    const { stream: own } = await openReadyStream(server, one);
    const { stream: other } = await openReadyStream(server, two);
    const { stream: elsewhere } = await openReadyStream(server, await newUser(server));
    await own.takeNew();
    await server.client.delete(`/channels/${dm._id}`, {}, one);
    for (const stream of [own, other])
      expect(await stream.takeNew()).toMatchObject([
        { type: "ChannelUpdate", id: dm._id, data: { active: false }, clear: [] },
      ]);
    expect(await elsewhere.takeNew()).toEqual([]);
  });
});
