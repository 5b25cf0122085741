import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Overhearing, overhear } from "../support/announcements.ts";
import { type Community, newCommunity, newMember } from "../support/communities.ts";
import { dumpTables } from "../support/dump-tables.ts";
import { newEmoji, newPicture, putEmoji } from "../support/emojis.ts";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { verdict } from "../support/member-calls.ts";
import { uploaded } from "../support/multipart.ts";
import { newUser, type Person } from "../support/people.ts";
import { openServer, type TestServer } from "../support/server.ts";

const max = 3;
const tooLong = { "x-audit-log-reason": "x".repeat(513) };
const unknown = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

const badNames = [
  ...["", "Otter", "sea otter", "sea-otter", "ö", "👍", ":x:", "a\nb", "x\n", "a\0b", "\ud800"],
  "x".repeat(33),
  ...[1, true, [], {}, ["x"]],
];

describe.each([...engines])("emoji that cannot be on %s", (engine) => {
  let server: TestServer;
  let place: Community;
  let owner: Person;
  let member: Person;
  let all: Overhearing;
  beforeAll(async () => {
    server = await openServer(engine, { config: { limits: { global: { server_emoji: max } } } });
    all = await overhear(server);
    place = await newCommunity(server);
    owner = place.owner;
    member = await newMember(server, place);
  });
  afterAll(async () => {
    await all[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const within = ({ id }: { id: string }) => ({ type: "Server", id });

  test("each thing is looked at in its turn, and nothing is left of what fails", async () => {
    const full = await newCommunity(server, owner);
    for (const name of ["a", "b", "c"]) await newEmoji(server, owner, { community: full, name });
    const id = await newPicture(server, owner);
    const nothing = { id: "nothing", name: "x" };
    const before = await dumpTables(server);
    all.take();
    const put = async (person: Person, emoji: { id: string; [field: string]: unknown }, headers = {}) =>
      verdict(await putEmoji(server, person, emoji, { headers }));

    expect(await put(member, { ...nothing, name: "X", parent: within({ id: unknown }) }, tooLong)).toBe(
      "FailedValidation",
    );
    expect(await put(member, { ...nothing, parent: within({ id: unknown }) }, tooLong)).toBe(
      "HeaderTooLarge",
    );
    expect(await put(member, { ...nothing, parent: within({ id: unknown }) })).toBe("NotFound");
    expect(await put(member, { ...nothing, parent: within(place) })).toBe(
      "MissingPermission ManageCustomisation",
    );
    expect(await put(member, { ...nothing, parent: within(full) })).toBe(
      "MissingPermission ManageCustomisation",
    );
    expectFailure(await putEmoji(server, owner, { ...nothing, parent: within(full) }), 400, "TooManyEmoji", {
      max,
    });
    expect(await put(member, { ...nothing, parent: { type: "Detached" } })).toBe("InvalidOperation");
    expect(await put(owner, { id, name: "x", parent: { type: "Detached" } })).toBe("InvalidOperation");
    expect(await put(owner, { ...nothing, parent: within(place) })).toBe("NotFound");
    expect(await dumpTables(server)).toEqual(before);
    expect(all.take()).toEqual([]);
  });

  test("the picture must be an upload of one's own for this, and free", async () => {
    const used = await newEmoji(server, owner, { community: place });
    const others = await newPicture(server, member);
    const attachment = await uploaded(server, owner, { tag: "attachments", content: "words" });
    for (const id of [used, others, attachment, "x", "%20", "@me", unknown])
      expectFailure(await putEmoji(server, owner, { id, name: "x", parent: within(place) }), 404, "NotFound");
    await server.client.delete(`/custom/emoji/${used}`, {}, owner);
  });

  test("names and bodies of another form are refused", async () => {
    const id = await newPicture(server, owner);
    const emoji = await newEmoji(server, owner, { community: place });
    const parent = within(place);
    const before = await dumpTables(server);
    all.take();
    for (const name of badNames) {
      expect(outcome(await putEmoji(server, owner, { id, name, parent }))).toBe("400 FailedValidation");
      const renamed = await server.client.patch(`/custom/emoji/${emoji}`, { name }, owner);
      expect(outcome(renamed)).toBe("400 FailedValidation");
    }
    const parents = [null, "Server", {}, { type: "Server" }, { id: place.id }, { type: "User", id: "x" }, []];
    for (const body of [
      { parent },
      { name: null, parent },
      { name: "x" },
      { name: "x", parent, nsfw: "yes" },
      ...parents.map((wrong) => ({ name: "x", parent: wrong })),
      { name: "x", parent: { type: "Server", id: 1 } },
      { name: "x", parent: { type: "Server", id: "a\0b" } },
      [],
      "null",
      "{",
    ]) {
      const answer = await server.client.put(`/custom/emoji/${id}`, body, owner);
      expect([JSON.stringify(body), outcome(answer)]).toEqual([JSON.stringify(body), "400 FailedValidation"]);
    }
    expect(await dumpTables(server)).toEqual(before);
    expect(all.take()).toEqual([]);
    await server.client.delete(`/custom/emoji/${emoji}`, {}, owner);
  });

  test("renaming and deleting look first for the emoji, then for the permission", async () => {
    const id = await newEmoji(server, owner, { community: place });
    const before = await dumpTables(server);
    all.take();
    const rename = (target: string, options: object) =>
      server.client.patch(`/custom/emoji/${target}`, { name: "x" }, { token: member.token, ...options });
    const remove = (target: string, options: object) =>
      server.client.delete(`/custom/emoji/${target}`, {}, { token: member.token, ...options });
    for (const call of [rename, remove]) {
      expect(verdict(await call("nothing", { headers: tooLong }))).toBe("HeaderTooLarge");
      for (const target of ["nothing", unknown, "%F0%9F%91%8D", place.id])
        expect(verdict(await call(target, {}))).toBe("NotFound");
      expect(verdict(await call(id, {}))).toBe("MissingPermission ManageCustomisation");
      const stranger = await newUser(server);
      expect(verdict(await call(id, { token: stranger.token }))).toBe(
        "MissingPermission ManageCustomisation",
      );
      expect(verdict(await call(id, { token: "wrong" }))).toBe("InvalidSession");
    }
    const still = (await dumpTables(server)).emojis;
    expect(still).toEqual(before.emojis);
    expect(all.take().filter(({ name }) => name.startsWith("Emoji"))).toEqual([]);
    for (const target of ["nothing", unknown, "%00", "a%2Fb"])
      expect((await server.client.get(`/custom/emoji/${target}`)).status).toBeOneOf([400, 404]);
    await server.client.delete(`/custom/emoji/${id}`, {}, owner);
  });

  test("of many at once, no more are made than there is room for", async () => {
    const busy = await newCommunity(server, owner);
    const ids = await Promise.all(Array.from({ length: max + 3 }, () => newPicture(server, owner)));
    const answers = await Promise.all(
      ids.map((id, n) => putEmoji(server, owner, { id, name: `e${n}`, parent: within(busy) })),
    );
    const made = answers.filter(({ status }) => status === 200);
    expect(made.length).toBe(max);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectFailure(answer, 400, "TooManyEmoji", { max });
    const { body } = await server.client.get(`/servers/${busy.id}/emojis`, owner);
    expect(body.length).toBe(max);

    // What was deleted takes up no room.
    await server.client.delete(`/custom/emoji/${body[0]._id}`, {}, owner);
    const free = ids.filter((_, n) => answers[n]?.status !== 200)[0] ?? "";
    expect((await putEmoji(server, owner, { id: free, name: "y", parent: within(busy) })).status).toBe(200);
  });

  test("of several deletions at once, one is told", async () => {
    const id = await newEmoji(server, owner, { community: place });
    all.take();
    const gone = await Promise.all(
      Array.from({ length: 4 }, () => server.client.delete(`/custom/emoji/${id}`, {}, owner)),
    );
    expect(gone.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(all.take().map(({ name }) => name)).toEqual(["EmojiDelete"]);
  });
});
