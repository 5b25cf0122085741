import { beforeAll, expect, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { newGroup } from "../support/channels/groups.ts";
import { makeImage } from "../support/files/make-images.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { describeServer } from "../support/server/describe-server.ts";
import { runCommand } from "../support/server/run-command.ts";
import { openReadyStream, type StreamClient } from "../support/stream/stream.ts";
import { setRelationship } from "../support/users/relationship-transitions.ts";

describeServer("the events that calls of people send", anyEngine, (server) => {
  let friend: Person;
  let watcher: Person;
  let stream: StreamClient;
  let group: string;
  beforeAll(async () => {
    friend = await newUser(server);
    watcher = await newUser(server);
    await setRelationship(server, "Friend/Friend", [friend, watcher]);
    group = (await newGroup(server, friend, [watcher]))._id;
    ({ stream } = await openReadyStream(server, watcher));
  });

  /** What the watcher receives of this type since the last call, after a call that succeeded. */
  async function sentBy(call: Promise<{ status: number }>, type: string) {
    expect((await call).status).toBeOneOf([200, 204]);
    return (await stream.takeNew()).filter((packet) => packet.type === type);
  }
  const say = async (content: string): Promise<string> => {
    const { body } = await server.client.post(`/channels/${group}/messages`, { content }, friend);
    await stream.takeNew();
    return body._id;
  };

  test("UserUpdate: fields that a user changes, and then removes", async () => {
    const image = await makeImage("png");
    const avatar = await uploadFile(server, friend, { tag: "avatars", content: image });
    const background = await uploadFile(server, friend, { tag: "backgrounds", content: image });
    const changes = {
      display_name: "A friend",
      avatar,
      status: { text: "Here" },
      profile: { content: "About me", background },
    };
    const [set] = await sentBy(server.client.patch("/users/@me", changes, friend), "UserUpdate");
    expect(set).toMatchObject({
      id: friend.id,
      data: { display_name: "A friend", avatar: { _id: avatar }, status: { text: "Here" } },
      clear: [],
    });
    const remove = ["ProfileContent", "ProfileBackground", "StatusText", "Avatar", "DisplayName"];
    const [removed] = await sentBy(server.client.patch("/users/@me", { remove }, friend), "UserUpdate");
    expect(removed?.clear.toSorted()).toEqual(remove.toSorted());
  });

  test("UserRelationship: a friend request", async () => {
    const asker = await newUser(server, "Asker");
    const { body: me } = await server.client.get("/users/@me", watcher);
    const username = `${me.username}#${me.discriminator}`;
    const events = await sentBy(server.client.post("/users/friend", { username }, asker), "UserRelationship");
    expect(events).toEqual([
      {
        type: "UserRelationship",
        id: watcher.id,
        user: expect.objectContaining({ _id: asker.id, relationship: "Incoming" }),
        status: "Incoming",
      },
    ]);
  });

  test("UserPlatformWipe: an operator removes a spammer", async () => {
    const spammer = await newUser(server);
    await setRelationship(server, "Friend/Friend", [spammer, watcher]);
    await runCommand(server, "users", "wipe", spammer.id, "--yes");
    expect(await stream.next("UserPlatformWipe")).toEqual({
      type: "UserPlatformWipe",
      user_id: spammer.id,
      flags: 8,
    });
    const { body: flags } = await server.client.get(`/users/${spammer.id}/flags`);
    expect(flags).toEqual({ flags: 8 });
  });

  test("ChannelCreate, ChannelUpdate and ChannelDelete: a group from its creation to its end", async () => {
    const created = server.client.post("/channels/create", { name: "New", users: [watcher.id] }, friend);
    const [channel] = await sentBy(created, "ChannelCreate");
    const { body: fetched } = await server.client.get(`/channels/${channel?._id}`, watcher);
    expect(channel).toEqual({ type: "ChannelCreate", ...fetched });

    const path = `/channels/${channel?._id}`;
    const icon = await uploadFile(server, friend, { tag: "icons", content: await makeImage("png") });
    const changes = { name: "Newer", description: "All of us", icon };
    const [set] = await sentBy(server.client.patch(path, changes, friend), "ChannelUpdate");
    expect(set).toMatchObject({ id: channel?._id, data: { name: "Newer", icon: { _id: icon } }, clear: [] });
    const remove = ["Icon", "Description"];
    const [removed] = await sentBy(server.client.patch(path, { remove }, friend), "ChannelUpdate");
    expect(removed?.clear.toSorted()).toEqual(remove.toSorted());

    await server.client.delete(path, {}, friend);
    const [gone] = await sentBy(server.client.delete(path, {}, watcher), "ChannelDelete");
    expect(gone).toEqual({ type: "ChannelDelete", id: channel?._id });
  });

  test("ChannelGroupJoin and ChannelGroupLeave: somebody comes and goes", async () => {
    const third = await newUser(server);
    await setRelationship(server, "Friend/Friend", [friend, third]);
    const path = `/channels/${group}/recipients/${third.id}`;
    const event = { id: group, user: third.id };
    expect(await sentBy(server.client.put(path, {}, friend), "ChannelGroupJoin")).toEqual([
      { type: "ChannelGroupJoin", ...event },
    ]);
    expect(await sentBy(server.client.delete(path, {}, friend), "ChannelGroupLeave")).toEqual([
      { type: "ChannelGroupLeave", ...event },
    ]);
  });

  test("ChannelStartTyping and ChannelStopTyping: a recipient types", async () => {
    const { stream: typist } = await openReadyStream(server, friend);
    typist.send({ type: "BeginTyping", channel: group });
    expect(await stream.next("ChannelStartTyping")).toEqual({
      type: "ChannelStartTyping",
      id: group,
      user: friend.id,
    });
    typist.send({ type: "EndTyping", channel: group });
    expect(await stream.next("ChannelStopTyping")).toEqual({
      type: "ChannelStopTyping",
      id: group,
      user: friend.id,
    });
    await typist[Symbol.asyncDispose]();
  });

  test("ChannelAck: the user has read a channel on another device", async () => {
    const message_id = await say("Read this.");
    const call = server.client.put(`/channels/${group}/ack/${message_id}`, {}, watcher);
    expect(await sentBy(call, "ChannelAck")).toEqual([
      { type: "ChannelAck", id: group, user: watcher.id, message_id },
    ]);
  });

  test("Message, MessageUpdate and MessageDelete: a message from sending to deletion", async () => {
    const path = `/channels/${group}/messages`;
    const [message] = await sentBy(server.client.post(path, { content: "Hello." }, friend), "Message");
    const { body: fetched } = await server.client.get(`${path}/${message?._id}`, watcher);
    expect(message).toMatchObject({ ...fetched, channel: group, author: friend.id, content: "Hello." });

    const edit = server.client.patch(`${path}/${message?._id}`, { content: "Hello!" }, friend);
    expect(await sentBy(edit, "MessageUpdate")).toEqual([
      expect.objectContaining({
        id: message?._id,
        channel: group,
        data: expect.objectContaining({ content: "Hello!", edited: expect.any(String) }),
      }),
    ]);

    const deletion = server.client.delete(`${path}/${message?._id}`, {}, friend);
    expect(await sentBy(deletion, "MessageDelete")).toEqual([
      { type: "MessageDelete", id: message?._id, channel: group },
    ]);
  });

  test("MessageUpdate: a message that is pinned", async () => {
    const id = await say("Keep this.");
    const path = `/channels/${group}/messages/${id}`;
    expect(await sentBy(server.client.post(`${path}/pin`, {}, friend), "MessageUpdate")).toEqual([
      { type: "MessageUpdate", id, channel: group, data: { pinned: true }, clear: [] },
    ]);
    expect((await server.client.get(path, watcher)).body.pinned).toBe(true);
  });

  test("MessageReact, MessageUnreact and MessageRemoveReaction: reactions", async () => {
    const id = await say("React to this.");
    const path = `/channels/${group}/messages/${id}/reactions/${encodeURIComponent("🦦")}`;
    const event = { id, channel_id: group, emoji_id: "🦦" };
    const own = { ...event, user_id: friend.id };
    expect(await sentBy(server.client.put(path, {}, friend), "MessageReact")).toEqual([
      { type: "MessageReact", ...own },
    ]);
    const { body: message } = await server.client.get(`/channels/${group}/messages/${id}`, watcher);
    expect(message.reactions).toEqual({ "🦦": [friend.id] });
    expect(await sentBy(server.client.delete(path, {}, friend), "MessageUnreact")).toEqual([
      { type: "MessageUnreact", ...own },
    ]);
    await server.client.put(path, {}, friend);
    const all = server.client.delete(`${path}?remove_all=true`, {}, friend);
    expect(await sentBy(all, "MessageRemoveReaction")).toEqual([{ type: "MessageRemoveReaction", ...event }]);
  });
});
