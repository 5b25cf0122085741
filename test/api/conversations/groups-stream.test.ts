import { expect, test } from "bun:test";
import { bitsetOf } from "../../../src/permissions/bits.ts";
import type { Person } from "../../support/accounts/people.ts";
import { type GroupFixture, groupCalls, newGroupFixture } from "../../support/channels/groups.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openReadyStream, type Packet, type StreamClient } from "../../support/stream/stream.ts";

const names = ["owner", "first", "second", "friend", "stranger"] as const;
type Name = (typeof names)[number];

describeServer(
  "groups in the event stream",
  anyEngine,
  { config: { events: { frames: 10_000 } } },
  (server) => {
    let fixture: GroupFixture;
    let id: string;
    let streams: Record<Name, StreamClient>;

    const personOf = (name: Name): Person => {
      const { owner, members, friend, stranger } = fixture;
      return { owner, first: members[0], second: members[1], friend, stranger }[name];
    };
    const open = async (name: Name, format: "json" | "msgpack" = "json") =>
      (await openReadyStream(server, personOf(name), { format })).stream;

    /** Creates a group, and connects its recipients, a friend and a stranger. */
    async function openFixture(): Promise<void> {
      fixture = await newGroupFixture(server);
      id = fixture.id;
      streams = {
        owner: await open("owner"),
        first: await open("first", "msgpack"),
        second: await open("second"),
        friend: await open("friend", "msgpack"),
        stranger: await open("stranger"),
      };
      await takeReceived();
    }

    /** Takes the packets that each stream received since the last call, those of `first` first. */
    async function takeReceived(first: Name = "owner"): Promise<Record<Name, Packet[]>> {
      const received: Record<Name, Packet[]> = { owner: [], first: [], second: [], friend: [], stranger: [] };
      for (const name of new Set([first, ...names])) received[name] = await streams[name].takeNew();
      return received;
    }

    /** The types of these packets. */
    async function types(first: Name = "owner"): Promise<Record<Name, string>> {
      const received = await takeReceived(first);
      const entries = names.map((name) => [name, received[name].map(({ type }) => type).join(" ")]);
      return Object.fromEntries(entries);
    }

    /** Changes the status of a user; resolves to the users who receive the event. */
    async function statusReceiversOf(name: Name): Promise<Name[]> {
      await takeReceived();
      const text = `${server.running.services.ids.next()}`;
      await server.client.patch("/users/@me", { status: { text } }, personOf(name));
      const received = await takeReceived();
      return names.filter((each) => received[each].some(({ type }) => type === "UserUpdate"));
    }

    const close = async () => {
      for (const stream of Object.values(streams)) await stream[Symbol.asyncDispose]();
    };

    test("are in Ready, with their recipients", async () => {
      fixture = await newGroupFixture(server);
      const { group, owner, members, stranger } = fixture;
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
      await openFixture();
      await groupCalls(server, id).edit(fixture.owner, { name: "Them" });
      const inside = "Message ChannelUpdate";
      expect(await types()).toEqual({
        owner: inside,
        first: inside,
        second: inside,
        friend: "",
        stranger: "",
      });
      await groupCalls(server, id).allow(fixture.owner, 0);
      expect((await types()).second).toBe("ChannelUpdate");
      await close();
    });

    test("send events to their recipients as soon as they are created", async () => {
      await openFixture();
      const { owner, friend } = fixture;
      const draft = { name: "New", users: [friend.id] };
      const { body } = await server.client.post("/channels/create", draft, owner);
      const received = await takeReceived();
      for (const name of ["owner", "friend"] as const)
        expect(received[name]).toEqual([{ type: "ChannelCreate", ...body }]);
      for (const name of ["first", "second", "stranger"] as const) expect(received[name]).toEqual([]);
      await groupCalls(server, body._id).edit(friend, { name: "Newer" });
      expect(await types()).toMatchObject({
        owner: "Message ChannelUpdate",
        friend: "Message ChannelUpdate",
      });
      await close();
    });

    test("a new recipient sends and gets events from then on", async () => {
      await openFixture();
      const { owner, friend } = fixture;
      expect(await statusReceiversOf("first")).toEqual(["owner", "first", "second"]);
      expect(await statusReceiversOf("friend")).toEqual(["owner", "friend"]);
      await groupCalls(server, id).add(owner, friend);
      const inside = "ChannelGroupJoin Message";
      expect(await types()).toEqual({
        owner: inside,
        first: inside,
        second: inside,
        friend: "ChannelCreate",
        stranger: "",
      });
      expect(await statusReceiversOf("first")).toEqual(["owner", "first", "second", "friend"]);
      expect(await statusReceiversOf("friend")).toEqual(["owner", "first", "second", "friend"]);
      await groupCalls(server, id).edit(friend, { name: "Ours" });
      expect((await types()).friend).toBe("Message ChannelUpdate");
      await close();
    });

    test("a recipient who joined by an invite gets all events", async () => {
      await openFixture();
      const { owner, stranger } = fixture;
      const { body } = await groupCalls(server, id).invite(owner);
      await server.client.post(`/invites/${body._id}`, {}, stranger);
      expect((await types()).stranger).toBe("ChannelCreate");
      expect(await statusReceiversOf("second")).toEqual(["owner", "first", "second", "stranger"]);
      expect(await statusReceiversOf("stranger")).toEqual(["owner", "first", "second", "stranger"]);
      await close();
    });

    test.each(["leaves", "is removed"] as const)(
      "a recipient who %s gets that event as the last one",
      async (how) => {
        await openFixture();
        const { owner, members } = fixture;
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
        expect(await statusReceiversOf("second")).toEqual(["owner", "second"]);
        expect(await statusReceiversOf("first")).toEqual(["owner", "first"]);
        expect(await statusReceiversOf("owner")).toEqual(["owner", "first", "second", "friend"]);
        await edit(owner, { name: "Them" });
        expect(await types()).toMatchObject({ first: "", second: "Message ChannelUpdate" });
        await close();
      },
    );

    test("an owner who leaves gets the change of owner first", async () => {
      await openFixture();
      await groupCalls(server, id).leave(fixture.owner);
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
      await openFixture();
      for (const person of [...fixture.members, fixture.owner])
        await groupCalls(server, id).leave(person, "?leave_silently=true");
      expect((await types()).owner).toBe("ChannelGroupLeave ChannelGroupLeave ChannelDelete");
      await close();
    });

    test("typing needs SendMessage, and follows changes of the permissions and the owner", async () => {
      await openFixture();
      const { owner, members } = fixture;
      const { allow, edit } = groupCalls(server, id);
      const canType = async (name: Name): Promise<boolean> => {
        await takeReceived();
        for (const type of ["BeginTyping", "EndTyping"]) streams[name].send({ type, channel: id });
        const { second, stranger } = await takeReceived(name);
        expect(stranger).toEqual([]);
        return second.some(({ type }) => type === "ChannelStartTyping");
      };
      expect([await canType("owner"), await canType("first"), await canType("friend")]).toEqual([
        true,
        true,
        false,
      ]);
      await allow(owner, bitsetOf("ManageChannel"));
      expect([await canType("owner"), await canType("first")]).toEqual([true, false]);
      await edit(owner, { owner: members[0].id });
      expect([await canType("owner"), await canType("first")]).toEqual([false, true]);
      // A new connection starts with the same permissions.
      await streams.owner[Symbol.asyncDispose]();
      streams.owner = await open("owner");
      expect(await canType("owner")).toBe(false);
      await allow(members[0], bitsetOf("SendMessage"));
      expect(await canType("owner")).toBe(true);
      await groupCalls(server, id).leave(members[0]);
      expect(await canType("first")).toBe(false);
      await close();
    });
  },
);
