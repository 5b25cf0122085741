import { describe, expect, test } from "bun:test";
import { bitsetOf } from "../../src/permissions/bits.ts";
import { newServerDefault } from "../../src/permissions/defaults.ts";
import { anyEngine } from "../support/run/thorough.ts";
import {
  allowView,
  denyView,
  noOverride,
  type ObservedServer,
  observeInEachTest,
} from "../support/stream/observed-server.ts";

describe.each([...anyEngine])("visibility by channels and servers, on %s", (engine) => {
  let all: ObservedServer;
  observeInEachTest(engine, (opened) => (all = opened));

  const setChannel = (channel: string, target: string, permissions: object) =>
    all.call("owner", "put", [`/channels/${channel}/permissions/${target}`, { permissions }]);
  const setDefault = (permissions: number) => all.inServer("put", "/permissions/default", { permissions });

  test("changes with the default permissions of the server", async () => {
    await all.giveRoles(all.staff);
    await all.summarizeReceived();
    await setDefault(bitsetOf("SendMessage"));
    const less = ["ChannelDelete open", "ServerUpdate"];
    expect(await all.summarizeReceived()).toEqual({
      owner: ["ServerUpdate"],
      member: [less],
      other: [less],
      stranger: [],
    });
    expect(await all.receiversOf(all.open)).toEqual(["owner"]);
    expect(await all.receiversOf(all.hidden)).toEqual(["owner", "member"]);
    await setDefault(newServerDefault);
    const more = ["ChannelCreate open", "ServerUpdate"];
    expect(await all.summarizeReceived()).toEqual({
      owner: ["ServerUpdate"],
      member: [more],
      other: [more],
      stranger: [],
    });
    expect(await all.receiversOf(all.open)).toEqual(["owner", "member", "other"]);
  });

  test("changes with the default override of a channel, as ChannelCreate and ChannelDelete and not as an edit", async () => {
    await setChannel(all.open, "default", denyView);
    expect(await all.summarizeReceived()).toEqual({
      owner: ["ChannelUpdate open"],
      member: ["ChannelDelete open"],
      other: ["ChannelDelete open"],
      stranger: [],
    });
    expect(await all.receiversOf(all.open)).toEqual(["owner"]);
    const { body } = await all.call("owner", "patch", [
      `/channels/${all.open}`,
      { remove: ["DefaultPermissions"] },
    ]);
    const received = await all.takeReceived();
    expect(received.owner).toMatchObject([{ type: "ChannelUpdate", clear: ["DefaultPermissions"] }]);
    expect(received.member).toEqual([{ type: "ChannelCreate", ...body }]);
    expect(received.other).toEqual([{ type: "ChannelCreate", ...body }]);
    expect(received.stranger).toEqual([]);
    expect(await all.receiversOf(all.open)).toEqual(["owner", "member", "other"]);
  });

  test("changes with the override of a role for the members who have it", async () => {
    await all.giveRoles(all.staff);
    await all.summarizeReceived();
    await setChannel(all.hidden, all.staff, noOverride);
    const owner = ["ChannelUpdate hidden"];
    expect(await all.summarizeReceived()).toEqual({
      owner,
      member: ["ChannelDelete hidden"],
      other: [],
      stranger: [],
    });
    expect(await all.receiversOf(all.hidden)).toEqual(["owner"]);
    await setChannel(all.hidden, all.staff, allowView);
    expect(await all.summarizeReceived()).toEqual({
      owner,
      member: ["ChannelCreate hidden"],
      other: [],
      stranger: [],
    });
    expect(await all.receiversOf(all.hidden)).toEqual(["owner", "member"]);
  });

  test("an edit that changes no view is sent to the members who can view the channel", async () => {
    await all.call("owner", "patch", [`/channels/${all.hidden}`, { name: "well hidden" }]);
    const owner = ["ChannelUpdate hidden"];
    expect(await all.summarizeReceived()).toEqual({ owner, member: [], other: [], stranger: [] });
    await setChannel(all.hidden, "default", { allow: 0, deny: bitsetOf("ViewChannel", "SendMessage") });
    expect(await all.summarizeReceived()).toEqual({ owner, member: [], other: [], stranger: [] });
    await setChannel(all.open, "default", { allow: 0, deny: bitsetOf("React") });
    const members = ["ChannelUpdate open"];
    expect(await all.summarizeReceived()).toEqual({
      owner: members,
      member: members,
      other: members,
      stranger: [],
    });
  });

  test("a new channel is sent to the members who can view it, its id to all members", async () => {
    await all.giveRoles(all.staff);
    await all.inServer("put", `/permissions/${all.staff}`, { permissions: allowView });
    await setDefault(0);
    await all.summarizeReceived();
    const { body } = await all.inServer("post", "/channels", { name: "new" });
    expect(await all.summarizeReceived()).toEqual({
      owner: ["ServerUpdate", "ChannelCreate new"],
      member: ["ServerUpdate", "ChannelCreate new"],
      other: ["ServerUpdate"],
      stranger: [],
    });
    expect(await all.receiversOf(body._id)).toEqual(["owner", "member"]);
  });

  test("the deletion of a channel is sent to the members who could view it", async () => {
    await all.giveRoles(all.staff);
    await all.summarizeReceived();
    await all.call("owner", "delete", [`/channels/${all.hidden}`]);
    expect(await all.summarizeReceived()).toEqual({
      owner: ["ServerUpdate", "ChannelDelete hidden"],
      member: ["ServerUpdate", "ChannelDelete hidden"],
      other: ["ServerUpdate"],
      stranger: [],
    });
    all.streams.owner.send({ type: "BeginTyping", channel: all.hidden });
    expect(await all.summarizeReceived()).toEqual({ owner: [], member: [], other: [], stranger: [] });
    expect(await all.receiversOf(all.open)).toEqual(["owner", "member", "other"]);
  });
});
