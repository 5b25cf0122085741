import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { overhear } from "../support/announcements.ts";
import { joinCommunity } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { callsIn, newStaffed, seeMember } from "../support/member-calls.ts";
import { allowAll } from "../support/roles-held.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { hours, minutes } from "../support/test-clock.ts";

describe.each([...engines])("timeouts that wait for somebody on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** A member who is timed out for an hour, deaf, and adorned. */
  async function newTimedOut() {
    const place = await newStaffed(server);
    const calls = callsIn(server, place);
    await allowAll(server, place, ["ChangeNickname"]);
    const timeout = new Date(server.clock.now() + hours(1)).toISOString();
    await calls.edit(place.owner, place.member, { nickname: "N", timeout, can_receive: false });
    await calls.edit(place.member, place.member, { pronouns: "they" });
    const before = await seeMember(server, place, place.member);
    expect(before).toMatchObject({ nickname: "N", pronouns: "they", timeout, can_receive: false });
    return { ...place, ...calls, timeout, joinedBefore: before?.joined_at };
  }

  test.each(["kick", "ban"] as const)(
    "who comes back too early after a %s is still timed out",
    async (verb) => {
      const place = await newTimedOut();
      const { owner, member, timeout, id, joinedBefore } = place;
      await place[verb](owner, member);
      expect(await seeMember(server, place, member)).toBeUndefined();
      server.clock.advance(minutes(30));
      await using news = await overhear(server);
      await joinCommunity(server, place, member);
      const back = {
        _id: { server: id, user: member.id },
        joined_at: expect.any(String),
        timeout,
        can_receive: false,
      };
      const seen = await seeMember(server, place, member);
      expect<unknown>(seen).toEqual(back);
      expect(Date.parse(String(seen?.joined_at)) - Date.parse(String(joinedBefore))).toBeGreaterThanOrEqual(
        minutes(30),
      );
      expect(news.take()).toMatchObject([
        { name: "ServerMemberJoin", payload: { member: back } },
        { name: "ServerCreate", changes: [{ member: { roles: [], timeoutUntil: Date.parse(timeout) } }] },
      ]);
      const change = { nickname: "Free" };
      expect((await place.edit(member, member, change)).body.permission).toBe("ChangeNickname");
      server.clock.advance(minutes(30));
      expect((await place.edit(member, member, change)).body.nickname).toBe("Free");
    },
  );

  test("who comes back when it is over begins anew", async () => {
    const place = await newTimedOut();
    await place.kick(place.owner, place.member);
    server.clock.advance(hours(1));
    await joinCommunity(server, place, place.member);
    expect<unknown>(await seeMember(server, place, place.member)).toEqual({
      _id: { server: place.id, user: place.member.id },
      joined_at: expect.any(String),
    });
  });

  test("what waits is what was last, and it waits once", async () => {
    const place = await newTimedOut();
    const { owner, member } = place;
    await place.kick(owner, member);
    await joinCommunity(server, place, member);
    const later = new Date(server.clock.now() + hours(5)).toISOString();
    await place.edit(owner, member, { timeout: later, can_publish: false, remove: ["CanReceive"] });
    await place.kick(owner, member);
    await joinCommunity(server, place, member);
    expect(await seeMember(server, place, member)).toMatchObject({ timeout: later, can_publish: false });
    expect(await seeMember(server, place, member)).not.toHaveProperty("can_receive");
    await place.edit(owner, member, { remove: ["Timeout", "CanPublish"] });
    await place.kick(owner, member);
    await joinCommunity(server, place, member);
    expect(await seeMember(server, place, member)).not.toHaveProperty("timeout");
  });
});
