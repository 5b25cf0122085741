import { describe, expect, test } from "bun:test";
import { anyEngine } from "../support/run/thorough.ts";
import { type ObservedServer, observeInEachTest } from "../support/stream/observed-server.ts";

const nothing = { owner: [], member: [], other: [], stranger: [] };

describe.each([...anyEngine])("joining and leaving servers, on %s", (engine) => {
  let all: ObservedServer;
  observeInEachTest(engine, (opened) => (all = opened));

  async function invite(): Promise<string> {
    return (await all.call("owner", "post", [`/channels/${all.open}/invites`])).body._id;
  }

  test("a new member receives the visible part of the all.server, the others receive the join", async () => {
    await all.call("stranger", "post", [`/invites/${await invite()}`]);
    const { owner, member, other, stranger } = await all.takeReceived();
    for (const packets of [owner, member, other])
      expect(packets).toMatchObject([{ type: "ServerMemberJoin", user: all.people.stranger.id }]);
    expect(stranger).toMatchObject([{ type: "ServerCreate", channels: [{ _id: all.open }] }]);
    expect(stranger[0]?.channels).toHaveLength(1);
    expect(await all.receiversOf(all.open)).toEqual(["owner", "member", "other", "stranger"]);
    expect(await all.receiversOf(all.hidden)).toEqual(["owner"]);
    await all.inServer("patch", `/members/${all.people.stranger.id}`, { roles: [all.staff] });
    expect((await all.summarizeReceived()).stranger).toEqual([
      ["ChannelCreate hidden", "ServerMemberUpdate"],
    ]);
    expect(await all.receiversOf(all.hidden)).toEqual(["owner", "stranger"]);
  });

  test.each([
    ["leaves", "Leave", () => all.call("member", "delete", [`/servers/${all.community.id}`])],
    ["is kicked", "Kick", () => all.inServer("delete", `/members/${all.people.member.id}`)],
    ["is banned", "Ban", () => all.inServer("put", `/bans/${all.people.member.id}`)],
  ] as const)(
    "a member who %s receives that like the others, and nothing after it",
    async (_how, reason, go) => {
      await all.giveRoles(all.staff);
      await all.summarizeReceived();
      await go();
      const received = await all.takeReceived();
      const left = [{ type: "ServerMemberLeave", id: all.community.id, user: all.people.member.id, reason }];
      expect(received).toEqual({ owner: left, member: left, other: left, stranger: [] });
      expect(await all.receiversOf(all.open)).toEqual(["owner", "other"]);
      expect(await all.receiversOf(all.hidden)).toEqual(["owner"]);
      await all.inServer("patch", "", { name: "Elsewhere" });
      expect(await all.summarizeReceived()).toEqual({
        ...nothing,
        owner: ["ServerUpdate"],
        other: ["ServerUpdate"],
      });
      all.streams.member.send({ type: "BeginTyping", channel: all.open });
      await all.streams.member.takeNew();
      expect(await all.summarizeReceived()).toEqual(nothing);
    },
  );

  test("a member who returns has no roles and sees what others see", async () => {
    await all.giveRoles(all.staff);
    await all.inServer("delete", `/members/${all.people.member.id}`);
    await all.summarizeReceived();
    await all.call("member", "post", [`/invites/${await invite()}`]);
    const [created] = (await all.takeReceived()).member;
    expect(created).toMatchObject({ type: "ServerCreate", channels: [{ _id: all.open }] });
    expect(await all.receiversOf(all.open)).toEqual(["owner", "member", "other"]);
    expect(await all.receiversOf(all.hidden)).toEqual(["owner"]);
  });

  test("a ban or unban of a non-member is sent to no one", async () => {
    await all.inServer("put", `/bans/${all.people.stranger.id}`);
    await all.inServer("delete", `/bans/${all.people.stranger.id}`);
    expect(await all.summarizeReceived()).toEqual(nothing);
  });

  test("the deletion of a server is one event for the server and all its content", async () => {
    await all.inServer("delete", "");
    const gone = ["ServerDelete"];
    expect(await all.summarizeReceived()).toEqual({ owner: gone, member: gone, other: gone, stranger: [] });
    for (const stream of Object.values(all.streams)) stream.send({ type: "BeginTyping", channel: all.open });
    expect(await all.summarizeReceived()).toEqual(nothing);
    expect(await all.summarizeReceived()).toEqual(nothing);
  });
});
