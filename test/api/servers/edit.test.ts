import { afterAll, beforeAll, expect, test } from "bun:test";
import { topic } from "../../../src/visibility/announcement.ts";
import { newUser } from "../../support/accounts/people.ts";
import { drawPng } from "../../support/files/stored-file.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { makeConfirmed } from "../../support/operators/operators.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity } from "../../support/servers/communities.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../../support/stream/record-announcements.ts";

describeServer("editing servers", anyEngine, (server) => {
  let community: Community;
  let announcements: AnnouncementRecorder;

  beforeAll(async () => {
    community = await newCommunity(server);
    announcements = await recordAnnouncements(server);
  });
  afterAll(() => announcements[Symbol.asyncDispose]());

  const edit = (body: object, by = community.owner) =>
    server.client.patch(`/servers/${community.id}`, body, by);
  const fetchServer = async () => (await server.client.get(`/servers/${community.id}`, community.owner)).body;
  const upload = async (tag: string) =>
    uploadFile(server, community.owner, { tag, content: await drawPng(4, 4), filename: "picture.png" });
  const fileStatus = async (tag: string, id: string) =>
    (await fetch(`${server.url}/autumn/${tag}/${id}`)).status;
  /** The announced updates since the last call. */
  const takeUpdates = () =>
    announcements.take().map(({ name, topics, payload }) => {
      expect({ name, topics }).toEqual({ name: "ServerUpdate", topics: [topic.server(community.id)] });
      return payload;
    });

  test("changes are stored, returned and announced; unchanged fields are not announced", async () => {
    const { status, body } = await edit({ name: "Holt", description: "By the river", analytics: true });
    expect({ status, body }).toEqual({
      status: 200,
      body: { ...community.server, name: "Holt", description: "By the river", analytics: true },
    });
    expect(await fetchServer()).toEqual(body);
    expect(takeUpdates()).toEqual([
      { id: community.id, data: { name: "Holt", description: "By the river", analytics: true }, clear: [] },
    ]);
    await edit({ name: "Holt", description: "By the sea", analytics: false });
    expect(takeUpdates()).toEqual([
      { id: community.id, data: { description: "By the sea", analytics: false }, clear: [] },
    ]);
    expect(await fetchServer()).not.toHaveProperty("analytics");
  });

  test("an edit without effect is neither announced nor audited", async () => {
    await edit({ name: "Same", remove: ["Description", "Categories", "SystemMessages"] });
    takeUpdates();
    const entries = await readAuditLog(server, community);
    const { status, body } = await edit({
      name: "Same",
      analytics: false,
      remove: ["Description", "Icon"],
    });
    expect({ status, body }).toEqual({ status: 200, body: await fetchServer() });
    expect(takeUpdates()).toEqual([]);
    expect(await readAuditLog(server, community)).toEqual(entries);
  });

  test("fields are emptied before others are set", async () => {
    await edit({ description: "Old", system_messages: { user_left: community.channel } });
    takeUpdates();
    const remove = ["Description", "SystemMessages", "Banner", "Description"];
    const { body } = await edit({ description: "New", remove });
    expect(body.description).toBe("New");
    expect(body).not.toHaveProperty("system_messages");
    expect(takeUpdates()).toEqual([
      { id: community.id, data: { description: "New" }, clear: ["SystemMessages"] },
    ]);
  });

  test("`nsfw` and unknown fields cannot be edited", async () => {
    const before = await fetchServer();
    const { body } = await edit({ nsfw: true, default_permissions: 0, channels: [], roles: {}, _id: "x" });
    expect(body).toEqual(before);
  });

  test("channels for system messages are replaced as a whole, and must be of the server", async () => {
    await edit({ system_messages: { user_joined: community.channel, user_left: community.channel } });
    const { body } = await edit({ system_messages: { user_banned: community.channel, user_kicked: null } });
    expect(body.system_messages).toEqual({ user_banned: community.channel });
    expect(takeUpdates().at(-1)).toMatchObject({
      data: { system_messages: { user_banned: community.channel } },
    });
    const foreign = (await newCommunity(server)).channel;
    announcements.take();
    for (const id of [foreign, "unknown", "", "__proto__"]) {
      const response = await edit({ name: "No", system_messages: { user_left: id } });
      expect(outcome(response)).toBe("404 NotFound");
    }
    expect((await edit({ system_messages: {} })).body.system_messages).toEqual({});
    expect(takeUpdates()).toHaveLength(1);
  });

  test("categories are replaced as a whole, and lose channels of other servers", async () => {
    const foreign = (await newCommunity(server)).channel;
    announcements.take();
    const [river, sea] = [
      { id: "river", title: "River", channels: [community.channel] },
      { id: "sea", title: "Sea", channels: [] },
    ];
    const sent = [river, { ...sea, channels: [foreign, "unknown"], unknown: true }];
    expect((await edit({ categories: sent })).body.categories).toEqual([river, sea]);
    expect(takeUpdates()).toEqual([{ id: community.id, data: { categories: [river, sea] }, clear: [] }]);
    for (const channels of [
      [[community.channel, community.channel]],
      [[community.channel], [community.channel]],
      [["unknown", "unknown"]],
    ]) {
      const categories = channels.map((ids, index) => ({ id: `${index}`, title: "T", channels: ids }));
      expect(outcome(await edit({ categories }))).toBe("400 InvalidOperation");
    }
    expect((await edit({ categories: [] })).body.categories).toEqual([]);
    expect((await edit({ remove: ["Categories"] })).body).not.toHaveProperty("categories");
    expect(takeUpdates()).toEqual([
      { id: community.id, data: { categories: [] }, clear: [] },
      { id: community.id, data: {}, clear: ["Categories"] },
    ]);
  });

  test("flags can be set and cleared by operators", async () => {
    const operator = await newUser(server);
    await makeConfirmed(server, operator);
    announcements.take();
    const mark = (body: object) => server.client.patch(`/admin/servers/${community.id}`, body, operator);
    const fetch = async () => (await server.client.get(`/servers/${community.id}`, community.owner)).body;
    expect((await mark({ flags: 2 ** 31 - 1, discoverable: true })).status).toBe(200);
    expect(await fetch()).toMatchObject({ flags: 2 ** 31 - 1, discoverable: true });
    expect((await mark({ flags: 0, discoverable: false })).status).toBe(200);
    const body = await fetch();
    expect(body).not.toHaveProperty("flags");
    expect(body).not.toHaveProperty("discoverable");
    expect(takeUpdates().at(-1)).toEqual({
      id: community.id,
      data: { flags: 0, discoverable: false },
      clear: [],
    });
  });

  test.each([
    ["icon", "icons", "Icon"],
    ["banner", "banners", "Banner"],
  ] as const)("a new %s replaces the old one, which is released", async (field, tag, name) => {
    const [first, second] = [await upload(tag), await upload(tag)];
    const { body } = await edit({ [field]: first });
    expect(body[field]).toMatchObject({ _id: first, tag });
    expect(takeUpdates()).toEqual([{ id: community.id, data: { [field]: body[field] }, clear: [] }]);
    expect(await fileStatus(tag, first)).toBe(200);
    expect((await edit({ [field]: second, remove: [name] })).body[field]).toMatchObject({ _id: second });
    expect(takeUpdates()).toMatchObject([{ data: { [field]: { _id: second } }, clear: [] }]);
    expect([await fileStatus(tag, first), await fileStatus(tag, second)]).toEqual([404, 200]);
    expect((await edit({ remove: [name] })).body).not.toHaveProperty(field);
    expect(takeUpdates()).toEqual([{ id: community.id, data: {}, clear: [name] }]);
    expect(await fileStatus(tag, second)).toBe(404);
  });

  test("files that are used, misplaced, unknown or foreign are NotFound, and nothing changes", async () => {
    const used = await upload("icons");
    await edit({ icon: used });
    const misplaced = await upload("banners");
    const other = await newUser(server);
    const foreign = await uploadFile(server, other, { tag: "icons", content: await drawPng(4, 4) });
    const fresh = await upload("icons");
    const before = await fetchServer();
    announcements.take();
    for (const icon of [used, misplaced, foreign, "unknown", ""])
      expect(outcome(await edit({ name: "No", icon }))).toBe("404 NotFound");
    // A later failure does not use up the first file.
    expect(outcome(await edit({ icon: fresh, banner: "unknown", remove: ["Icon"] }))).toBe("404 NotFound");
    expect(await fetchServer()).toEqual(before);
    expect(await fileStatus("icons", used)).toBe(200);
    expect(takeUpdates()).toEqual([]);
    expect(outcome(await edit({ icon: fresh }))).toBe("200");
  });

  test("the audit log has the fields that changed, as they were and as they are", async () => {
    await edit({ name: "Before", description: "Old", remove: ["Categories"] });
    const icon = (await fetchServer()).icon;
    const headers = { "x-audit-log-reason": "spring cleaning" };
    const body = { name: "After", analytics: true, remove: ["Description", "Icon", "Categories"] };
    await server.client.patch(`/servers/${community.id}`, body, { token: community.owner.token, headers });
    expect((await readAuditLog(server, community)).at(-1)).toEqual({
      by: community.owner.id,
      target: null,
      reason: "spring cleaning",
      action: {
        type: "ServerEdit",
        before: { name: "Before", description: "Old", analytics: false, icon },
        after: { name: "After", analytics: true },
      },
    });
  });

  test("concurrent edits all take effect", async () => {
    announcements.take();
    const bodies = [{ name: "Race" }, { description: "Race" }, { analytics: false }, { categories: [] }];
    const responses = await Promise.all(bodies.map((body) => edit(body)));
    expect(responses.map(outcome)).toEqual(Array(4).fill("200"));
    expect(await fetchServer()).toMatchObject({ name: "Race", description: "Race", categories: [] });
    expect(takeUpdates()).toHaveLength(4);
  });

  test("one file is claimed once by concurrent edits", async () => {
    const icon = await upload("icons");
    const responses = await Promise.all([1, 2, 3].map(() => edit({ icon })));
    expect(responses.map(outcome).sort()).toEqual(["200", "404 NotFound", "404 NotFound"]);
    expect(await fileStatus("icons", icon)).toBe(200);
  });
});
