import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { bitsetOf } from "../../src/permissions/bits.ts";
import { engines } from "../support/engines.ts";
import { type GroupFixture, groupCalls, newGroupFixture } from "../support/groups.ts";
import type { Person } from "../support/people.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { openReadyStream, type Packet, type StreamClient } from "../support/stream.ts";

const names = ["owner", "first", "second", "friend", "stranger"] as const;
type Name = (typeof names)[number];

for (const engine of engines) {
  describe(`groups in the event stream on ${engine}`, () => {
    let server: TestServer;
    let circle: GroupFixture;
    let id: string;
    let streams: Record<Name, StreamClient>;
    beforeAll(async () => {
      server = await openServer(engine, { config: { events: { frames: 10_000 } } });
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const personOf = (name: Name): Person => {
      const { owner, members, friend, stranger } = circle;
      return { owner, first: members[0], second: members[1], friend, stranger }[name];
    };
    const open = async (name: Name, format: "json" | "msgpack" = "json") =>
      (await openReadyStream(server, personOf(name), { format })).stream;

    /** A circle in which everybody listens. */
    async function gather(): Promise<void> {
      circle = await newGroupFixture(server);
      id = circle.id;
      streams = {
        owner: await open("owner"),
        first: await open("first", "msgpack"),
        second: await open("second"),
        friend: await open("friend", "msgpack"),
        stranger: await open("stranger"),
      };
      await told();
    }

    /** What each was told since the last time; `first` has been heard by the server before. */
    async function told(first: Name = "owner"): Promise<Record<Name, Packet[]>> {
      const heard: Record<Name, Packet[]> = { owner: [], first: [], second: [], friend: [], stranger: [] };
      for (const name of new Set([first, ...names])) heard[name] = await streams[name].takeNew();
      return heard;
    }

    /** The same by the types alone. */
    async function types(first: Name = "owner"): Promise<Record<Name, string>> {
      const heard = await told(first);
      const words = names.map((name) => [name, heard[name].map(({ type }) => type).join(" ")]);
      return Object.fromEntries(words);
    }

    /** Who hears that somebody says something about themselves. */
    async function hearersOf(name: Name): Promise<Name[]> {
      await told();
      const text = `${server.running.services.ids.next()}`;
      await server.client.patch("/users/@me", { status: { text } }, personOf(name));
      const heard = await told();
      return names.filter((each) => heard[each].some(({ type }) => type === "UserUpdate"));
    }

    const close = async () => {
      for (const stream of Object.values(streams)) await stream[Symbol.asyncDispose]();
    };

    test("are in Ready, with their recipients", async () => {
      circle = await newGroupFixture(server);
      const { group, owner, members, stranger } = circle;
      const { stream, ready } = await openReadyStream(server, members[0]);
      expect(ready.channels).toEqual([group]);
      const seen = ready.users.map(({ _id }: { _id: string }) => _id);
      expect(seen.toSorted()).toEqual([owner, ...members].map((person) => person.id).toSorted());
      await stream[Symbol.asyncDispose]();
      const outside = await openReadyStream(server, stranger);
      expect(outside.ready.channels).toEqual([]);
      await outside.stream[Symbol.asyncDispose]();
    });

    test("send events to their recipients, and to nobody else", async () => {
      await gather();
      await groupCalls(server, id).edit(circle.owner, { name: "Them" });
      const inside = "Message ChannelUpdate";
      expect(await types()).toEqual({
        owner: inside,
        first: inside,
        second: inside,
        friend: "",
        stranger: "",
      });
      await groupCalls(server, id).allow(circle.owner, 0);
      expect((await types()).second).toBe("ChannelUpdate");
      await close();
    });

    test("send events to their recipients as soon as they are created", async () => {
      await gather();
      const { owner, friend } = circle;
      const wishes = { name: "New", users: [friend.id] };
      const { body } = await server.client.post("/channels/create", wishes, owner);
      const heard = await told();
      for (const name of ["owner", "friend"] as const)
        expect(heard[name]).toEqual([{ type: "ChannelCreate", ...body }]);
      for (const name of ["first", "second", "stranger"] as const) expect(heard[name]).toEqual([]);
      await groupCalls(server, body._id).edit(friend, { name: "Newer" });
      expect(await types()).toMatchObject({
        owner: "Message ChannelUpdate",
        friend: "Message ChannelUpdate",
      });
      await close();
    });

    test("a new recipient sends and gets events from then on", async () => {
      await gather();
      const { owner, friend } = circle;
      expect(await hearersOf("first")).toEqual(["owner", "first", "second"]);
      expect(await hearersOf("friend")).toEqual(["owner", "friend"]);
      await groupCalls(server, id).add(owner, friend);
      const inside = "ChannelGroupJoin Message";
      expect(await types()).toEqual({
        owner: inside,
        first: inside,
        second: inside,
        friend: "ChannelCreate",
        stranger: "",
      });
      expect(await hearersOf("first")).toEqual(["owner", "first", "second", "friend"]);
      expect(await hearersOf("friend")).toEqual(["owner", "first", "second", "friend"]);
      await groupCalls(server, id).edit(friend, { name: "Ours" });
      expect((await types()).friend).toBe("Message ChannelUpdate");
      await close();
    });

    test("a recipient who joined by an invite gets all events", async () => {
      await gather();
      const { owner, stranger } = circle;
      const { body } = await groupCalls(server, id).invite(owner);
      await server.client.post(`/invites/${body._id}`, {}, stranger);
      expect((await types()).stranger).toBe("ChannelCreate");
      expect(await hearersOf("second")).toEqual(["owner", "first", "second", "stranger"]);
      expect(await hearersOf("stranger")).toEqual(["owner", "first", "second", "stranger"]);
      await close();
    });

    test.each(["leaves", "is removed"] as const)("who %s gets that event as the last", async (how) => {
      await gather();
      const { owner, members } = circle;
      const { leave, remove, edit } = groupCalls(server, id);
      await (how === "leaves" ? leave(members[0]) : remove(owner, members[0]));
      const inside = "ChannelGroupLeave Message";
      expect(await types()).toEqual({
        owner: inside,
        first: "ChannelGroupLeave",
        second: inside,
        friend: "",
        stranger: "",
      });
      expect(await hearersOf("second")).toEqual(["owner", "second"]);
      expect(await hearersOf("first")).toEqual(["owner", "first"]);
      expect(await hearersOf("owner")).toEqual(["owner", "first", "second", "friend"]);
      await edit(owner, { name: "Them" });
      expect(await types()).toMatchObject({ first: "", second: "Message ChannelUpdate" });
      await close();
    });

    test("an owner who leaves gets the change of owner before", async () => {
      await gather();
      await groupCalls(server, id).leave(circle.owner);
      expect(await types()).toEqual({
        owner: "Message ChannelUpdate ChannelGroupLeave",
        first: "Message ChannelUpdate ChannelGroupLeave Message",
        second: "Message ChannelUpdate ChannelGroupLeave Message",
        friend: "",
        stranger: "",
      });
      await close();
    });

    test("the last recipient gets the deletion", async () => {
      await gather();
      for (const person of [...circle.members, circle.owner])
        await groupCalls(server, id).leave(person, "?leave_silently=true");
      expect((await types()).owner).toBe("ChannelGroupLeave ChannelGroupLeave ChannelDelete");
      await close();
    });

    test("typing needs the permission to send, as the permissions of the group change", async () => {
      await gather();
      const { owner, members } = circle;
      const { allow, edit } = groupCalls(server, id);
      const typesIn = async (name: Name): Promise<boolean> => {
        await told();
        for (const type of ["BeginTyping", "EndTyping"]) streams[name].send({ type, channel: id });
        const { second, stranger } = await told(name);
        expect(stranger).toEqual([]);
        return second.some(({ type }) => type === "ChannelStartTyping");
      };
      expect([await typesIn("owner"), await typesIn("first"), await typesIn("friend")]).toEqual([
        true,
        true,
        false,
      ]);
      await allow(owner, bitsetOf("ManageChannel"));
      expect([await typesIn("owner"), await typesIn("first")]).toEqual([true, false]);
      await edit(owner, { owner: members[0].id });
      expect([await typesIn("owner"), await typesIn("first")]).toEqual([false, true]);
      // Who comes anew finds it like that.
      await streams.owner[Symbol.asyncDispose]();
      streams.owner = await open("owner");
      expect(await typesIn("owner")).toBe(false);
      await allow(members[0], bitsetOf("SendMessage"));
      expect(await typesIn("owner")).toBe(true);
      await groupCalls(server, id).leave(members[0]);
      expect(await typesIn("first")).toBe(false);
      await close();
    });
  });
}
