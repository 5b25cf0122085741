import { beforeAll, expect, test } from "bun:test";
import { removeChannelReferences } from "../../../src/domains/channels/actions/delete-text-channel.ts";
import { permission } from "../../../src/permissions/bits.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

describeServer("deleted channels of servers,", anyEngine, (server) => {
  let community: Community;

  beforeAll(async () => {
    community = await newCommunity(server);
  });

  const removeReferences = (...channelIds: string[]) =>
    server.running.store.write(async (tx) => removeChannelReferences(tx, community.id, channelIds));
  const add = async () =>
    (await server.client.post(`/servers/${community.id}/channels`, { name: "x" }, community.owner)).body._id;
  const edit = (body: object) => server.client.patch(`/servers/${community.id}`, body, community.owner);

  test("are removed from categories and from system messages", async () => {
    const [one, two] = [await add(), await add()];
    await edit({
      categories: [
        { id: "a", title: "A", channels: [one, two] },
        { id: "b", title: "B", channels: [community.channel] },
      ],
      system_messages: { user_joined: one, user_left: two },
    });
    await using announcements = await recordAnnouncements(server);
    await removeReferences(one);
    const expected = {
      categories: [
        { id: "a", title: "A", channels: [two] },
        { id: "b", title: "B", channels: [community.channel] },
      ],
      system_messages: { user_left: two },
    };
    expect(announcements.take()).toEqual([
      {
        name: "ServerUpdate",
        topics: [topic.server(community.id)],
        payload: { id: community.id, data: { channels: [community.channel, two], ...expected }, clear: [] },
      },
    ]);
    expect((await edit({})).body).toMatchObject(expected);
    await removeReferences(two);
    expect((await edit({})).body).toMatchObject({ system_messages: {} });
  });

  test("change only the list if nothing else references them", async () => {
    await edit({ remove: ["Categories", "SystemMessages"] });
    const id = await add();
    await using announcements = await recordAnnouncements(server);
    await removeReferences(id);
    expect(announcements.take().map(({ payload }) => payload)).toEqual([
      {
        id: community.id,
        data: { channels: [community.channel, expect.any(String), expect.any(String)] },
        clear: [],
      },
    ]);
  });

  test("are removed from the server when they are deleted by a call", async () => {
    const id = await add();
    await edit({ system_messages: { user_left: id } });
    await using announcements = await recordAnnouncements(server);
    const { status } = await server.client.delete(`/channels/${id}`, {}, community.owner);
    expect(status).toBe(204);
    const names = announcements.take().map(({ name }) => name);
    expect(names.toSorted()).toEqual(["ChannelDelete", "ServerUpdate"]);
    const { body } = await edit({});
    expect(body.channels).not.toContain(id);
    expect(body.system_messages).toEqual({});
  });

  test("are not referenced after a race with an edit", async () => {
    const id = await add();
    const [edited] = await Promise.all([
      edit({ system_messages: { user_left: id }, categories: [{ id: "a", title: "A", channels: [id] }] }),
      server.client.delete(`/channels/${id}`, {}, community.owner),
    ]);
    expect(outcome(edited)).toBeOneOf(["200", "404 NotFound"]);
    expect(JSON.stringify((await edit({})).body)).not.toContain(id);
  });

  test("are listed until their deletion, also for members who cannot view them", async () => {
    const id = await add();
    const deny = { permissions: { allow: 0, deny: permission.ViewChannel } };
    expect(
      (await server.client.put(`/channels/${id}/permissions/default`, deny, community.owner)).status,
    ).toBe(200);
    const member = await newMember(server, community);
    const { body } = await server.client.get(`/servers/${community.id}`, member);
    expect(body.channels).toContain(id);
    const response = await server.client.get(`/servers/${community.id}?include_channels=true`, member);
    expect(response.body.channels.map(({ _id }: { _id: string }) => _id)).not.toContain(id);
  });
});
