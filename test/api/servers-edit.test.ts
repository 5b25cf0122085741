import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { topic } from "../../src/protocol/event.ts";
import { type Overhearing, overhear } from "../support/announcements.ts";
import { type Community, newCommunity } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { outcome } from "../support/expect-failure.ts";
import { readAudit } from "../support/member-calls.ts";
import { uploaded } from "../support/multipart.ts";
import { newUser } from "../support/people.ts";
import { runCommand } from "../support/run-command.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { drawPng } from "../support/stored-file.ts";

for (const engine of engines) {
  describe(`editing servers on ${engine}`, () => {
    let server: TestServer;
    let place: Community;
    let ears: Overhearing;

    beforeAll(async () => {
      server = await openServer(engine);
      place = await newCommunity(server);
      ears = await overhear(server);
    });
    afterAll(async () => {
      await ears[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    });

    const edit = (body: object, by = place.owner) => server.client.patch(`/servers/${place.id}`, body, by);
    const fetched = async () => (await server.client.get(`/servers/${place.id}`, place.owner)).body;
    const upload = async (tag: string) =>
      uploaded(server, place.owner, { tag, content: await drawPng(4, 4), filename: "picture.png" });
    const shown = async (tag: string, id: string) =>
      (await fetch(`${server.url}/autumn/${tag}/${id}`)).status;
    /** What the members were told. */
    const told = () =>
      ears.take().map(({ name, topics, payload }) => {
        expect({ name, topics }).toEqual({ name: "ServerUpdate", topics: [topic.server(place.id)] });
        return payload;
      });

    test("what changes is stored, answered and told; what stays is not told", async () => {
      const { status, body } = await edit({ name: "Holt", description: "By the river", analytics: true });
      expect({ status, body }).toEqual({
        status: 200,
        body: { ...place.server, name: "Holt", description: "By the river", analytics: true },
      });
      expect(await fetched()).toEqual(body);
      expect(told()).toEqual([
        { id: place.id, data: { name: "Holt", description: "By the river", analytics: true }, clear: [] },
      ]);
      await edit({ name: "Holt", description: "By the sea", analytics: false });
      expect(told()).toEqual([
        { id: place.id, data: { description: "By the sea", analytics: false }, clear: [] },
      ]);
      expect(await fetched()).not.toHaveProperty("analytics");
    });

    test("what changes nothing is not told and not written down", async () => {
      await edit({ name: "Same", remove: ["Description", "Categories", "SystemMessages"] });
      told();
      const entries = await readAudit(server, place);
      const { status, body } = await edit({
        name: "Same",
        analytics: false,
        remove: ["Description", "Icon"],
      });
      expect({ status, body }).toEqual({ status: 200, body: await fetched() });
      expect(told()).toEqual([]);
      expect(await readAudit(server, place)).toEqual(entries);
    });

    test("fields are emptied before others are set", async () => {
      await edit({ description: "Old", system_messages: { user_left: place.channel } });
      told();
      const remove = ["Description", "SystemMessages", "Banner", "Description"];
      const { body } = await edit({ description: "New", remove });
      expect(body.description).toBe("New");
      expect(body).not.toHaveProperty("system_messages");
      expect(told()).toEqual([{ id: place.id, data: { description: "New" }, clear: ["SystemMessages"] }]);
    });

    test("nsfw and what else is not asked for cannot be edited", async () => {
      const before = await fetched();
      const { body } = await edit({ nsfw: true, default_permissions: 0, channels: [], roles: {}, _id: "x" });
      expect(body).toEqual(before);
    });

    test("channels for news are replaced as a whole, and must be of the server", async () => {
      await edit({ system_messages: { user_joined: place.channel, user_left: place.channel } });
      const { body } = await edit({ system_messages: { user_banned: place.channel, user_kicked: null } });
      expect(body.system_messages).toEqual({ user_banned: place.channel });
      expect(told().at(-1)).toMatchObject({ data: { system_messages: { user_banned: place.channel } } });
      const foreign = (await newCommunity(server)).channel;
      ears.take();
      for (const id of [foreign, "unknown", "", "__proto__"]) {
        const answer = await edit({ name: "No", system_messages: { user_left: id } });
        expect(outcome(answer)).toBe("404 NotFound");
      }
      expect((await edit({ system_messages: {} })).body.system_messages).toEqual({});
      expect(told()).toHaveLength(1);
    });

    test("categories are replaced as a whole, and lose what is not of the server", async () => {
      const foreign = (await newCommunity(server)).channel;
      ears.take();
      const [river, sea] = [
        { id: "river", title: "River", channels: [place.channel] },
        { id: "sea", title: "Sea", channels: [] },
      ];
      const sent = [river, { ...sea, channels: [foreign, "unknown"], unknown: true }];
      expect((await edit({ categories: sent })).body.categories).toEqual([river, sea]);
      expect(told()).toEqual([{ id: place.id, data: { categories: [river, sea] }, clear: [] }]);
      for (const channels of [
        [[place.channel, place.channel]],
        [[place.channel], [place.channel]],
        [["unknown", "unknown"]],
      ]) {
        const categories = channels.map((ids, index) => ({ id: `${index}`, title: "T", channels: ids }));
        expect(outcome(await edit({ categories }))).toBe("400 InvalidOperation");
      }
      expect((await edit({ categories: [] })).body.categories).toEqual([]);
      expect((await edit({ remove: ["Categories"] })).body).not.toHaveProperty("categories");
      expect(told()).toEqual([
        { id: place.id, data: { categories: [] }, clear: [] },
        { id: place.id, data: {}, clear: ["Categories"] },
      ]);
    });

    test("flags come and go", async () => {
      const privileged = await newUser(server);
      await runCommand(server, "users", "promote", privileged.id);
      ears.take();
      expect((await edit({ flags: 3, discoverable: true }, privileged)).body).toMatchObject({
        flags: 3,
        discoverable: true,
      });
      expect((await edit({ flags: 2 ** 31 - 1 }, privileged)).body.flags).toBe(2 ** 31 - 1);
      const { body } = await edit({ flags: 0, discoverable: false }, privileged);
      expect(body).not.toHaveProperty("flags");
      expect(body).not.toHaveProperty("discoverable");
      expect(told().at(-1)).toEqual({ id: place.id, data: { flags: 0, discoverable: false }, clear: [] });
    });

    test.each([
      ["icon", "icons", "Icon"],
      ["banner", "banners", "Banner"],
    ] as const)("a new %s takes the place of the old one, which goes", async (field, tag, name) => {
      const [first, second] = [await upload(tag), await upload(tag)];
      const { body } = await edit({ [field]: first });
      expect(body[field]).toMatchObject({ _id: first, tag });
      expect(told()).toEqual([{ id: place.id, data: { [field]: body[field] }, clear: [] }]);
      expect(await shown(tag, first)).toBe(200);
      expect((await edit({ [field]: second, remove: [name] })).body[field]).toMatchObject({ _id: second });
      expect(told()).toMatchObject([{ data: { [field]: { _id: second } }, clear: [] }]);
      expect([await shown(tag, first), await shown(tag, second)]).toEqual([404, 200]);
      expect((await edit({ remove: [name] })).body).not.toHaveProperty(field);
      expect(told()).toEqual([{ id: place.id, data: {}, clear: [name] }]);
      expect(await shown(tag, second)).toBe(404);
    });

    test("files that are used, misplaced, unknown or of others are not found, and nothing changes", async () => {
      const used = await upload("icons");
      await edit({ icon: used });
      const misplaced = await upload("banners");
      const other = await newUser(server);
      const foreign = await uploaded(server, other, { tag: "icons", content: await drawPng(4, 4) });
      const fresh = await upload("icons");
      const before = await fetched();
      ears.take();
      for (const icon of [used, misplaced, foreign, "unknown", ""])
        expect(outcome(await edit({ name: "No", icon }))).toBe("404 NotFound");
      // What fails after it does not use up the first.
      expect(outcome(await edit({ icon: fresh, banner: "unknown", remove: ["Icon"] }))).toBe("404 NotFound");
      expect(await fetched()).toEqual(before);
      expect(await shown("icons", used)).toBe(200);
      expect(told()).toEqual([]);
      expect(outcome(await edit({ icon: fresh }))).toBe("200");
    });

    test("the audit log has the fields that changed, as they were and as they are", async () => {
      await edit({ name: "Before", description: "Old", remove: ["Categories"] });
      const icon = (await fetched()).icon;
      const headers = { "x-audit-log-reason": "spring cleaning" };
      const body = { name: "After", analytics: true, remove: ["Description", "Icon", "Categories"] };
      await server.client.patch(`/servers/${place.id}`, body, { token: place.owner.token, headers });
      expect((await readAudit(server, place)).at(-1)).toEqual({
        by: place.owner.id,
        target: null,
        reason: "spring cleaning",
        action: {
          type: "ServerEdit",
          before: { name: "Before", description: "Old", analytics: false, icon },
          after: { name: "After", analytics: true },
        },
      });
    });

    test("edits at the same moment all count", async () => {
      ears.take();
      const bodies = [{ name: "Race" }, { description: "Race" }, { analytics: false }, { categories: [] }];
      const answers = await Promise.all(bodies.map((body) => edit(body)));
      expect(answers.map(outcome)).toEqual(Array(4).fill("200"));
      expect(await fetched()).toMatchObject({ name: "Race", description: "Race", categories: [] });
      expect(told()).toHaveLength(4);
    });

    test("one file is taken once, however many want it", async () => {
      const icon = await upload("icons");
      const answers = await Promise.all([1, 2, 3].map(() => edit({ icon })));
      expect(answers.map(outcome).sort()).toEqual(["200", "404 NotFound", "404 NotFound"]);
      expect(await shown("icons", icon)).toBe(200);
    });
  });
}
