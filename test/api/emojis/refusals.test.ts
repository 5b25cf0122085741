import { afterAll, beforeAll, expect, test } from "bun:test";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import { newEmoji, newPicture, putEmoji } from "../../support/files/emojis.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { verdict } from "../../support/servers/member-calls.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../../support/stream/record-announcements.ts";

const max = 3;
const tooLong = { "x-audit-log-reason": "x".repeat(513) };
const unknown = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

const badNames = [
  ...["", "Otter", "sea otter", "sea-otter", "ö", "👍", ":x:", "a\nb", "x\n", "a\0b", "\ud800"],
  "x".repeat(33),
  ...[1, true, [], {}, ["x"]],
];

describeServer(
  "refused emoji",
  anyEngine,
  { config: { limits: { global: { server_emoji: max } } } },
  (server) => {
    let community: Community;
    let owner: Person;
    let member: Person;
    let announcements: AnnouncementRecorder;
    beforeAll(async () => {
      announcements = await recordAnnouncements(server);
      community = await newCommunity(server);
      owner = community.owner;
      member = await newMember(server, community);
    });
    afterAll(() => announcements[Symbol.asyncDispose]());

    const within = ({ id }: { id: string }) => ({ type: "Server", id });

    test("checks come in order, and a failed call leaves nothing behind", async () => {
      const full = await newCommunity(server, owner);
      for (const name of ["a", "b", "c"]) await newEmoji(server, owner, { community: full, name });
      const id = await newPicture(server, owner);
      const nothing = { id: "nothing", name: "x" };
      const before = await dumpTables(server);
      announcements.take();
      const put = async (person: Person, emoji: { id: string; [field: string]: unknown }, headers = {}) =>
        verdict(await putEmoji(server, person, emoji, { headers }));

      expect(await put(member, { ...nothing, name: "X", parent: within({ id: unknown }) }, tooLong)).toBe(
        "FailedValidation",
      );
      expect(await put(member, { ...nothing, parent: within({ id: unknown }) }, tooLong)).toBe(
        "HeaderTooLarge",
      );
      expect(await put(member, { ...nothing, parent: within({ id: unknown }) })).toBe("NotFound");
      expect(await put(member, { ...nothing, parent: within(community) })).toBe(
        "MissingPermission ManageCustomisation",
      );
      expect(await put(member, { ...nothing, parent: within(full) })).toBe(
        "MissingPermission ManageCustomisation",
      );
      expectFailure(
        await putEmoji(server, owner, { ...nothing, parent: within(full) }),
        400,
        "TooManyEmoji",
        {
          max,
        },
      );
      expect(await put(member, { ...nothing, parent: { type: "Detached" } })).toBe("InvalidOperation");
      expect(await put(owner, { id, name: "x", parent: { type: "Detached" } })).toBe("InvalidOperation");
      expect(await put(owner, { ...nothing, parent: within(community) })).toBe("NotFound");
      expect(await dumpTables(server)).toEqual(before);
      expect(announcements.take()).toEqual([]);
    });

    test("the file must be an unused upload of the caller for this purpose", async () => {
      const used = await newEmoji(server, owner, { community });
      const others = await newPicture(server, member);
      const attachment = await uploadFile(server, owner, { tag: "attachments", content: "words" });
      for (const id of [used, others, attachment, "x", "%20", "@me", unknown])
        expectFailure(
          await putEmoji(server, owner, { id, name: "x", parent: within(community) }),
          404,
          "NotFound",
        );
      await server.client.delete(`/custom/emoji/${used}`, {}, owner);
    });

    test("malformed names and bodies are refused", async () => {
      const id = await newPicture(server, owner);
      const emoji = await newEmoji(server, owner, { community });
      const parent = within(community);
      const before = await dumpTables(server);
      announcements.take();
      for (const name of badNames) {
        expect(outcome(await putEmoji(server, owner, { id, name, parent }))).toBe("400 FailedValidation");
        const renamed = await server.client.patch(`/custom/emoji/${emoji}`, { name }, owner);
        expect(outcome(renamed)).toBe("400 FailedValidation");
      }
      const parents = [
        null,
        "Server",
        {},
        { type: "Server" },
        { id: community.id },
        { type: "User", id: "x" },
        [],
      ];
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
        const response = await server.client.put(`/custom/emoji/${id}`, body, owner);
        expect([JSON.stringify(body), outcome(response)]).toEqual([
          JSON.stringify(body),
          "400 FailedValidation",
        ]);
      }
      expect(await dumpTables(server)).toEqual(before);
      expect(announcements.take()).toEqual([]);
      await server.client.delete(`/custom/emoji/${emoji}`, {}, owner);
    });

    test("renaming and deleting check for the emoji first, then for the permission", async () => {
      const id = await newEmoji(server, owner, { community });
      const before = await dumpTables(server);
      announcements.take();
      const rename = (target: string, options: object) =>
        server.client.patch(`/custom/emoji/${target}`, { name: "x" }, { token: member.token, ...options });
      const remove = (target: string, options: object) =>
        server.client.delete(`/custom/emoji/${target}`, {}, { token: member.token, ...options });
      for (const call of [rename, remove]) {
        expect(verdict(await call("nothing", { headers: tooLong }))).toBe("HeaderTooLarge");
        for (const target of ["nothing", unknown, "%F0%9F%91%8D", community.id])
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
      expect(announcements.take().filter(({ name }) => name.startsWith("Emoji"))).toEqual([]);
      for (const target of ["nothing", unknown, "%00", "a%2Fb"])
        expect((await server.client.get(`/custom/emoji/${target}`)).status).toBeOneOf([400, 404]);
      await server.client.delete(`/custom/emoji/${id}`, {}, owner);
    });

    test("concurrent creations do not exceed the limit", async () => {
      const busy = await newCommunity(server, owner);
      const ids = await Promise.all(Array.from({ length: max + 3 }, () => newPicture(server, owner)));
      const responses = await Promise.all(
        ids.map((id, n) => putEmoji(server, owner, { id, name: `e${n}`, parent: within(busy) })),
      );
      const made = responses.filter(({ status }) => status === 200);
      expect(made.length).toBe(max);
      for (const response of responses.filter(({ status }) => status !== 200))
        expectFailure(response, 400, "TooManyEmoji", { max });
      const { body } = await server.client.get(`/servers/${busy.id}/emojis`, owner);
      expect(body.length).toBe(max);

      // Deleted emoji do not count.
      await server.client.delete(`/custom/emoji/${body[0]._id}`, {}, owner);
      const free = ids.filter((_, n) => responses[n]?.status !== 200)[0] ?? "";
      expect((await putEmoji(server, owner, { id: free, name: "y", parent: within(busy) })).status).toBe(200);
    });

    test("concurrent deletions emit one event", async () => {
      const id = await newEmoji(server, owner, { community });
      announcements.take();
      const replies = await Promise.all(
        Array.from({ length: 4 }, () => server.client.delete(`/custom/emoji/${id}`, {}, owner)),
      );
      expect(replies.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
      expect(announcements.take().map(({ name }) => name)).toEqual(["EmojiDelete"]);
    });
  },
);
