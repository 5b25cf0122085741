import { beforeEach, expect, test } from "bun:test";
import { permission } from "../../../src/permissions/bits.ts";
import { newTicket, newUser, type Person } from "../../support/accounts/people.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { setDefaultPermissions } from "../../support/servers/roles.ts";
import { openReadyStream, type StreamClient } from "../../support/stream/stream.ts";

describeServer("events of servers,", anyEngine, (server) => {
  let community: Community;
  let member: Person;
  let memberStream: StreamClient;
  let strangerStream: StreamClient;

  beforeEach(async () => {
    community = await newCommunity(server);
    member = await newMember(server, community);
    memberStream = (await openReadyStream(server, member)).stream;
    strangerStream = (await openReadyStream(server, await newUser(server))).stream;
  });

  test("members get an edit, others do not", async () => {
    await server.client.patch(`/servers/${community.id}`, { name: "Holt" }, community.owner);
    expect(await memberStream.takeNew()).toEqual([
      { type: "ServerUpdate", id: community.id, data: { name: "Holt" }, clear: [] },
    ]);
    expect(await strangerStream.takeNew()).toEqual([]);
  });

  test("a new channel is sent to its viewers, the list to all members", async () => {
    const path = `/servers/${community.id}/channels`;
    const { body: open } = await server.client.post(path, { name: "open" }, community.owner);
    expect(await memberStream.takeNew()).toMatchObject([
      { type: "ServerUpdate", data: { channels: [community.channel, open._id] } },
      { type: "ChannelCreate", ...open },
    ]);
    expect(await strangerStream.takeNew()).toEqual([]);
  });

  test("a new channel that no member can view is still in the list", async () => {
    const closed = await newCommunity(server);
    await setDefaultPermissions(server, closed, []);
    const { stream } = await openReadyStream(server, await newMember(server, closed));
    await server.client.post(`/servers/${closed.id}/channels`, { name: "closed" }, closed.owner);
    expect((await stream.takeNew()).map(({ type }) => type)).toEqual(["ServerUpdate"]);
  });

  test("the new owner sees all channels, and the old owner no more than other members", async () => {
    const path = `/servers/${community.id}/channels`;
    const { body: closed } = await server.client.post(path, { name: "closed" }, community.owner);
    const deny = { permissions: { allow: 0, deny: permission.ViewChannel } };
    await server.client.put(`/channels/${closed._id}/permissions/default`, deny, community.owner);
    const { stream: ownerStream } = await openReadyStream(server, community.owner);
    await memberStream.takeNew();
    const ticket = await newTicket(server, community.owner);
    const body = { owner: member.id };
    await server.client.patch(`/servers/${community.id}`, body, { token: community.owner.token, ticket });
    // The gateway sends several events at once as one Bulk packet.
    const unwrapped = (packets: Awaited<ReturnType<StreamClient["takeNew"]>>) =>
      packets.flatMap((packet) => (packet.type === "Bulk" ? packet.v : [packet]));
    const update = { type: "ServerUpdate", id: community.id, data: body };
    expect(unwrapped(await memberStream.takeNew())).toMatchObject([
      { type: "ChannelCreate", _id: closed._id },
      update,
    ]);
    expect(unwrapped(await ownerStream.takeNew())).toMatchObject([
      { type: "ChannelDelete", id: closed._id },
      update,
    ]);
  });

  test("a member who leaves gets that event, and none afterwards", async () => {
    const { stream: secondStream } = await openReadyStream(server, member);
    await server.client.delete(`/servers/${community.id}`, {}, member);
    await server.client.patch(`/servers/${community.id}`, { name: "Holt" }, community.owner);
    const leaveEvent = { type: "ServerMemberLeave", id: community.id, user: member.id, reason: "Leave" };
    for (const stream of [memberStream, secondStream]) expect(await stream.takeNew()).toEqual([leaveEvent]);
  });

  test("members of a deleted server get that event, and no other", async () => {
    await server.client.delete(`/servers/${community.id}`, {}, community.owner);
    expect(await memberStream.takeNew()).toEqual([{ type: "ServerDelete", id: community.id }]);
    expect(await strangerStream.takeNew()).toEqual([]);
  });

  test("read marks are sent to the caller's own clients only", async () => {
    const systemMessages = { system_messages: { user_left: community.channel } };
    await server.client.patch(`/servers/${community.id}`, systemMessages, community.owner);
    await server.client.delete(`/servers/${community.id}`, {}, await newMember(server, community));
    const { stream: ownerStream } = await openReadyStream(server, community.owner);
    await memberStream.takeNew();
    await server.client.put(`/servers/${community.id}/ack`, {}, member);
    expect(await memberStream.takeNew()).toEqual([
      { type: "ChannelAck", id: community.channel, user: member.id, message_id: expect.any(String) },
    ]);
    expect(await ownerStream.takeNew()).toEqual([]);
  });
});
