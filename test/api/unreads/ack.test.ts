import { expect, test } from "bun:test";
import { permission } from "../../../src/permissions/bits.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { putPermissions } from "../../support/channels/channel-calls.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

describeServer("acknowledging a channel", anyEngine, (server) => {
  let community: Community;
  let channel: string;
  let owner: Person;
  let member: Person;

  async function newFixture(): Promise<void> {
    community = await newCommunity(server);
    ({ owner, channel } = community);
    member = await newMember(server, community);
  }
  const acknowledge = (by: Person, message: string, where = channel) =>
    server.client.put(`/channels/${where}/ack/${message}`, {}, by);
  const unreads = async (by: Person) => (await server.client.get("/sync/unreads", by)).body;
  const mention = () => sendMessage(server, { by: owner, channel }, `<@${member.id}>`);
  const mentionEveryone = () => sendMessage(server, { by: owner, channel }, "@everyone");

  test("sends an event to all connections of the user, and to no other", async () => {
    await newFixture();
    const message = await sendMessage(server, { by: owner, channel });
    const { stream: own } = await openReadyStream(server, member);
    const { stream: phone } = await openReadyStream(server, member, { format: "msgpack" });
    const { stream: others } = await openReadyStream(server, owner);
    for (const stream of [own, phone, others]) await stream.takeNew();
    await using announcements = await recordAnnouncements(server);
    expect(await acknowledge(member, message)).toMatchObject({ status: 204, body: undefined });
    const payload = { id: channel, user: member.id, message_id: message };
    expect(announcements.take()).toEqual([
      { name: "ChannelAck", topics: [topic.private(member.id)], payload },
    ]);
    for (const stream of [own, phone])
      expect(await stream.takeNew()).toEqual([{ type: "ChannelAck", ...payload }]);
    expect(await others.takeNew()).toEqual([]);
    for (const stream of [own, phone, others]) stream.close();
  });

  test("marks mentions up to the message as read, by name and of everyone, in this channel only", async () => {
    await newFixture();
    const { body: other } = await server.client.post(
      `/servers/${community.id}/channels`,
      { name: "More" },
      owner,
    );
    const [first, second] = [await mention(), await mentionEveryone()];
    const [third, fourth] = [await mention(), await mentionEveryone()];
    const elsewhere = await sendMessage(server, { by: owner, channel: other._id }, `<@${member.id}>`);
    const record = { _id: { channel, user: member.id } };
    const untouched = { _id: { channel: other._id, user: member.id }, mentions: [elsewhere] };
    expect(await unreads(member)).toEqual([
      { ...record, mentions: [first, second, third, fourth] },
      untouched,
    ]);
    await acknowledge(member, second);
    expect(await unreads(member)).toEqual([
      { ...record, last_id: second, mentions: [third, fourth] },
      untouched,
    ]);
    await acknowledge(member, fourth);
    expect(await unreads(member)).toEqual([{ ...record, last_id: fourth }, untouched]);
  });

  test("the last call counts, even if its message is older; mentions by name stay read", async () => {
    await newFixture();
    const [first, massMention, named] = [
      await sendMessage(server, { by: owner, channel }),
      await mentionEveryone(),
      await mention(),
    ];
    await acknowledge(member, named);
    await acknowledge(member, first);
    expect(await unreads(member)).toEqual([
      { _id: { channel, user: member.id }, last_id: first, mentions: [massMention] },
    ]);
  });

  test("the message need not exist, and a repeated call sends its event again", async () => {
    await newFixture();
    const made = server.running.services.ids.next();
    await using announcements = await recordAnnouncements(server);
    for (const id of [made, made, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "00000000000000000000000000"]) {
      expect((await acknowledge(member, id)).status).toBe(204);
      expect(announcements.take()).toMatchObject([{ name: "ChannelAck", payload: { message_id: id } }]);
      expect(await unreads(member)).toMatchObject([{ last_id: id }]);
    }
  });

  test("refuses values that are not ids, and stores nothing", async () => {
    await newFixture();
    const good = server.running.services.ids.next();
    const wrong = [
      "unknown",
      good.slice(1),
      `${good}0`,
      good.toLowerCase(),
      `8${good.slice(1)}`,
      `${good.slice(1)}U`,
      `${good.slice(1)}%00`,
      `${good.slice(1)}%0A`,
      `${good}%0A`,
      `${good.slice(1)}%F0%9F%98%80`,
      "%27%20or%201=1%20--",
      "9".repeat(10_000),
    ];
    await using announcements = await recordAnnouncements(server);
    for (const id of wrong)
      expectFailure(await acknowledge(member, id), 400, "FailedValidation", { error: expect.any(String) });
    expect(announcements.take()).toEqual([]);
    expect(await unreads(member)).toEqual([]);
  });

  test("needs ViewChannel", async () => {
    await newFixture();
    const id = await sendMessage(server, { by: owner, channel });
    const missing = { permission: "ViewChannel" };
    expectFailure(await acknowledge(await newUser(server), id), 403, "MissingPermission", missing);
    expectFailure(await acknowledge(member, id, "unknown"), 404, "NotFound");
    const hide = { allow: 0, deny: permission.ViewChannel };
    await putPermissions(server, { by: owner, channel, of: "default" }, hide);
    expectFailure(await acknowledge(member, id), 403, "MissingPermission", missing);
    expect((await acknowledge(owner, id)).status).toBe(204);
    expect(await unreads(member)).toEqual([]);

    const [one, two] = await newFriends(server);
    const { body: dm } = await openConversation(server, one, two.id);
    expectFailure(await acknowledge(member, id, dm._id), 403, "MissingPermission", missing);
    expect((await acknowledge(two, id, dm._id)).status).toBe(204);
    expect((await acknowledge(one, id, (await openConversation(server, one, one.id)).body._id)).status).toBe(
      204,
    );
  });

  test("keeps mentions that arrive at the same time", async () => {
    await newFixture();
    for (let round = 0; round < 5; round++) {
      const before = await mention();
      const results = await Promise.all([
        acknowledge(member, before),
        mention(),
        acknowledge(member, before),
        mention(),
      ]);
      const [, one, , two] = results as [unknown, string, unknown, string];
      expect(await unreads(member)).toEqual([
        { _id: { channel, user: member.id }, last_id: before, mentions: [one, two].sort() },
      ]);
      await acknowledge(member, [one, two].sort()[1] ?? "");
    }
    expect(await unreads(member)).toMatchObject([{ last_id: expect.any(String) }]);
  });
});
