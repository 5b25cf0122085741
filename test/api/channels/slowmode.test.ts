import { beforeAll, expect, test } from "bun:test";
import { permission } from "../../../src/permissions/bits.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import type { Person } from "../../support/accounts/people.ts";
import { putPermissions } from "../../support/channels/channel-calls.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { postMessage } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { minutes, seconds } from "../../support/server/test-clock.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { openReadyStream, openStream } from "../../support/stream/stream.ts";

const slowmode = 600;

describeServer("slowmode", anyEngine, (server) => {
  let community: Community;
  let channel: string;
  let owner: Person;
  let member: Person;

  beforeAll(async () => {
    // Seconds are whole ones, and would differ with what a call takes.
    server.clock.freeze();
  });

  async function newFixture(): Promise<void> {
    community = await newCommunity(server);
    ({ owner, channel } = community);
    member = await newMember(server, community);
    await edit({ slowmode });
  }
  const edit = (changes: object, where = channel) =>
    server.client.patch(`/channels/${where}`, changes, owner);
  const send = (by: Person, draft: string | object = "Hello.", where = channel) =>
    postMessage(server, { by, channel: where }, draft);
  const expectSent = ({ status }: ApiResponse) => expect(status).toBe(200);
  const expectInSlowmode = (response: ApiResponse, retry_after = slowmode) =>
    expectFailure(response, 429, "InSlowmode", { retry_after });
  const slowmodeAnnouncement = ({ id }: Person, retry_after: number) => ({
    name: "UserSlowmodes",
    topics: [topic.private(id)],
    payload: { slowmodes: [{ channel_id: channel, duration: slowmode, retry_after }] },
  });

  test("accepts one message, and sends its author the remaining seconds, also at every further attempt", async () => {
    await newFixture();
    await using announcements = await recordAnnouncements(server);
    expectSent(await send(member));
    expect(announcements.take()).toEqual([
      slowmodeAnnouncement(member, slowmode),
      expect.objectContaining({ name: "Message" }),
    ]);
    for (const draft of ["More.", { content: "" }, { content: "x".repeat(3_000) }]) {
      expectInSlowmode(await send(member, draft));
      expect(announcements.take()).toEqual([slowmodeAnnouncement(member, slowmode)]);
    }
  });

  test("ends after its time", async () => {
    await newFixture();
    expectSent(await send(member));
    server.clock.advance(seconds(slowmode / 2));
    expectInSlowmode(await send(member), slowmode / 2);
    // The rejected attempt did not extend the slowmode.
    server.clock.advance(seconds(slowmode / 2));
    expectSent(await send(member));
    expectInSlowmode(await send(member));
  });

  test("lasts to its last millisecond", async () => {
    await newFixture();
    expectSent(await send(member));
    server.clock.advance(seconds(slowmode) - 1);
    expectInSlowmode(await send(member), 1);
    server.clock.advance(1);
    expectSent(await send(member));
  });

  test("is separate for each author and each channel", async () => {
    await newFixture();
    const other = await newMember(server, community);
    const { body } = await server.client.post(`/servers/${community.id}/channels`, { name: "More" }, owner);
    await edit({ slowmode }, body._id);
    expectSent(await send(member));
    expectSent(await send(other));
    expectSent(await send(member, "Hello.", body._id));
    expectInSlowmode(await send(member));
    expectInSlowmode(await send(member, "Hello.", body._id));
  });

  test("does not apply to members with BypassSlowmode nor to owners, and sends them no event", async () => {
    await newFixture();
    await addRole(server, community, { rank: 0, allow: ["BypassSlowmode"], holders: [member] });
    await using announcements = await recordAnnouncements(server);
    for (const person of [member, member, owner, owner]) expectSent(await send(person));
    expect(announcements.take().map(({ name }) => name)).toEqual(Array(4).fill("Message"));
  });

  test("of 0 seconds applies to no member, and ends running slowmodes", async () => {
    await newFixture();
    expectSent(await send(member));
    await edit({ slowmode: 0 });
    await using announcements = await recordAnnouncements(server);
    for (const _ of [1, 2]) expectSent(await send(member));
    expect(announcements.take().map(({ name }) => name)).toEqual(["Message", "Message"]);
    // Messages sent while slowmode was off start no slowmode.
    await edit({ slowmode });
    expectSent(await send(member));
    expectInSlowmode(await send(member));
    await edit({ remove: ["Slowmode"] });
    await edit({ slowmode });
    expectSent(await send(member));
  });

  test("that is shortened shortens running slowmodes; one that is extended applies from the next message", async () => {
    await newFixture();
    const { body } = await server.client.post(`/servers/${community.id}/channels`, { name: "More" }, owner);
    await edit({ slowmode }, body._id);
    expectSent(await send(member));
    expectSent(await send(member, "Hello.", body._id));
    await edit({ slowmode: 60 });
    expectInSlowmode(await send(member), 60);
    expectInSlowmode(await send(member, "Hello.", body._id));
    await edit({ slowmode });
    expectInSlowmode(await send(member), 60);
    server.clock.advance(seconds(60));
    expectSent(await send(member));
    expectInSlowmode(await send(member));
  });

  test("is sent right after Ready to members in slowmode, with the remaining seconds", async () => {
    await newFixture();
    expectSent(await send(member));
    server.clock.advance(seconds(slowmode / 2));
    const { stream: otherStream } = await openReadyStream(server, member);
    for (const [format, query] of [
      ["json", ""],
      ["msgpack", ""],
      ["json", "ready=users"],
    ] as const) {
      await otherStream.takeNew();
      await using stream = await openStream(server, { token: member.token, format, query });
      await stream.next("Ready");
      const [, ready, slowmodeEvent, ...rest] = await stream.takeNew();
      expect(ready?.type).toBe("Ready");
      const slowmodes = [{ channel_id: channel, duration: slowmode / 2, retry_after: slowmode / 2 }];
      expect(slowmodeEvent).toEqual({ type: "UserSlowmodes", slowmodes });
      expect(rest).toEqual([]);
      expect(await otherStream.takeNew()).toEqual([]);
    }
    otherStream.close();
  });

  test("is not sent after Ready to other members, nor if it has ended, is off or the channel is hidden", async () => {
    const eventTypesOnConnect = async (person: Person) => {
      await using stream = await openStream(server, person);
      await stream.next("Ready");
      const types = (await stream.takeNew()).map(({ type }) => type);
      // The presence of the connection before may still change.
      return types.filter((type) => type !== "UserUpdate");
    };
    const withSlowmodes = ["Authenticated", "Ready", "UserSlowmodes"];
    await newFixture();
    expectSent(await send(member));
    expect(await eventTypesOnConnect(owner)).toEqual(["Authenticated", "Ready"]);
    expect(await eventTypesOnConnect(member)).toEqual(withSlowmodes);
    await edit({ slowmode: 0 });
    expect(await eventTypesOnConnect(member)).toEqual(["Authenticated", "Ready"]);
    await edit({ slowmode });
    expectSent(await send(member));
    const hide = (deny: number) =>
      putPermissions(server, { by: owner, channel, of: "default" }, { allow: 0, deny });
    await hide(permission.ViewChannel);
    expect(await eventTypesOnConnect(member)).toEqual(["Authenticated", "Ready"]);
    await hide(0);
    expect(await eventTypesOnConnect(member)).toEqual(withSlowmodes);
    server.clock.advance(minutes(10));
    expect(await eventTypesOnConnect(member)).toEqual(["Authenticated", "Ready"]);
  });
});
