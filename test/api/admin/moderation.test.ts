import { beforeAll, expect, test } from "bun:test";
import { newUser } from "../../support/accounts/people.ts";
import { inviteBot, newBot } from "../../support/bots/bots.ts";
import { putPermissions } from "../../support/channels/channel-calls.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import { failWrites } from "../../support/database/fail-writes.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { allowLoggedErrors } from "../../support/log/test-log.ts";
import { newRoom, sendMessage } from "../../support/messages/sending.ts";
import { actionsDuring, newOperator, type Operator } from "../../support/operators/operators.ts";
import { about, reported } from "../../support/operators/reports.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openServer } from "../../support/server/server.ts";
import { joinCommunity, newCommunity } from "../../support/servers/communities.ts";
import { denyView } from "../../support/stream/observed-server.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

const nobody = "0".repeat(26);

describeServer("the admin API", preferPostgres, (server, engine) => {
  let operator: Operator;
  beforeAll(async () => {
    operator = await newOperator(server);
  });

  const get = async (path: string) => (await server.client.get(`/admin${path}`, operator)).body;
  const idsOf = async (path: string) => ((await get(path)) as { _id: string }[]).map(({ _id }) => _id);
  const patch = (path: string, body: object) => server.client.patch(`/admin${path}`, body, operator);
  const remove = (path: string) => server.client.delete(`/admin${path}`, {}, operator);
  const recording = (work: () => Promise<void>) => actionsDuring(server, operator, work);

  /** Reads a list in pages of two, until it ends. */
  async function readPages(path: string): Promise<string[]> {
    const ids: string[] = [];
    for (let after = ""; ; ) {
      const page = await idsOf(
        `${path}${path.includes("?") ? "&" : "?"}limit=2${after && `&after=${after}`}`,
      );
      ids.push(...page);
      after = page[1] ?? "";
      if (after === "") return ids;
    }
  }

  test("lists servers, finds them, and shows them", async () => {
    const owner = await newUser(server);
    const places: string[] = [];
    for (const _ of "123") places.push((await newCommunity(server, owner)).id);
    await server.client.patch(`/servers/${places[1]}`, { name: "A Rare name_%" }, owner);
    const all = await readPages("/servers");
    expect(all).toEqual(all.toSorted());
    expect(all.filter((id) => places.includes(id))).toEqual(places);
    for (const query of ["rare NAME_", String(places[1])])
      expect(await idsOf(`/servers?query=${encodeURIComponent(query)}`)).toEqual([places[1] ?? ""]);
    expect(await idsOf(`/servers?query=${owner.id}`)).toEqual(places);
    expect(await idsOf(`/servers?query=${encodeURIComponent("rare%name")}`)).toEqual([]);
    expect(await get(`/servers/${places[1]}`)).toEqual({
      _id: places[1],
      name: "A Rare name_%",
      owner: owner.id,
      owner_name: expect.stringMatching(/^Somebody#\d{4}$/),
      created_at: expect.any(String),
      members: 1,
      flags: 0,
      discoverable: false,
      channels: [{ _id: expect.any(String), name: "General" }],
    });
    expect((await get(`/servers?query=${places[1]}`))[0]).not.toHaveProperty("channels");
    expectFailure(await server.client.get("/admin/servers/unknown", operator), 404, "NotFound");
  });

  test("makes a server discoverable", async () => {
    const place = await newCommunity(server);
    const stranger = await newUser(server);
    const join = () => server.client.post(`/invites/${place.id}`, {}, stranger);
    expect(outcome(await join())).toBe("404 NotFound");
    const { body } = await patch(`/servers/${place.id}`, { discoverable: true });
    expect(body.discoverable).toBe(true);
    expect(outcome(await join())).toBe("200");
  });

  test("gives a server to somebody who is no member, and sets its flags", async () => {
    const place = await newCommunity(server);
    const heir = await newUser(server);
    const { stream } = await openReadyStream(server, heir);
    await using _ = stream;
    const edit = { owner: heir.id, flags: 1 };
    const recorded = await recording(async () => {
      const { status, body } = await patch(`/servers/${place.id}`, edit);
      expect({ status, body }).toMatchObject({ status: 200, body: { owner: heir.id, flags: 1, members: 2 } });
    });
    expect(recorded).toEqual([{ source: "admin", action: "servers edit", target: place.id, details: edit }]);
    expect(await stream.next("ServerCreate")).toMatchObject({ id: place.id });
    expect(await stream.next("ServerUpdate")).toMatchObject({ id: place.id, data: edit });
    // The audit log of the server tells that it was an operator, and not which one.
    const { body } = await server.client.get(`/servers/${place.id}/audit_logs`, heir);
    expect(body.audit_logs[0]).toMatchObject({ user: nobody, action: { type: "ServerEdit" } });
    expect(JSON.stringify(body)).not.toContain(operator.id);
  });

  test("refuses owners who are bots, banned, removed or unknown, and changes nothing", async () => {
    const place = await newCommunity(server);
    const bot = await newBot(server, place.owner);
    await inviteBot(server, bot, { server: place.id, by: place.owner });
    const [banned, removed] = [await newUser(server), await newUser(server)];
    await joinCommunity(server, place, banned);
    await server.client.put(`/servers/${place.id}/bans/${banned.id}`, {}, place.owner);
    await patch(`/users/${removed.id}`, { flags: 4 });
    const before = await dumpTables(server);
    const give = async (owner: string) => outcome(await patch(`/servers/${place.id}`, { owner, flags: 1 }));
    expect(await give(bot.id)).toBe("400 InvalidOperation");
    expect(await give(removed.id)).toBe("400 InvalidOperation");
    expect(await give(banned.id)).toBe("403 Banned");
    expect(await give("unknown")).toBe("404 NotFound");
    expect(await dumpTables(server)).toEqual(before);
  });

  test("deletes a server, and its members lose it", async () => {
    const place = await newRoom(server);
    const { stream } = await openReadyStream(server, place.member);
    await using _ = stream;
    const recorded = await recording(async () => {
      expect(outcome(await remove(`/servers/${place.id}`))).toBe("204");
      expect(outcome(await remove(`/servers/${place.id}`))).toBe("404 NotFound");
    });
    expect(recorded).toEqual([
      {
        source: "admin",
        action: "servers delete",
        target: place.id,
        details: { deleted: expect.arrayContaining([{ what: "channels", count: 1 }]) },
      },
    ]);
    expect(await stream.next("ServerDelete")).toMatchObject({ id: place.id });
    expect(outcome(await server.client.get(`/servers/${place.id}`, place.member))).toBe("404 NotFound");
  });

  test("shows reports with what was reported, deletes the message, and closes them", async () => {
    const place = await newRoom(server);
    const target = { by: place.owner, channel: place.channel };
    const message = await sendMessage(server, target, { content: "reported words" });
    const reporter = await newUser(server);
    const reports: string[] = [];
    for (const content of [
      about("Message", message),
      about("Server", place.id),
      about("User", place.owner.id),
    ])
      reports.push((await reported(server, reporter, content, { additional_context: "Look." })).id);
    const [first = "", second = "", third = ""] = reports;
    expect((await readPages("/reports")).slice(0, 3)).toEqual([third, second, first]);
    const details = await get(`/reports/${first}`);
    expect(details).toMatchObject({
      report: { _id: first, author: reporter.id, status: "Created", type: "Message", content_id: message },
      snapshots: [{ kind: "Message", message: { content: "reported words" } }],
    });
    expect(details.names[place.owner.id]).toStartWith("Somebody#");

    const { stream } = await openReadyStream(server, place.member);
    await using _ = stream;
    const recorded = await recording(async () => {
      expect(outcome(await remove(`/messages/${message}`))).toBe("204");
      expect(outcome(await remove(`/messages/${message}`))).toBe("404 NotFound");
      const resolved = await patch(`/reports/${first}`, { notes: "Deleted." });
      expect(resolved.body).toMatchObject({ status: "Resolved", notes: "Deleted." });
      const rejected = await patch(`/reports/${second}`, { rejection_reason: "Harmless." });
      expect(rejected.body).toMatchObject({ status: "Rejected", rejection_reason: "Harmless." });
      expect(outcome(await patch(`/reports/${second}`, {}))).toBe("400 InvalidOperation");
    });
    expect(recorded).toEqual([
      { source: "admin", action: "messages delete", target: message, details: {} },
      { source: "admin", action: "reports close", target: first, details: { notes: "Deleted." } },
      {
        source: "admin",
        action: "reports close",
        target: second,
        details: { rejection_reason: "Harmless." },
      },
    ]);
    expect(await stream.next("MessageDelete")).toMatchObject({ id: message, channel: place.channel });
    expect((await idsOf("/reports?status=closed")).slice(0, 2)).toEqual([second, first]);
    expect(await idsOf("/reports?limit=1")).toEqual([third]);
    expect((await idsOf("/reports?status=all")).slice(0, 3)).toEqual([third, second, first]);
    expect(outcome(await server.client.get("/admin/reports?status=odd", operator))).toBe(
      "400 FailedValidation",
    );
  });

  test("shows a reported conversation as it is now, in pages that are each recorded", async () => {
    const [owner, friend] = await newFriends(server);
    const channel = (await openConversation(server, owner, friend.id)).body._id as string;
    const ids: string[] = [];
    for (const text of ["one", "two", "three", "four", "five"])
      ids.push(await sendMessage(server, { by: owner, channel }, { content: text }));
    const [one = "", two = "", three = "", four = "", five = ""] = ids;
    const path = `/channels/${channel}/messages`;
    const read = async (query: string) => {
      const { messages } = await get(`${path}?${query}`);
      return (messages as { _id: string }[]).map(({ _id }) => _id);
    };
    const recorded = await recording(async () => {
      const body = await get(path);
      expect(body).toMatchObject({
        channel_type: "DirectMessage",
        messages: [{ content: "one" }, {}, {}, {}, {}],
      });
      expect(body.names).toEqual({ [owner.id]: expect.stringMatching(/^Somebody#\d{4}$/) });
      expect(await read("limit=2")).toEqual([four, five]);
      expect(await read(`limit=2&before=${four}`)).toEqual([two, three]);
      expect(await read(`limit=2&after=${one}`)).toEqual([two, three]);
      expect(await read(`limit=2&nearby=${three}`)).toEqual([one, two, three, four]);
      expectFailure(await server.client.get(`/admin/channels/${nobody}/messages`, operator), 404, "NotFound");
    });
    const row = (details: object) =>
      ({ source: "admin", action: "messages read", target: channel, details }) as const;
    expect(recorded).toEqual([
      row({}),
      row({ limit: 2 }),
      row({ limit: 2, before: four }),
      row({ limit: 2, after: one }),
      row({ limit: 2, nearby: three }),
    ]);
  });

  test("shows a hidden channel, and nothing while the audit cannot be written", async () => {
    allowLoggedErrors(/a request failed/);
    const { id, owner, channel } = await newCommunity(server);
    await putPermissions(server, { by: owner, channel, of: "default" }, denyView);
    await sendMessage(server, { by: owner, channel }, "hidden words");
    expect(await get(`/channels/${channel}/messages`)).toMatchObject({
      name: "General",
      server: id,
      messages: [{ content: "hidden words" }],
    });
    await using broken = await openServer(engine);
    const by = await newOperator(broken);
    const place = await newCommunity(broken);
    await failWrites(broken, { table: "operator_actions", event: "insert", code: "P0001" });
    const refused = await broken.client.get(`/admin/channels/${place.channel}/messages`, by);
    expectFailure(refused, 500, "InternalError");
  });

  test("creates codes for registration, lists and revokes them", async () => {
    const recorded = await recording(async () => {
      const { body: made } = await server.client.post("/admin/invites", { max_uses: 2 }, operator);
      expect(made).toEqual({
        code: expect.any(String),
        created_at: expect.any(String),
        uses: 0,
        max_uses: 2,
      });
      const { body: unlimited } = await server.client.post("/admin/invites", {}, operator);
      expect(unlimited).not.toHaveProperty("max_uses");
      expect(await get("/invites")).toEqual(expect.arrayContaining([made, unlimited]));
      expect(outcome(await remove(`/invites/${made.code}`))).toBe("204");
      expect(outcome(await remove(`/invites/${made.code}`))).toBe("404 NotFound");
      expect(await get("/invites")).toEqual([unlimited]);
    });
    expect(recorded.map(({ action, details }) => ({ action, details }))).toEqual([
      { action: "invites create", details: { max_uses: 2 } },
      { action: "invites create", details: {} },
      { action: "invites revoke", details: {} },
    ]);
  });

  test("lists bots with their owners, and finds them", async () => {
    const owner = await newUser(server, "Keeper");
    const bots = [
      await newBot(server, owner, "Alpha.bot"),
      await newBot(server, owner, "Beta.bot"),
      await newBot(server, undefined, "Gamma.bot"),
    ];
    const ids = bots.map(({ id }) => id);
    expect((await readPages("/bots")).slice(-3)).toEqual(ids);
    expect(await idsOf(`/bots?query=${owner.id}`)).toEqual(ids.slice(0, 2));
    const [found, ...others] = await get("/bots?query=BETA");
    expect(others).toEqual([]);
    expect(found).toEqual({
      _id: ids[1],
      username: "Beta.bot",
      discriminator: expect.any(String),
      owner: owner.id,
      owner_name: expect.stringMatching(/^Keeper#\d{4}$/),
      public: true,
      created_at: expect.any(String),
    });
    for (const { token } of bots) expect(JSON.stringify(await get("/bots"))).not.toContain(token);
  });

  test("lists what operators did, newest first, of one of them or on one target", async () => {
    const second = await newOperator(server);
    const person = await newUser(server);
    for (const badges of [1, 2, 3])
      await server.client.patch(`/admin/users/${person.id}`, { badges }, second);
    await patch(`/users/${person.id}`, { badges: 4 });
    const list = async (query: string) =>
      ((await get(`/audit?${query}`)) as { actor: string; details: { badges?: number } }[]).map(
        ({ actor, details }) => `${actor === second.id ? "second" : "first"} ${details.badges}`,
      );
    expect(await list(`target=${person.id}`)).toEqual(["first 4", "second 3", "second 2", "second 1"]);
    expect(await list(`actor=${second.id}&limit=2`)).toEqual(["second 3", "second 2"]);
    const [last] = await get(`/audit?actor=${second.id}&limit=1`);
    expect(last).toEqual({
      _id: expect.any(String),
      at: expect.any(String),
      source: "admin",
      actor: second.id,
      actor_name: expect.stringMatching(/#\d{4}$/),
      action: "users edit",
      target: person.id,
      details: { badges: 3 },
    });
    expect(await list(`actor=${second.id}&before=${last._id}`)).toEqual(["second 2", "second 1"]);
  });
});
