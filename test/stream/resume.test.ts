import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { permission } from "../../src/permissions/bits.ts";
import { newUser, type Person, password } from "../support/accounts/people.ts";
import { engines } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { hours, minutes, seconds } from "../support/server/test-clock.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../support/servers/communities.ts";
import { roleCalls } from "../support/servers/role-calls.ts";
import { ResumingStream } from "../support/stream/resuming-stream.ts";
import { openReadyStream, type Packet } from "../support/stream/stream.ts";

const config = { events: { ping_within_ms: hours(1_000), frames: 100_000, connects_by_user: 10_000 } };
async function befriend({ client }: TestServer, one: Person, other: Person): Promise<void> {
  await client.put(`/users/${other.id}/friend`, {}, one);
  await client.put(`/users/${one.id}/friend`, {}, other);
}

const formats = ["json", "msgpack"] as const;

describe.each(engines)("a connection that is resumed, on %s", (engine) => {
  let server: TestServer;
  let place: Community;
  let member: Person;
  beforeAll(async () => {
    // With several nodes a proxy decides which one a client reaches; see resume-elsewhere.test.ts.
    server = await openServer(engine, { config, nodes: 1 });
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    place = await newCommunity(server);
    member = await newMember(server, place);
  });

  async function send(content: string, by = place.owner, channel = place.channel): Promise<void> {
    const { status } = await server.client.post(`/channels/${channel}/messages`, { content }, by);
    expect(status).toBe(200);
  }

  const contents = (packets: readonly Packet[]) => packets.map(({ content }) => content);

  test.each(formats)("gets what it has missed, once and in order, in %s", async (format) => {
    await using client = await ResumingStream.open(server, { ...member, format });
    await using control = await ResumingStream.open(server, { ...member, format });
    await send("before");
    await client.handleAll();
    await client.cut();
    await send("one");
    await send("two", member);
    const resumed = await client.resume();
    expect(resumed).toMatchObject({ type: "Resumed", from: expect.any(String), packets: 3 });
    expect(client.position).toBe(resumed.to);
    await send("after");
    for (const each of [client, control]) await each.handleAll();
    expect(contents(client.packets)).toEqual(["before", "one", "two", "after"]);
    expect(client.packets).toEqual(control.packets);
  });

  test("gets what was sent to it and never arrived", async () => {
    await using client = await ResumingStream.open(server, member);
    await Promise.all(["a", "b", "c", "d"].map((content) => send(content)));
    await client.stream.takeNew();
    const sent = contents(client.stream.received).filter(Boolean);
    await client.cut(2);
    expect(contents(client.packets)).toEqual(sent.slice(0, 2));
    expect((await client.resume()).type).toBe("Resumed");
    expect(contents(client.packets)).toEqual(sent);
  });

  test("gets what the user could see at each moment, and no more", async () => {
    const { owner } = place;
    const roles = roleCalls(server, place);
    const { body: hidden } = await server.client.post(`/servers/${place.id}/channels`, { name: "h" }, owner);
    const { body: other } = await server.client.post(`/servers/${place.id}/channels`, { name: "o" }, owner);
    const hide = (deny: number) =>
      server.client.put(
        `/channels/${hidden._id}/permissions/default`,
        { permissions: { allow: 0, deny } },
        owner,
      );
    await using client = await ResumingStream.open(server, member);
    await using control = await ResumingStream.open(server, member);
    await client.cut();
    await send("seen", owner, hidden._id);
    await hide(permission.ViewChannel);
    await send("not seen", owner, hidden._id);
    const { body: role } = await roles.create(owner, { name: "Viewer" });
    await roles.allow(owner, role.id, [permission.ViewChannel]);
    await server.client.put(
      `/channels/${hidden._id}/permissions/${role.id}`,
      { permissions: { allow: permission.ViewChannel, deny: 0 } },
      owner,
    );
    await server.client.patch(`/servers/${place.id}/members/${member.id}`, { roles: [role.id] }, owner);
    await send("seen again", owner, hidden._id);
    await send("before the deletion", owner, other._id);
    await server.client.delete(`/channels/${other._id}`, undefined, owner);
    await server.client.delete(`/servers/${place.id}/members/${member.id}`, undefined, owner);
    await send("after the kick", owner, hidden._id);
    await joinCommunity(server, place, member);
    await send("back", owner);
    expect((await client.resume()).type).toBe("Resumed");
    await control.handleAll();
    expect(client.packets).toEqual(control.packets);
    expect(contents(client.packets).filter(Boolean)).toEqual([
      "seen",
      "seen again",
      "before the deletion",
      "back",
    ]);
    expect(client.packets.map(({ type }) => type)).toContain("Bulk");
  });

  test.each([
    ["hidden", permission.ViewChannel, ["first"], "ChannelDelete"],
    ["shown", 0, ["second"], "ChannelCreate"],
  ])("gets what it could see then of a channel that was %s since", async (_, deny, seen, event) => {
    const setDeny = (value: number) =>
      server.client.put(
        `/channels/${place.channel}/permissions/default`,
        { permissions: { allow: 0, deny: value } },
        place.owner,
      );
    if (deny === 0) await setDeny(permission.ViewChannel);
    await using client = await ResumingStream.open(server, member);
    await using control = await ResumingStream.open(server, member);
    await client.cut();
    await send("first");
    await setDeny(deny);
    await send("second");
    expect((await client.resume()).type).toBe("Resumed");
    await control.handleAll();
    expect(client.packets).toEqual(control.packets);
    expect(contents(client.packets).filter(Boolean)).toEqual(seen);
    expect(client.packets.map(({ type }) => type)).toContain(event);
  });

  test("gets every one of thousands of events, like one that stays", async () => {
    await using client = await ResumingStream.open(server, { ...member, format: "msgpack" });
    await using control = await ResumingStream.open(server, member);
    await client.cut();
    const sent = Array.from({ length: 2_000 }, (_, index) => `${index}`);
    for (let index = 0; index < sent.length; index += 50)
      await Promise.all(sent.slice(index, index + 50).map((content) => send(content)));
    expect((await client.resume()).type).toBe("Resumed");
    await control.handleAll();
    const numbersOf = ({ packets }: ResumingStream) =>
      contents(packets).sort((a, b) => Number(a) - Number(b));
    expect(numbersOf(control)).toEqual(sent);
    expect(contents(client.packets)).toEqual(contents(control.packets));
  });

  test("shows the authors of messages by the relation of that moment", async () => {
    const { owner } = place;
    await using client = await ResumingStream.open(server, member);
    await using control = await ResumingStream.open(server, member);
    await client.cut();
    await send("stranger");
    await befriend(server, member, owner);
    await send("friend");
    await server.client.delete(`/users/${owner.id}/friend`, undefined, member);
    await send("stranger again");
    expect((await client.resume()).type).toBe("Resumed");
    await control.handleAll();
    expect(client.packets).toEqual(control.packets);
    const shown = client.packets
      .filter(({ type }) => type === "Message")
      .map(({ user }) => user.relationship);
    expect(shown).toEqual(["None", "Friend", "None"]);
  });

  test("learns who is online and who is typing now", async () => {
    const friend = await newUser(server);
    await befriend(server, member, friend);
    await using client = await ResumingStream.open(server, member);
    await client.cut();
    await using typist = (await openReadyStream(server, place.owner)).stream;
    await using _friend = (await openReadyStream(server, friend)).stream;
    typist.send({ type: "BeginTyping", channel: place.channel });
    await typist.takeNew();
    await client.resume();
    expect(client.others).toMatchObject([
      {
        type: "Bulk",
        v: [
          { type: "UserUpdate", id: member.id, data: { online: true } },
          { type: "UserUpdate", id: friend.id, data: { online: true } },
          { type: "ChannelStartTyping", id: place.channel, user: place.owner.id },
        ],
      },
    ]);
  });

  test("keeps its subscriptions to the users of servers", async () => {
    const other = await newMember(server, place);
    await using client = await ResumingStream.open(server, member);
    client.stream.send({ type: "Subscribe", server_id: place.id });
    await client.handleAll();
    await client.cut();
    const rename = (display_name: string) => server.client.patch("/users/@me", { display_name }, other);
    await rename("Missed");
    await client.resume();
    await rename("Heard");
    await client.handleAll();
    expect(client.packets.map(({ data }) => data.display_name)).toEqual(["Missed", "Heard"]);
  });

  test("can be resumed again and again, also while the server takes the old connection for open", async () => {
    await using client = await ResumingStream.open(server, member);
    const [old] = [client.stream];
    for (const content of ["a", "b", "c"]) {
      await send(content);
      expect((await client.resume()).type).toBe("Resumed");
    }
    expect(contents(client.packets)).toEqual(["a", "b", "c"]);
    await old.closed;
  });

  test.each([
    ["a malformed position", { position: "x" }],
    ["a position that does not exist yet", { position: "999999999999" }],
    ["an unknown connection", { connection: crypto.randomUUID() }],
  ])(
    "is a new one for %s",
    async (_, { position, connection }: { position?: string; connection?: string }) => {
      await using client = await ResumingStream.open(server, member);
      await client.cut();
      expect((await client.resume(position, connection)).type).toBe("Ready");
      await send("live");
      await client.handleAll();
      expect(contents(client.packets)).toEqual(["live"]);
    },
  );

  test("is a new one for another user, and for another session of the same user", async () => {
    await using client = await ResumingStream.open(server, member);
    await using stranger = await ResumingStream.open(server, await newUser(server));
    const { position } = client;
    const id = client.stream.received[0]?.connection;
    await client.cut();
    await stranger.cut();
    expect((await stranger.resume(position, id)).type).toBe("Ready");
    const { body } = await server.client.post("/auth/session/login", { email: member.email, password });
    await using again = await ResumingStream.open(server, { token: body.token });
    await again.cut();
    expect((await again.resume(position, id)).type).toBe("Ready");
  });

  test("is refused once the session has ended", async () => {
    await using client = await ResumingStream.open(server, member);
    await client.cut();
    await server.client.post("/auth/session/logout", {}, member);
    await using stream = await client.reconnect();
    expect(await stream.next("Error")).toMatchObject({ error: "InvalidSession" });
  });

  test("is a new one when the time is over", async () => {
    await using client = await ResumingStream.open(server, member);
    await client.cut();
    server.clock.advance(minutes(10) - seconds(1));
    server.tick();
    expect((await client.resume()).type).toBe("Resumed");
    await client.cut();
    server.clock.advance(minutes(10));
    server.tick();
    expect((await client.resume()).type).toBe("Ready");
  });
});

describe("clients that do not ask for it", () => {
  test("see no position and no connection", async () => {
    await using server = await openServer("sqlite", { config });
    const place = await newCommunity(server);
    await using _other = await ResumingStream.open(server, place.owner);
    const { stream, ready } = await openReadyStream(server, place.owner);
    await server.client.post(`/channels/${place.channel}/messages`, { content: "hello" }, place.owner);
    await stream.next("Message");
    stream.send({ type: "Ping", data: 1 });
    await stream.next("Pong");
    expect(ready).not.toHaveProperty("position");
    for (const packet of stream.received) {
      expect(packet).not.toHaveProperty("position");
      expect(packet).not.toHaveProperty("connection");
    }
  });

  test("and a server that keeps no events resumes nothing", async () => {
    await using server = await openServer("sqlite", { config: { events: { resume_window_ms: 0 } } });
    const stream = await openReadyStream(server, await newUser(server), { query: "resume=1" });
    expect(stream.ready).not.toHaveProperty("position");
  });
});
