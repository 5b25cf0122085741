import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Kysely } from "kysely";
import type { SystemMessage } from "../../src/domains/conversations/index.ts";
import { fetchMessagesRoute } from "../../src/domains/messages/routes/fetch-messages.ts";
import { createAuthorize } from "../../src/http/authorize.ts";
import { fail } from "../../src/protocol/error.ts";
import type { Reader } from "../../src/store/tx.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../support/communities.ts";
import { newFriends, openConversation } from "../support/conversations.ts";
import { engines } from "../support/engines.ts";
import { newGroupFixture } from "../support/groups.ts";
import { newUser, type Person } from "../support/people.ts";
import { idsIn, insertMessages, readCalls } from "../support/reading.ts";
import { setRelationship } from "../support/relationship-transitions.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { openReadyStream } from "../support/stream.ts";

const system = (said: SystemMessage) => ({ system: JSON.stringify(said) });

describe.each([...engines])("users of messages on %s", (engine) => {
  let server: TestServer;
  let place: Community;
  let member: Person;
  let reading: ReturnType<typeof readCalls>;
  beforeAll(async () => {
    server = await openServer(engine);
    place = await newCommunity(server);
    member = await newMember(server, place);
    reading = readCalls(server, place.channel, member);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("are the authors and the users in system messages, each once, but not the mentioned users", async () => {
    const [left, renamer, from, to, mentioned] = await Promise.all(
      Array.from(Array(5), () => newUser(server)),
    );
    if (!left || !renamer || !from || !to || !mentioned) throw new Error("nobody there");
    const ids = await insertMessages(server, place.channel, [
      { author_id: place.owner.id, content: "One." },
      { author_id: place.owner.id, content: "Two.", mentions: JSON.stringify([mentioned.id]) },
      { author_id: member.id, content: "Three." },
      { author_id: "01ARZ3NDEKTSV4RRFFQ69G5FAV", content: "A webhook." },
      system({ type: "user_left", id: left.id }),
      system({ type: "channel_renamed", name: "x", by: renamer.id }),
      system({ type: "channel_ownership_changed", from: from.id, to: to.id }),
      system({ type: "text", content: mentioned.id }),
    ]);
    await insertMessages(server, place.channel, [
      system({ type: "message_pinned", id: ids[0] ?? "", by: member.id }),
    ]);
    const { body } = await reading.page("include_users=true&sort=Oldest");
    expect(Object.keys(body)).toEqual(["messages", "users", "members"]);
    expect(idsIn(body.messages).slice(0, 8)).toEqual(ids);
    expect(idsIn(body.users)).toEqual([place.owner, member, left, renamer, from, to].map(({ id }) => id));
    expect(body.members.map((seen: { _id: { user: string } }) => seen._id)).toEqual(
      [place.owner.id, member.id].toSorted().map((user) => ({ server: place.id, user })),
    );
    const found = await reading.search({ query: "one two", include_users: true });
    expect(idsIn(found.body.users)).toEqual([place.owner.id]);
    expect(found.body.members.length).toBe(1);
  });

  test("are left out unless the query includes them", async () => {
    for (const query of ["", "include_users=false"]) expect((await reading.page(query)).body).toBeArray();
    for (const body of [{}, { include_users: false }, { include_users: null }])
      expect((await reading.search(body)).body).toBeArray();
  });

  test("are no members outside of servers", async () => {
    const [one, two] = await newFriends(server);
    const { body } = await openConversation(server, one, two.id);
    const empty = await readCalls(server, body._id, two).page("include_users=yes");
    expect(empty.body).toEqual({ messages: [], users: [] });
    await insertMessages(server, body._id, [{ author_id: one.id, content: "Hello." }]);
    const { body: seen } = await readCalls(server, body._id, two).page("include_users=yes");
    expect(Object.keys(seen)).toEqual(["messages", "users"]);
    expect(seen.users).toMatchObject([{ _id: one.id, relationship: "Friend" }]);
  });

  test("are shown as the viewer sees them elsewhere: a block hides the status", async () => {
    const blocker = await newMember(server, place);
    for (const person of [blocker, place.owner])
      await server.client.patch("/users/@me", { status: { text: "Here." } }, person);
    await setRelationship(server, "Blocked/BlockedOther", [blocker, member]);
    await insertMessages(server, place.channel, [
      { author_id: blocker.id, content: "Hidden." },
      { author_id: place.owner.id, content: "Open." },
      { author_id: member.id, content: "Mine." },
    ]);
    const { body } = await reading.page("limit=3&include_users=true");
    const statuses = body.users.map(({ _id, relationship, status }: Record<string, unknown>) => [
      _id,
      relationship,
      status !== undefined,
    ]);
    expect(statuses).toEqual([
      [member.id, "User", false],
      [place.owner.id, "None", true],
      [blocker.id, "BlockedOther", false],
    ]);
  });

  test("who have left show their status and presence to their friends only", async () => {
    const circle = await newGroupFixture(server);
    const [leaver, reader] = circle.members;
    for (const person of [circle.owner, leaver, reader]) await joinCommunity(server, place, person);
    await server.client.patch("/users/@me", { status: { text: "Here." } }, leaver);
    const { stream } = await openReadyStream(server, leaver);
    const seen = async (by: Person, channel: string) => {
      const reads = readCalls(server, channel, by);
      const pages = [
        await reads.page("limit=100&include_users=true"),
        await reads.search({ query: "bye", include_users: true }),
      ];
      return pages.map(({ body }) => {
        const { status, online } = body.users.find(({ _id }: { _id: string }) => _id === leaver.id);
        return [status?.text, online];
      });
    };
    for (const [channel, leave] of [
      [place.channel, `/servers/${place.id}`],
      [circle.id, `/channels/${circle.id}`],
    ] as const) {
      await insertMessages(server, channel, [{ author_id: leaver.id, content: "Bye." }]);
      expect(await seen(reader, channel)).toEqual(Array(2).fill(["Here.", true]));
      expect((await server.client.delete(leave, {}, leaver)).status).toBe(204);
      expect(await seen(reader, channel)).toEqual(Array(2).fill([undefined, false]));
      expect(await seen(circle.owner, channel)).toEqual(Array(2).fill(["Here.", true]));
    }
    await stream[Symbol.asyncDispose]();
  });

  test("cost as many queries as one message does, however many there are", async () => {
    const authors = await Promise.all(Array.from(Array(12), () => newMember(server, place)));
    const count = (limit: number) =>
      countQueries(async (db) => {
        const call = callFor(db, limit);
        const access = await createAuthorize(fetchMessagesRoute)?.(db, call);
        return fetchMessagesRoute.handle?.({ ...call, access } as never);
      });
    const callFor = (db: Reader, limit: number) => ({
      params: { target: place.channel },
      query: { limit, include_users: true },
      caller: { userId: member.id, sessionId: undefined, bot: false },
      db,
      services: db.services,
      fail,
    });
    await insertMessages(
      server,
      place.channel,
      authors.map(({ id }) => ({ author_id: id, content: "Hello." })),
    );
    expect(await count(100)).toBe(await count(1));
  });

  /** Every way to ask the database leads through one of these. */
  async function countQueries(work: (db: Reader) => Promise<unknown>): Promise<number> {
    let count = 0;
    const counted = {
      transformQuery: ({ node }: { node: never }) => {
        count++;
        return node;
      },
      transformResult: async ({ result }: { result: never }) => result,
    };
    await server.running.store.read((db) =>
      work({
        ...db,
        sql: <T>() => (db.sql<T>() as Kysely<T>).withPlugin(counted as never),
        all: (query, ...values) => {
          count++;
          return db.all(query, ...values);
        },
        one: (query, ...values) => {
          count++;
          return db.one(query, ...values);
        },
      }),
    );
    return count;
  }
});
