import { beforeAll, expect, test } from "bun:test";
import { sweepInvites } from "../../../src/domains/invites/jobs.ts";
import { findInvite } from "../../../src/domains/invites/store.ts";
import { countMembers } from "../../../src/domains/members/index.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { newGroupFixture } from "../../support/channels/groups.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { hours, minutes } from "../../support/server/test-clock.ts";
import { type Community, newCommunity } from "../../support/servers/communities.ts";

describeServer("limited invites", preferPostgres, (server) => {
  let community: Community;
  beforeAll(async () => {
    community = await newCommunity(server);
  });

  const create = (body: unknown, { channel, owner } = community) =>
    server.client.post(`/channels/${channel}/invites`, body, owner);
  const join = (person: Person, code: string) => server.client.post(`/invites/${code}`, {}, person);
  const list = async () =>
    (await server.client.get(`/servers/${community.id}/invites`, community.owner)).body;
  const listed = async (code: string) => (await list()).find(({ _id }: { _id: string }) => _id === code);
  const stored = (code: string) => server.running.store.read((db) => findInvite(db, code));
  const isUnknown = async (code: string, person: Person) => {
    expectFailure(await server.client.get(`/invites/${code}`), 404, "NotFound");
    expectFailure(await join(person, code), 404, "NotFound");
    expect(await listed(code)).toBeUndefined();
  };

  test("say when they end and how many they are for, and others say neither", async () => {
    const now = server.clock.now();
    const { status, body } = await create({ max_age: 3_600, max_uses: 5 });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        type: "Server",
        _id: expect.any(String),
        server: community.id,
        creator: community.owner.id,
        channel: community.channel,
        expires_at: expect.any(String),
        expires: body.expires_at,
        expiry: body.expires_at,
        max_uses: 5,
        max_usage: 5,
        uses: 0,
      },
    });
    const end = Date.parse(body.expires_at) - hours(1);
    expect([end >= now, end <= server.clock.now()]).toEqual([true, true]);
    expect(await listed(body._id)).toEqual(body);
    const plain = {
      type: "Server",
      server: community.id,
      creator: community.owner.id,
      channel: community.channel,
    };
    for (const none of [undefined, null, {}, { unknown: 1 }, { max_uses: null, max_age: null }]) {
      const { status, body: other } = await create(none);
      expect({ status, body: other }).toEqual({ status: 200, body: { ...plain, _id: expect.any(String) } });
      expect(await listed(other._id)).toEqual(other);
    }
  });

  test.each([
    { max_uses: 0 },
    { max_uses: -1 },
    { max_uses: 1.5 },
    { max_uses: 100_001 },
    { max_uses: "5" },
    { max_age: 0 },
    { max_age: 59 },
    { max_age: 31_536_001 },
    { max_age: 1e300 },
    { max_age: [60] },
    { max_usage: 0 },
    { expiry: 0 },
    { expiry: -60 },
    { expiry: 31_536_001 },
    { expiry: "soon" },
    { expires: "2020-01-01T00:00:00Z" },
    { expires: 9e15 },
    { expires: [60] },
    [[]],
    "max_uses",
    5,
  ])("are refused with other values (%j)", async (body) => {
    expectFailure(await create(body), 400, "FailedValidation", { error: expect.any(String) });
  });

  test("read the names that other clients give to the limits, and of several the strictest", async () => {
    const now = server.clock.now();
    const end = now + hours(3);
    const ends = async (body: object) => {
      const { expires_at, max_uses } = (await create(body)).body;
      return { hours: Math.round((Date.parse(expires_at) - now) / hours(1)), max_uses };
    };
    const three = { hours: 3, max_uses: 4 };
    expect(await ends({ max_usage: 4, expiry: 3 * 3_600 })).toEqual(three);
    expect(await ends({ max_usage: 4, expiry: end })).toEqual(three);
    expect(await ends({ max_uses: 4, expires: new Date(end).toISOString() })).toEqual(three);
    expect(await ends({ max_uses: 4, max_usage: 5, max_age: 4 * 3_600, expires: end })).toEqual(three);
    expect(await ends({ max_uses: 5, max_usage: 4, max_age: 3 * 3_600, expiry: 9 * 3_600 })).toEqual(three);
  });

  test("take exactly as many people as they are for, however many come at once", async () => {
    const place = await newCommunity(server);
    const { body } = await create({ max_uses: 3 }, place);
    const people = await Promise.all(Array.from({ length: 8 }, () => newUser(server)));
    const answers = await Promise.all(people.map((person) => join(person, body._id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 404, 404, 404, 404, 404]);
    for (const answer of answers) if (answer.status !== 200) expectFailure(answer, 404, "NotFound");
    expect(await server.running.store.read((db) => countMembers(db, place.id))).toBe(4);
    expectFailure(await join(await newUser(server), body._id), 404, "NotFound");
    expect(await stored(body._id)).toBeUndefined();
  });

  test("count those who join, and nobody who is refused", async () => {
    const { body } = await create({ max_uses: 2 });
    const [first, banned] = [await newUser(server), await newUser(server)];
    await server.client.put(`/servers/${community.id}/bans/${banned.id}`, {}, community.owner);
    expectFailure(await join(banned, body._id), 403, "Banned");
    expectFailure(await join(community.owner, body._id), 409, "AlreadyInServer");
    expect(await listed(body._id)).toMatchObject({ max_uses: 2, uses: 0 });
    expect((await join(first, body._id)).status).toBe(200);
    expect(await listed(body._id)).toMatchObject({ max_uses: 2, uses: 1 });
    expectFailure(await join(first, body._id), 409, "AlreadyInServer");
    expect((await join(await newUser(server), body._id)).status).toBe(200);
    await isUnknown(body._id, await newUser(server));
  });

  test("that have ended are unknown at once, and deleted later", async () => {
    const [short, long] = [await create({ max_age: 600 }), await create({ max_age: 1_200, max_uses: 1 })];
    server.clock.advance(minutes(9));
    expect((await join(await newUser(server), short.body._id)).status).toBe(200);
    server.clock.advance(minutes(1));
    await isUnknown(short.body._id, await newUser(server));
    expect(await stored(short.body._id)).toBeDefined();
    const { store, services } = server.running;
    await sweepInvites.run({ services, read: store.read, write: store.write }, null as never);
    expect(await stored(short.body._id)).toBeUndefined();
    expect(await listed(long.body._id)).toMatchObject({ max_uses: 1, uses: 0 });
  });

  test("lead into groups in the same way", async () => {
    const { id, owner } = await newGroupFixture(server);
    const { body } = await create({ max_uses: 1, max_age: 60 }, { ...community, channel: id, owner });
    expect(body).toMatchObject({ type: "Group", max_uses: 1, uses: 0, expires_at: expect.any(String) });
    const people = await Promise.all(Array.from({ length: 4 }, () => newUser(server)));
    const answers = await Promise.all(people.map((person) => join(person, body._id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  });
});
