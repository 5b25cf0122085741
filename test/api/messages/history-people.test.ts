import { beforeAll, expect, test } from "bun:test";
import type { Kysely } from "kysely";
import { fail } from "../../../src/declare/error.ts";
import type { Reader } from "../../../src/declare/tx.ts";
import type { SystemMessage } from "../../../src/domains/channels/index.ts";
import { fetchMessagesRoute } from "../../../src/domains/messages/routes/fetch-messages.ts";
import { createAuthorize } from "../../../src/http/authorize.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { newGroupFixture } from "../../support/channels/groups.ts";
import { idsIn, insertMessages, readCalls } from "../../support/messages/reading.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../../support/servers/communities.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { setRelationship } from "../../support/users/relationship-transitions.ts";

const system = (message: SystemMessage) => ({ system: JSON.stringify(message) });

describeServer("users of messages", anyEngine, (server) => {
  let community: Community;
  let member: Person;
  let reading: ReturnType<typeof readCalls>;
  beforeAll(async () => {
    community = await newCommunity(server);
    member = await newMember(server, community);
    reading = readCalls(server, community.channel, member);
  });

  test("are the authors and the users in system messages, each once, but not the mentioned users", async () => {
    const [leaver, renamer, from, to, mentioned] = await Promise.all(
      Array.from(Array(5), () => newUser(server)),
    );
    if (!leaver || !renamer || !from || !to || !mentioned) throw new Error("missing users");
    const ids = await insertMessages(server, community.channel, [
      { author_id: community.owner.id, content: "One." },
      { author_id: community.owner.id, content: "Two.", mentions: JSON.stringify([mentioned.id]) },
      { author_id: member.id, content: "Three." },
      { author_id: "01ARZ3NDEKTSV4RRFFQ69G5FAV", content: "A webhook." },
      system({ type: "user_left", id: leaver.id }),
      system({ type: "channel_renamed", name: "x", by: renamer.id }),
      system({ type: "channel_ownership_changed", from: from.id, to: to.id }),
      system({ type: "text", content: mentioned.id }),
    ]);
    await insertMessages(server, community.channel, [
      system({ type: "message_pinned", id: ids[0] ?? "", by: member.id }),
    ]);
    const { body } = await reading.page("include_users=true&sort=Oldest");
    expect(Object.keys(body)).toEqual(["messages", "users", "members"]);
    expect(idsIn(body.messages).slice(0, 8)).toEqual(ids);
    expect(idsIn(body.users)).toEqual(
      [community.owner, member, leaver, renamer, from, to].map(({ id }) => id),
    );
    expect(body.members.map((member: { _id: { user: string } }) => member._id)).toEqual(
      [community.owner.id, member.id].toSorted().map((user) => ({ server: community.id, user })),
    );
    const found = await reading.search({ query: "one two", include_users: true });
    expect(idsIn(found.body.users)).toEqual([community.owner.id]);
    expect(found.body.members.length).toBe(1);
  });

  test("are left out unless the query includes them", async () => {
    for (const query of ["", "include_users=false"]) expect((await reading.page(query)).body).toBeArray();
    for (const body of [{}, { include_users: false }, { include_users: null }])
      expect((await reading.search(body)).body).toBeArray();
  });

  test("are no members outside of servers", async () => {
    const [one, two] = await newFriends(server);
    const { body: dm } = await openConversation(server, one, two.id);
    const empty = await readCalls(server, dm._id, two).page("include_users=yes");
    expect(empty.body).toEqual({ messages: [], users: [] });
    await insertMessages(server, dm._id, [{ author_id: one.id, content: "Hello." }]);
    const { body } = await readCalls(server, dm._id, two).page("include_users=yes");
    expect(Object.keys(body)).toEqual(["messages", "users"]);
    expect(body.users).toMatchObject([{ _id: one.id, relationship: "Friend" }]);
  });

  test("are shown as the viewer sees them elsewhere: a block hides the status", async () => {
    const blocker = await newMember(server, community);
    for (const person of [blocker, community.owner])
      await server.client.patch("/users/@me", { status: { text: "Here." } }, person);
    await setRelationship(server, "Blocked/BlockedOther", [blocker, member]);
    await insertMessages(server, community.channel, [
      { author_id: blocker.id, content: "Hidden." },
      { author_id: community.owner.id, content: "Open." },
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
      [community.owner.id, "None", true],
      [blocker.id, "BlockedOther", false],
    ]);
  });

  test("show their status and presence only to friends after they left", async () => {
    const group = await newGroupFixture(server);
    const [leaver, reader] = group.members;
    for (const person of [group.owner, leaver, reader]) await joinCommunity(server, community, person);
    await server.client.patch("/users/@me", { status: { text: "Here." } }, leaver);
    const { stream } = await openReadyStream(server, leaver);
    const fetchStatuses = async (by: Person, channel: string) => {
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
      [community.channel, `/servers/${community.id}`],
      [group.id, `/channels/${group.id}`],
    ] as const) {
      await insertMessages(server, channel, [{ author_id: leaver.id, content: "Bye." }]);
      expect(await fetchStatuses(reader, channel)).toEqual(Array(2).fill(["Here.", true]));
      expect((await server.client.delete(leave, {}, leaver)).status).toBe(204);
      expect(await fetchStatuses(reader, channel)).toEqual(Array(2).fill([undefined, false]));
      expect(await fetchStatuses(group.owner, channel)).toEqual(Array(2).fill(["Here.", true]));
    }
    await stream[Symbol.asyncDispose]();
  });

  test("cost the same number of queries for any number of messages", async () => {
    const authors = await Promise.all(Array.from(Array(12), () => newMember(server, community)));
    const count = (limit: number) =>
      countQueries(async (db) => {
        const call = callFor(db, limit);
        const access = await createAuthorize(fetchMessagesRoute)?.(db, call);
        return fetchMessagesRoute.handle?.({ ...call, access } as never);
      });
    const callFor = (db: Reader, limit: number) => ({
      params: { target: community.channel },
      query: { limit, include_users: true },
      caller: { userId: member.id, sessionId: undefined, bot: false },
      db,
      services: db.services,
      fail,
    });
    await insertMessages(
      server,
      community.channel,
      authors.map(({ id }) => ({ author_id: id, content: "Hello." })),
    );
    expect(await count(100)).toBe(await count(1));
  });

  /** Counts the queries of `work`, through each way to query the database. */
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
