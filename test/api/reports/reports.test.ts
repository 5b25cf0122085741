import { beforeAll, describe, expect, test } from "bun:test";
import type { ChannelsTables } from "../../../src/domains/channels/index.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { newBot } from "../../support/bots/bots.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { newRoom, type Room, sendMessage } from "../../support/messages/sending.ts";
import { about, report, reported, reportsBy } from "../../support/operators/reports.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openServer } from "../../support/server/server.ts";
import { recordEvents } from "../../support/stream/record-events.ts";

const contentReasons = [
  ...["NoneSpecified", "Illegal", "IllegalGoods", "IllegalExtortion", "IllegalPornography"],
  ...["IllegalHacking", "ExtremeViolence", "PromotesHarm", "UnsolicitedSpam", "Raid", "SpamAbuse"],
  ...["ScamsFraud", "Malware", "Harassment"],
];
const userReasons = [
  ...["NoneSpecified", "UnsolicitedSpam", "SpamAbuse", "InappropriateProfile", "Impersonation"],
  ...["BanEvasion", "Underage"],
];
const unknown = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

describeServer("reports", anyEngine, (server) => {
  let community: Room;
  let message: string;
  let stranger: Person;
  beforeAll(async () => {
    community = await newRoom(server);
    message = await sendMessage(
      server,
      { by: community.owner, channel: community.channel },
      { content: "Hello." },
    );
    stranger = await newUser(server);
  });

  test("are stored as sent, answered with no content, and emit no event", async () => {
    const reporter = await newUser(server);
    await using events = await recordEvents(server, "all");
    const response = await report(
      server,
      reporter,
      { ...about("User", community.owner.id, { message_id: message }), surplus: true },
      { additional_context: "Look at “this”.\n\u202e" },
    );
    expect({ status: response.status, body: response.body }).toEqual({ status: 204, body: undefined });
    const [stored, ...others] = await reportsBy(server, reporter);
    expect(others).toEqual([]);
    expect(stored).toMatchObject({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      author_id: reporter.id,
      content: { type: "User", id: community.owner.id, report_reason: "NoneSpecified", message_id: message },
      additional_context: "Look at “this”.\n\u202e",
      status: "Created",
      rejection_reason: null,
      notes: "",
      closed_at: null,
    });
    expect(stored?.content).not.toHaveProperty("surplus");
    expect(stored?.snapshots.map(({ kind }) => kind)).toEqual(["User", "Message"]);
    expect(events.received).toEqual([]);
  });

  test("accept each reason of their content type, and no other", async () => {
    const reporter = await newUser(server);
    const cases = [
      ...contentReasons.map((reason) => ["Message", message, reason] as const),
      ...contentReasons.map((reason) => ["Server", community.id, reason] as const),
      ...userReasons.map((reason) => ["User", community.owner.id, reason] as const),
    ];
    for (const [type, id, report_reason] of cases)
      expect((await report(server, reporter, { type, id, report_reason })).status).toBe(204);
    const stored = await reportsBy(server, reporter);
    expect(stored.map(({ content }) => `${content.type} ${content.report_reason}`)).toEqual(
      cases.map(([type, , reason]) => `${type} ${reason}`),
    );
    for (const wrong of [
      about("User", community.owner.id, { report_reason: "Malware" }),
      about("Message", message, { report_reason: "Underage" }),
      about("Server", community.id, { report_reason: "harassment" }),
      { type: "Message", id: message },
      { type: "Channel", id: community.channel, report_reason: "Raid" },
      { type: "Message", report_reason: "Raid" },
      about("User", community.owner.id, { message_id: 5 }),
    ])
      expectFailure(await report(server, reporter, wrong), 400, "FailedValidation", {
        error: expect.any(String),
      });
  });

  test("hold up to a thousand characters of context, which is optional", async () => {
    const reporter = await newUser(server);
    const content = about("Server", community.id);
    const long = await report(server, reporter, content, { additional_context: "x".repeat(1_001) });
    expectFailure(long, 400, "FailedValidation", { error: expect.any(String) });
    const longestContext = "x".repeat(1_000);
    expect(
      (await reported(server, reporter, content, { additional_context: longestContext })).additional_context,
    ).toBe(longestContext);
    expect((await reported(server, reporter, content)).additional_context).toBe("");
  });

  test("check body, bot, existence and ownership in this order", async () => {
    const { token: bot, owner } = await newBot(server);
    const asBot = (body: object) => server.client.post("/safety/report", body, { bot });
    expectFailure(await asBot({}), 400, "FailedValidation", { error: expect.any(String) });
    for (const id of ["unknown", owner.id])
      expectFailure(await asBot({ content: about("User", id) }), 400, "IsBot");
    for (const type of ["Message", "Server", "User"] as const)
      for (const id of [unknown, unknown.toLowerCase(), "unknown", "", "@me", "' or 1=1 --", "x".repeat(128)])
        expectFailure(await report(server, stranger, about(type, id)), 404, "NotFound");
    const long = about("User", "x".repeat(129));
    expectFailure(await report(server, stranger, long), 400, "FailedValidation", {
      error: expect.any(String),
    });
    // Ids of objects of another type.
    expectFailure(await report(server, stranger, about("Message", community.id)), 404, "NotFound");
    expectFailure(await report(server, stranger, about("Server", message)), 404, "NotFound");
    const own = [about("Message", message), about("Server", community.id), about("User", community.owner.id)];
    for (const content of own)
      expectFailure(await report(server, community.owner, content), 400, "CannotReportYourself");
    expect(await reportsBy(server, community.owner)).toEqual([]);
    expect(await reportsBy(server, stranger)).toEqual([]);
  });

  test("write nothing when they are refused", async () => {
    const before = await dumpTables(server);
    await report(server, community.owner, about("Message", message));
    await report(server, stranger, about("User", unknown, { message_id: message }));
    await report(server, stranger, about("Message", `${message}\0`));
    expect(await dumpTables(server)).toEqual(before);
  });

  test("get the same reply whether or not the reporter can see the content", async () => {
    const [one, other] = await newFriends(server);
    const { body: conversation } = await openConversation(server, one, other.id);
    const secret = await sendMessage(
      server,
      { by: one, channel: conversation._id },
      { content: "Between us." },
    );
    await community.setPermissions([], ["ViewChannel"]);
    const responses = await Promise.all([
      report(server, stranger, about("Message", secret)),
      report(server, stranger, about("Message", message)),
      report(server, stranger, about("User", one.id)),
      report(server, community.member, about("Message", message)),
    ]);
    const comparable = responses.map(({ status, body, headers }) => [
      status,
      body,
      headers.get("content-type"),
    ]);
    expect(new Set(comparable.map((response) => JSON.stringify(response))).size).toBe(1);
    await community.setPermissions([]);
  });

  test("ignore an unknown message_id", async () => {
    const reporter = await newUser(server);
    for (const message_id of [unknown, "unknown", "", null]) {
      const stored = await reported(server, reporter, about("User", community.owner.id, { message_id }));
      expect(stored.snapshots.map(({ kind }) => kind)).toEqual(["User"]);
    }
  });

  test("find a message among many channels", async () => {
    const { store, services } = server.running;
    await store.write(async (tx) => {
      const rows = Array.from({ length: 2_500 }, () => ({
        ...{ id: services.ids.next(), kind: "SavedMessages" as const, active: 1 },
        ...{ pair: null, last_message_id: null, server_id: null, name: null, description: null, icon: null },
        ...{ default_allow: null, default_deny: null, voice: null, slowmode: null },
        ...{ owner_id: null, permissions: null },
      }));
      for (let at = 0; at < rows.length; at += 500)
        await tx
          .sql<ChannelsTables>()
          .insertInto("channels")
          .values(rows.slice(at, at + 500))
          .execute();
    });
    const { owner, channel, member } = await newRoom(server);
    const messageId = await sendMessage(server, { by: owner, channel: channel }, { content: "Late." });
    const { snapshots } = await reported(server, member, about("Message", messageId));
    expect(snapshots).toMatchObject([{ kind: "Message", channel: { _id: channel } }]);
    expect((await reported(server, member, about("Message", message))).content.id).toBe(message);
    expectFailure(await report(server, member, about("Message", unknown)), 404, "NotFound");
  });

  test("a message that is deleted at the same time is reported or not found", async () => {
    const { owner, channel, member } = await newRoom(server);
    for (let round = 0; round < 5; round++) {
      const id = await sendMessage(server, { by: owner, channel: channel }, { content: "Quick." });
      const [response] = await Promise.all([
        report(server, member, about("Message", id)),
        server.client.delete(`/channels/${channel}/messages/${id}`, {}, owner),
      ]);
      expect(response.status).toBeOneOf([204, 404]);
    }
    const stored = await reportsBy(server, member);
    for (const { snapshots } of stored) expect(snapshots).toMatchObject([{ message: { content: "Quick." } }]);
  });
});

describe("the limit of reports", () => {
  test("is three per window, for any content", async () => {
    await using server = await openServer("sqlite", { config: { ratelimits: { enabled: true } } });
    const person = await newUser(server);
    const statuses = [];
    for (let calls = 0; calls < 4; calls++)
      statuses.push((await report(server, person, about("User", `${calls}`))).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
  });
});
