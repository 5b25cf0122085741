import { expect, test } from "bun:test";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { readConversations } from "../../support/channels/conversations.ts";
import { summarizeAnnouncements } from "../../support/channels/groups.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { pairs, setRelationship } from "../../support/users/relationship-transitions.ts";

const ulid = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/);

describeServer(
  "creating a group",
  anyEngine,
  { config: { limits: { global: { group_size: 4 } } } },
  (server) => {
    const create = (by: Person, body: object) => server.client.post("/channels/create", body, by);
    const newPeople = async (friends: number): Promise<[Person, ...Person[]]> => {
      const owner = await newUser(server);
      const others = await Promise.all(Array.from({ length: friends }, () => newUser(server)));
      for (const other of others) await setRelationship(server, "Friend/Friend", [owner, other]);
      return [owner, ...others];
    };
    const idsOf = (people: readonly Person[]) => people.map(({ id }) => id);
    const listed = async (person: Person) => (await server.client.get("/users/dms", person)).body;

    test("sends it to its recipients only, without a system message", async () => {
      const [owner, ...friends] = await newPeople(2);
      const stranger = await newUser(server);
      await using announcements = await recordAnnouncements(server);
      const { status, body } = await create(owner, { name: "Us", users: idsOf(friends) });
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          channel_type: "Group",
          _id: ulid,
          name: "Us",
          owner: owner.id,
          recipients: idsOf([owner, ...friends]),
        },
      });
      const audience = idsOf([owner, ...friends]).map((id) => `private:${id}`);
      expect(summarizeAnnouncements(announcements)).toEqual([["ChannelCreate", audience.join(" "), body]]);
      for (const person of [owner, ...friends]) {
        expect(await listed(person)).toEqual([body]);
        expect((await server.client.get(`/channels/${body._id}`, person)).body).toEqual(body);
      }
      expect(await listed(stranger)).toEqual([]);
    });

    test("works without other recipients, and with every field", async () => {
      const [owner] = await newPeople(0);
      const icon = await uploadFile(server, owner, { tag: "icons", content: await makeImage("png") });
      const fields = { name: "x".repeat(32), description: "y".repeat(1024), nsfw: true };
      const { status, body } = await create(owner, { ...fields, icon });
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...fields, icon: { _id: icon, tag: "icons" }, recipients: [owner.id] });
      const again = await create(owner, { name: "Again", icon });
      expectFailure(again, 404, "NotFound");
      const bare = { description: null, icon: null, users: null, nsfw: null };
      expect((await create(owner, { name: "a", ...bare })).status).toBe(200);
      expect((await create(owner, { name: "a", description: "" })).body.description).toBe("");
    });

    test("ignores duplicates and the creator", async () => {
      const [owner, friend] = await newPeople(1);
      if (!friend) throw new Error("no friend");
      const users = [friend.id, owner.id, ...Array(60).fill(friend.id)];
      const { status, body } = await create(owner, { name: "Us", users });
      expect({ status, recipients: body.recipients }).toEqual({
        status: 200,
        recipients: [owner.id, friend.id],
      });
    });

    test.each(pairs)("with a user whose relation is %s", async (pair) => {
      const people: [Person, Person] = [await newUser(server), await newUser(server)];
      await setRelationship(server, pair, people);
      const response = await create(people[0], { name: "Us", users: [people[1].id] });
      if (pair === "Friend/Friend") expect(response.status).toBe(200);
      else expectFailure(response, 403, "NotFriends");
    });

    test("is refused for these reasons, in this order", async () => {
      const [owner, ...friends] = await newPeople(4);
      const stranger = await newUser(server);
      await using announcements = await recordAnnouncements(server);
      const many = Array.from({ length: 50 }, (_, index) => `user ${index}`);
      const wrong = [
        {},
        { name: "" },
        { name: "x".repeat(33) },
        { name: 1 },
        { name: "nul\0" },
        { name: "a", description: "x".repeat(1025) },
        { name: "a", icon: "" },
        { name: "a", icon: "x".repeat(129) },
        { name: "a", users: friends[0]?.id },
        { name: "a", users: [1] },
        { name: "a", users: ["nul\0"] },
        { name: "a", nsfw: "yes" },
        { name: "a", users: many, icon: "unknown" },
      ];
      for (const body of wrong)
        expectFailure(await create(owner, body), 400, "FailedValidation", { error: expect.any(String) });
      const tooMany = idsOf(friends);
      for (const id of [stranger.id, "unknown", "", "@me", "👍", "' or 1=1 --"])
        expectFailure(
          await create(owner, { name: "a", users: [...tooMany, id], icon: "unknown" }),
          403,
          "NotFriends",
        );
      const full = await create(owner, { name: "a", users: tooMany, icon: "unknown" });
      expectFailure(full, 403, "GroupTooLarge", { max: 4 });
      expectFailure(await create(owner, { name: "a", icon: "unknown" }), 404, "NotFound");
      const foreign = await uploadFile(server, stranger, { tag: "icons", content: await makeImage("png") });
      expectFailure(await create(owner, { name: "a", icon: foreign }), 404, "NotFound");
      expectFailure(await server.client.post("/channels/create", { name: "a" }), 401, "InvalidSession");
      expect(announcements.take()).toEqual([]);
      expect(await readConversations(server, owner)).toEqual([]);
      expect((await create(owner, { name: "a", users: tooMany.slice(1) })).body.recipients).toHaveLength(4);
    });
  },
);
