import { beforeAll, expect, test } from "bun:test";
import { permission } from "../../../src/permissions/bits.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { putPermissions } from "../../support/channels/channel-calls.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { idsIn, insertMessages, readCalls } from "../../support/messages/reading.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";

const unknownId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

describeServer("reading messages", engines, (server) => {
  let community: Community;
  let member: Person;
  let reading: ReturnType<typeof readCalls>;
  let ids: string[];
  beforeAll(async () => {
    community = await newCommunity(server);
    member = await newMember(server, community);
    reading = readCalls(server, community.channel, member);
    ids = await insertMessages(server, community.channel, Array(120).fill({ content: "Hello." }));
  });

  const newestFirst = (from: number, to: number) => ids.slice(from, to).toReversed();

  test.each<[query: string, expectedIds: () => string[]]>([
    ["", () => newestFirst(70, 120)],
    ["limit=3", () => newestFirst(117, 120)],
    ["limit=100", () => newestFirst(20, 120)],
    ["sort=Latest&limit=2", () => newestFirst(118, 120)],
    ["sort=oldest&limit=2", () => ids.slice(0, 2)],
    ["before=10&limit=3", () => newestFirst(7, 10)],
    ["after=110&limit=3", () => newestFirst(117, 120)],
    ["after=110&limit=3&sort=Oldest", () => ids.slice(111, 114)],
    ["after=5&before=8", () => newestFirst(6, 8)],
    ["nearby=50&limit=4", () => [...ids.slice(50, 53), ...newestFirst(47, 50)]],
    ["nearby=50&limit=1&before=3&after=90&sort=Oldest", () => [ids[50] ?? "", ids[49] ?? ""]],
    ["nearby=50&limit=100", () => [...ids.slice(50, 101), ...newestFirst(0, 50)]],
  ])("%j gives the right page", async (query, expectedIds) => {
    // A number stands for the id of that message.
    const text = query.replaceAll(/(before|after|nearby)=(\d+)/g, (_, name, at) => `${name}=${ids[at]}`);
    const { status, body } = await reading.page(text);
    expect({ status, ids: idsIn(body) }).toEqual({ status: 200, ids: expectedIds() });
  });

  test("a message is returned as it was sent, with the id of its author only", async () => {
    const id = await sendMessage(
      server,
      { by: member, channel: community.channel },
      { content: "Look.", nonce: "n" },
    );
    await server.client.put(
      `/channels/${community.channel}/messages/${id}/reactions/👍`,
      {},
      community.owner,
    );
    await server.client.put(`/channels/${community.channel}/messages/${id}/reactions/🎉`, {}, member);
    await server.client.put(`/channels/${community.channel}/messages/${id}/reactions/👍`, {}, member);
    const message = {
      _id: id,
      nonce: "n",
      channel: community.channel,
      author: member.id,
      content: "Look.",
      reactions: { "👍": [community.owner.id, member.id], "🎉": [member.id] },
    };
    expect((await reading.one(id)).body).toEqual(message);
    expect((await reading.page("limit=1")).body).toEqual([message]);
    expect((await reading.search({ query: "look" })).body).toEqual([message]);
    expect(Object.keys((await reading.one(id)).body.reactions)).toEqual(["👍", "🎉"]);
  });

  test("a message is found in its own channel only", async () => {
    const elsewhere = await newCommunity(server, community.owner);
    const [id = ""] = ids;
    for (const one of [unknownId, "unknown", "%00", "a".repeat(500), "' or 1=1 --"].map(encodeURIComponent))
      expect(outcome(await reading.one(one))).toMatch(/^4\d\d (NotFound|FailedValidation)$/);
    expectFailure(await readCalls(server, elsewhere.channel, community.owner).one(id), 404, "NotFound");
  });

  test.each([
    "limit=0",
    "limit=101",
    "limit=abc",
    "limit=",
    "limit=1.5",
    "before=short",
    `after=${"x".repeat(27)}`,
    "nearby=",
    "sort=Newest",
    "include_users=maybe",
    "before=%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00",
  ])("%j is refused", async (query) => {
    expectFailure(await reading.page(query), 400, "FailedValidation", { error: expect.any(String) });
  });

  test("checks are made in this order", async () => {
    const nowhere = readCalls(server, "unknown", member);
    const outside = readCalls(server, community.channel, await newUser(server));
    expect(outcome(await nowhere.page("sort=Relevance&limit=0"))).toBe("400 FailedValidation");
    expect(outcome(await nowhere.page(`sort=relevance&nearby=${unknownId}`))).toBe("400 InvalidOperation");
    expect(outcome(await nowhere.page())).toBe("404 NotFound");
    expect(outcome(await nowhere.one(unknownId))).toBe("404 NotFound");
    const missing = { permission: "ReadMessageHistory" };
    expectFailure(await outside.page(), 403, "MissingPermission", missing);
    expectFailure(await outside.one(unknownId), 403, "MissingPermission", { permission: "ViewChannel" });
  });

  test("callers without ReadMessageHistory or ViewChannel read nothing", async () => {
    const other = await newCommunity(server);
    const { owner, channel } = other;
    const [id = ""] = await insertMessages(server, channel, [{ content: "Secret." }]);
    const deny = (deny: number) =>
      putPermissions(server, { by: owner, channel, of: "default" }, { allow: 0, deny });
    const visiting = readCalls(server, channel, await newMember(server, other));
    const outcomes = async () => [
      outcome(await visiting.page()),
      outcome(await visiting.one(id)),
      outcome(await visiting.search({ query: "secret" })),
    ];
    expect(await outcomes()).toEqual(["200", "200", "200"]);
    for (const bit of ["ReadMessageHistory", "ViewChannel"] as const) {
      await deny(permission[bit]);
      expect(await outcomes()).toEqual(Array(3).fill("403 MissingPermission"));
      expectFailure(await visiting.one(id), 403, "MissingPermission", { permission: bit });
    }
    await deny(0);
    expect(await outcomes()).toEqual(["200", "200", "200"]);
  });

  test("a conversation is read by its recipients", async () => {
    const [one, two] = await newFriends(server);
    const { body } = await openConversation(server, one, two.id);
    const id = await sendMessage(server, { by: one, channel: body._id }, { content: "Between us." });
    expect(idsIn((await readCalls(server, body._id, two).page()).body)).toEqual([id]);
    expect(outcome(await readCalls(server, body._id, member).page())).toBe("403 MissingPermission");
    const saved = await openConversation(server, one, one.id);
    expect((await readCalls(server, saved.body._id, one).page()).body).toEqual([]);
    expect(outcome(await readCalls(server, saved.body._id, two).page())).toBe("403 MissingPermission");
  });
});
