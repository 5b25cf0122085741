import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { permission } from "../../src/permissions/bits.ts";
import { topic } from "../../src/protocol/event.ts";
import { putPermissions } from "../support/channel-calls.ts";
import type { ApiResponse } from "../support/client.ts";
import { type Community, newCommunity, newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { expectFailure } from "../support/expect-failure.ts";
import type { Person } from "../support/people.ts";
import { recordAnnouncements } from "../support/record-announcements.ts";
import { addRole } from "../support/roles.ts";
import { postMessage } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { openReadyStream, openStream } from "../support/stream.ts";
import { minutes, seconds } from "../support/test-clock.ts";

/** So long that no wait ends by itself. */
const slowmode = 600;

describe.each([...engines])("slow mode on %s", (engine) => {
  let server: TestServer;
  let place: Community;
  let channel: string;
  let owner: Person;
  let member: Person;

  beforeAll(async () => {
    server = await openServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function begin(): Promise<void> {
    place = await newCommunity(server);
    ({ owner, channel } = place);
    member = await newMember(server, place);
    await edit({ slowmode });
  }
  const edit = (changes: object, where = channel) =>
    server.client.patch(`/channels/${where}`, changes, owner);
  const send = (by: Person, draft: string | object = "Hello.", where = channel) =>
    postMessage(server, { by, channel: where }, draft);
  const expectSent = ({ status }: ApiResponse) => expect(status).toBe(200);
  /** Returns how long is left. */
  const expectSlow = (answer: ApiResponse): number => {
    expectFailure(answer, 429, "InSlowmode", { retry_after: expect.any(Number) });
    return answer.body.retry_after;
  };
  /** Little time has passed since it began. */
  const expectAlmostAll = (left: number) => expect(left).toBeWithin(slowmode / 2, slowmode + 1);
  const toldTo = ({ id }: Person, retry_after: unknown) => ({
    name: "UserSlowmodes",
    topics: [topic.private(id)],
    payload: { slowmodes: [{ channel_id: channel, duration: slowmode, retry_after }] },
  });

  test("accepts one message, and sends its author the seconds to wait, now and at every further try", async () => {
    await begin();
    await using ears = await recordAnnouncements(server);
    expectSent(await send(member));
    expect(ears.take()).toEqual([toldTo(member, slowmode), expect.objectContaining({ name: "Message" })]);
    for (const draft of ["More.", { content: "" }, { content: "x".repeat(3_000) }]) {
      const left = expectSlow(await send(member, draft));
      expectAlmostAll(left);
      expect(ears.take()).toEqual([toldTo(member, left)]);
    }
  });

  test("ends after its time", async () => {
    await begin();
    expectSent(await send(member));
    server.clock.advance(seconds(slowmode / 2));
    expect(expectSlow(await send(member))).toBeWithin(1, slowmode / 2 + 1);
    // Trying has not made it longer.
    server.clock.advance(seconds(slowmode / 2));
    expectSent(await send(member));
    expectSlow(await send(member));
  });

  test("is separate for each author and each channel", async () => {
    await begin();
    const other = await newMember(server, place);
    const { body } = await server.client.post(`/servers/${place.id}/channels`, { name: "More" }, owner);
    await edit({ slowmode }, body._id);
    expectSent(await send(member));
    expectSent(await send(other));
    expectSent(await send(member, "Hello.", body._id));
    expectSlow(await send(member));
    expectSlow(await send(member, "Hello.", body._id));
  });

  test("does not apply to those who may bypass it, nor to owners, and sends them nothing", async () => {
    await begin();
    await addRole(server, place, { rank: 0, allow: ["BypassSlowmode"], holders: [member] });
    await using ears = await recordAnnouncements(server);
    for (const person of [member, member, owner, owner]) expectSent(await send(person));
    expect(ears.take().map(({ name }) => name)).toEqual(Array(4).fill("Message"));
  });

  test("of 0 seconds applies to nobody, also not to those who had to wait before", async () => {
    await begin();
    expectSent(await send(member));
    await edit({ slowmode: 0 });
    await using ears = await recordAnnouncements(server);
    for (const _ of [1, 2]) expectSent(await send(member));
    expect(ears.take().map(({ name }) => name)).toEqual(["Message", "Message"]);
    // It begins anew: what was sent meanwhile has started no wait.
    await edit({ slowmode });
    expectSent(await send(member));
    expectSlow(await send(member));
    await edit({ remove: ["Slowmode"] });
    await edit({ slowmode });
    expectSent(await send(member));
  });

  test("that gets shorter shortens the waits there; one that gets longer counts from the next message", async () => {
    await begin();
    const { body } = await server.client.post(`/servers/${place.id}/channels`, { name: "More" }, owner);
    await edit({ slowmode }, body._id);
    expectSent(await send(member));
    expectSent(await send(member, "Hello.", body._id));
    await edit({ slowmode: 60 });
    expect(expectSlow(await send(member))).toBeWithin(1, 61);
    expectAlmostAll(expectSlow(await send(member, "Hello.", body._id)));
    await edit({ slowmode });
    expect(expectSlow(await send(member))).toBeWithin(1, 61);
    server.clock.advance(seconds(60));
    expectSent(await send(member));
    expectAlmostAll(expectSlow(await send(member)));
  });

  test("is sent right after Ready to those who have to wait, with the seconds that are left", async () => {
    await begin();
    expectSent(await send(member));
    server.clock.advance(seconds(slowmode / 2));
    const { stream: there } = await openReadyStream(server, member);
    for (const [format, query] of [
      ["json", ""],
      ["msgpack", ""],
      ["json", "ready=users"],
    ] as const) {
      await there.takeNew();
      await using stream = await openStream(server, { token: member.token, format, query });
      await stream.next("Ready");
      const [, ready, told, ...rest] = await stream.takeNew();
      expect(ready?.type).toBe("Ready");
      const left = told?.slowmodes[0].duration;
      expect(left).toBeWithin(slowmode / 4, slowmode / 2 + 1);
      const slowmodes = [{ channel_id: channel, duration: left, retry_after: left }];
      expect(told).toEqual({ type: "UserSlowmodes", slowmodes });
      expect(rest).toEqual([]);
      expect(await there.takeNew()).toEqual([]);
    }
    there.close();
  });

  test("is not sent after Ready to others, nor where it has ended, is off or cannot be viewed", async () => {
    const entering = async (person: Person) => {
      await using stream = await openStream(server, person);
      await stream.next("Ready");
      return (await stream.takeNew()).map(({ type }) => type);
    };
    const told = ["Authenticated", "Ready", "UserSlowmodes"];
    await begin();
    expectSent(await send(member));
    expect(await entering(owner)).toEqual(["Authenticated", "Ready"]);
    expect(await entering(member)).toEqual(told);
    await edit({ slowmode: 0 });
    expect(await entering(member)).toEqual(["Authenticated", "Ready"]);
    await edit({ slowmode });
    expectSent(await send(member));
    const hide = (deny: number) =>
      putPermissions(server, { by: owner, channel, of: "default" }, { allow: 0, deny });
    await hide(permission.ViewChannel);
    expect(await entering(member)).toEqual(["Authenticated", "Ready"]);
    await hide(0);
    expect(await entering(member)).toEqual(told);
    server.clock.advance(minutes(10));
    expect(await entering(member)).toEqual(["Authenticated", "Ready"]);
  });
});
