import { beforeAll, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { newPicture, putEmoji } from "../support/files/emojis.ts";
import { makeImage } from "../support/files/make-images.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { describeServer } from "../support/server/describe-server.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../support/servers/communities.ts";
import { openReadyStream, type StreamClient } from "../support/stream/stream.ts";

describeServer("the events that calls about servers send", anyEngine, (server) => {
  let community: Community;
  let watcher: Person;
  let stream: StreamClient;
  beforeAll(async () => {
    community = await newCommunity(server);
    watcher = await newMember(server, community);
    ({ stream } = await openReadyStream(server, watcher));
  });

  /** What the watcher receives of this type since the last call, after a call that succeeded. */
  async function sentBy(call: Promise<{ status: number }>, type: string) {
    expect((await call).status).toBeOneOf([200, 204]);
    return (await stream.takeNew()).filter((packet) => packet.type === type);
  }
  const imageFor = async (tag: string, by: Person) =>
    uploadFile(server, by, { tag, content: await makeImage("png") });

  test("ServerCreate and ServerDelete: a server from its creation to its end", async () => {
    const call = server.client.post("/servers/create", { name: "Own" }, watcher);
    const [created] = await sentBy(call, "ServerCreate");
    const { body: made } = await call;
    expect(created).toMatchObject({ id: made.server._id, server: made.server, channels: made.channels });
    expect(created).toMatchObject({ _id: made.server._id, owner: watcher.id, name: "Own" });
    const deletion = server.client.delete(`/servers/${made.server._id}`, {}, watcher);
    expect(await sentBy(deletion, "ServerDelete")).toEqual([{ type: "ServerDelete", id: made.server._id }]);
  });

  test("ServerUpdate: fields of a server that are changed, and then removed", async () => {
    const { owner, id } = community;
    const changes = {
      name: "Renamed",
      description: "About it",
      icon: await imageFor("icons", owner),
      banner: await imageFor("banners", owner),
    };
    const [set] = await sentBy(server.client.patch(`/servers/${id}`, changes, owner), "ServerUpdate");
    expect(set).toMatchObject({ id, data: { name: "Renamed", description: "About it" }, clear: [] });
    const remove = ["Icon", "Banner", "Description"];
    const [removed] = await sentBy(server.client.patch(`/servers/${id}`, { remove }, owner), "ServerUpdate");
    expect(removed?.clear.toSorted()).toEqual(remove.toSorted());
  });

  test("ServerMemberJoin, ServerMemberUpdate and ServerMemberLeave: a member from joining to leaving", async () => {
    const { owner, id } = community;
    const other = await newUser(server);
    await joinCommunity(server, community, other);
    const [joined] = (await stream.takeNew()).filter(({ type }) => type === "ServerMemberJoin");
    expect(joined).toEqual({
      type: "ServerMemberJoin",
      id,
      user: other.id,
      member: expect.objectContaining({
        _id: { server: id, user: other.id },
        joined_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      }),
    });

    const path = `/servers/${id}/members/${other.id}`;
    const timeout = new Date(server.clock.now() + 60_000).toISOString();
    const changes = { nickname: "Nick", avatar: await imageFor("avatars", other) };
    const [set] = await sentBy(server.client.patch(path, changes, other), "ServerMemberUpdate");
    expect(set).toMatchObject({ id: { server: id, user: other.id }, data: { nickname: "Nick" }, clear: [] });
    const [timedOut] = await sentBy(server.client.patch(path, { timeout }, owner), "ServerMemberUpdate");
    expect(timedOut?.data).toEqual({ timeout });
    const remove = ["Nickname", "Avatar"];
    const [removed] = await sentBy(server.client.patch(path, { remove }, owner), "ServerMemberUpdate");
    expect(removed?.clear.toSorted()).toEqual(remove.toSorted());

    const leaving = server.client.delete(`/servers/${id}`, {}, other);
    expect(await sentBy(leaving, "ServerMemberLeave")).toEqual([
      { type: "ServerMemberLeave", id, user: other.id, reason: "Leave" },
    ]);
  });

  test("ServerRoleUpdate and ServerRoleDelete: a role from its creation to its end", async () => {
    const { owner, id } = community;
    const creation = server.client.post(`/servers/${id}/roles`, { name: "Helpers" }, owner);
    const [created] = await sentBy(creation, "ServerRoleUpdate");
    const role = (await creation).body.id;
    expect(created).toMatchObject({ id, role_id: role, data: { name: "Helpers" }, clear: [] });
    const path = `/servers/${id}/roles/${role}`;
    const colour = "linear-gradient(30deg, red 0%, blue 100%)";
    const [set] = await sentBy(server.client.patch(path, { colour }, owner), "ServerRoleUpdate");
    expect(set?.data).toEqual({ colour });
    const removal = server.client.patch(path, { remove: ["Colour"] }, owner);
    const [removed] = await sentBy(removal, "ServerRoleUpdate");
    expect(removed?.clear).toEqual(["Colour"]);
    expect(await sentBy(server.client.delete(path, {}, owner), "ServerRoleDelete")).toEqual([
      { type: "ServerRoleDelete", id, role_id: role },
    ]);
  });

  test("EmojiCreate and EmojiDelete: an emoji from its creation to its end", async () => {
    const { owner, id } = community;
    const emoji = await newPicture(server, owner);
    const parent = { type: "Server", id };
    const creation = putEmoji(server, owner, { id: emoji, name: "otter", parent });
    expect(await sentBy(creation, "EmojiCreate")).toEqual([
      { type: "EmojiCreate", ...(await creation).body, name: "otter", parent },
    ]);
    const deletion = server.client.delete(`/custom/emoji/${emoji}`, {}, owner);
    expect(await sentBy(deletion, "EmojiDelete")).toEqual([{ type: "EmojiDelete", id: emoji }]);
  });
});
