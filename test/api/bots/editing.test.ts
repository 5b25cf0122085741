import { expect, test } from "bun:test";
import { topic } from "../../../src/visibility/announcement.ts";
import { newUser } from "../../support/accounts/people.ts";
import { type Bot, inviteBot, newBot } from "../../support/bots/bots.ts";
import { storedText } from "../../support/database/stored-text.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { newCommunity } from "../../support/servers/communities.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { occupyDiscriminators } from "../../support/users/occupy-discriminators.ts";

describeServer("editing bots", anyEngine, (server, engine) => {
  const edit = ({ id, owner }: Bot, body: object, by: object = owner) =>
    server.client.patch(`/bots/${id}`, body, by);
  const self = async ({ token }: Bot) => (await server.client.get("/users/@me", { bot: token })).body;

  test("sets and clears every field without events", async () => {
    const bot = await newBot(server);
    const { id, token, owner } = bot;
    const always = { _id: id, owner: owner.id, token, user: await self(bot) };
    await using announcements = await recordAnnouncements(server);
    const interactions_url = "https://bots.example.com";
    const steps: [body: object, fields: object][] = [
      [{}, { public: true }],
      [{ public: false }, { public: false }],
      [
        { analytics: true, interactions_url },
        { public: false, analytics: true, interactions_url },
      ],
      [
        { public: null, remove: [] },
        { public: false, analytics: true, interactions_url },
      ],
      [{ analytics: false, remove: ["InteractionsURL"] }, { public: false }],
      [{ remove: ["InteractionsURL"] }, { public: false }],
      // Fields are removed before they are set.
      [
        { interactions_url, remove: ["InteractionsURL"] },
        { public: false, interactions_url },
      ],
    ];
    for (const [body, fields] of steps) {
      expect(await edit(bot, body)).toMatchObject({ status: 200, body: { ...always, ...fields } });
      const { bots } = (await server.client.get("/bots/@me", owner)).body;
      expect(bots).toEqual([{ _id: id, owner: owner.id, token, ...fields }]);
    }
    expect(announcements.take()).toEqual([]);
  });

  test("is allowed for the owner only, and rejects invalid fields", async () => {
    const bot = await newBot(server);
    const other = await newBot(server);
    for (const by of [other.owner, { bot: bot.token }])
      expectFailure(await edit(bot, { public: false, name: "admin" }, by), 404, "NotFound");
    expectFailure(await edit({ ...bot, id: "unknown" }, {}), 404, "NotFound");
    const wrong = [
      { name: "x" },
      { name: "a b" },
      { public: "yes" },
      { analytics: 1 },
      { interactions_url: "" },
      { interactions_url: "x".repeat(2049) },
      { remove: ["Public"] },
      { remove: "Token" },
    ];
    for (const body of wrong) {
      expect([body, outcome(await edit(bot, body))]).toEqual([body, "400 FailedValidation"]);
      expect(outcome(await edit(bot, body, other.owner))).toBe("400 FailedValidation");
    }
    expect(await edit(bot, { interactions_url: "x".repeat(2048) })).toMatchObject({ status: 200 });
  });

  test("renames the bot's user and emits that to its viewers", async () => {
    const bot = await newBot(server);
    const community = await newCommunity(server);
    await inviteBot(server, bot, { server: community.id, by: community.owner });
    const before = await self(bot);
    await using announcements = await recordAnnouncements(server);
    const { body } = await edit(bot, { name: "Renamed" });
    expect(body.user).toEqual({ ...before, username: "Renamed" });
    expect(await self(bot)).toEqual(body.user);
    const payload = { id: bot.id, data: { username: "Renamed" }, clear: [], event_id: null };
    const emitted = announcements.take();
    expect(emitted).toMatchObject([
      { name: "UserUpdate", payload, topics: [topic.user(bot.id), topic.serverUsers(community.id)] },
      { name: "UserUpdate", payload, topics: [topic.blockedBy(bot.id)] },
    ]);
    expect((await edit(bot, { name: "Renamed" })).body).toEqual(body);
    expect(announcements.take()).toEqual([]);
  });

  test("applies the rules for usernames", async () => {
    const bot = await newBot(server);
    const { discriminator } = await self(bot);
    await using announcements = await recordAnnouncements(server);
    expectFailure(await edit(bot, { name: "Admin", public: false }), 400, "InvalidUsername");
    expect((await edit(bot, {})).body.public).toBe(true);
    expect(announcements.take()).toEqual([]);
    await occupyDiscriminators(server, `Taken${engine}`, [discriminator]);
    const { user } = (await edit(bot, { name: `Taken${engine}` })).body;
    expect(user.discriminator).not.toBe(discriminator);
    await occupyDiscriminators(server, `Lost${engine}`, [user.discriminator]);
    const again = await edit(bot, { name: `Lost${engine}` });
    expect(outcome(again)).toEndWith("DiscriminatorChangeRatelimited");
  });

  test("resets the token, which invalidates the old one", async () => {
    const bot = await newBot(server);
    const bystander = await newUser(server);
    await using one = (await openReadyStream(server, bot)).stream;
    await using two = (await openReadyStream(server, bot, { format: "msgpack" })).stream;
    await using others = (await openReadyStream(server, bystander)).stream;
    const { body } = await edit(bot, { remove: ["Token"], public: false });
    expect(body).toMatchObject({ _id: bot.id, public: false });
    expect(body.token).toMatch(/^[\w-]{64}$/);
    expect(body.token).not.toBe(bot.token);
    for (const stream of [one, two]) {
      expect(await stream.next("Logout")).toEqual({ type: "Logout" });
      await stream.closed;
      expect(stream.received.at(-1)?.type).toBe("Logout");
    }
    expect(await others.takeNew()).toEqual([]);
    expectFailure(await server.client.get("/users/@me", { bot: bot.token }), 401, "InvalidSession");
    const { status } = await server.client.get("/users/@me", { bot: body.token });
    expect(status).toBe(200);
    const { stream } = await openReadyStream(server, body);
    await stream[Symbol.asyncDispose]();
    expect((await server.client.get(`/bots/${bot.id}`, bot.owner)).body.bot.token).toBe(body.token);
    expect((await storedText(server)).includes(body.token)).toBe(false);
  });

  test("emits the new name before it closes the connections", async () => {
    const bot = await newBot(server);
    await using stream = (await openReadyStream(server, bot)).stream;
    await edit(bot, { name: "Both", remove: ["Token", "Token"] });
    await stream.closed;
    expect(stream.received.slice(-2)).toMatchObject([{ type: "UserUpdate" }, { type: "Logout" }]);
  });

  test("many times at once leaves one valid token, the stored one", async () => {
    const bot = await newBot(server);
    const responses = await Promise.all(Array.from({ length: 8 }, () => edit(bot, { remove: ["Token"] })));
    expect(responses.map(outcome)).toEqual(Array(8).fill("200"));
    const tokens = responses.map(({ body }) => body.token);
    expect(new Set(tokens).size).toBe(8);
    const { token } = (await server.client.get(`/bots/${bot.id}`, bot.owner)).body.bot;
    const good = [];
    for (const each of tokens)
      if ((await server.client.get("/users/@me", { bot: each })).status === 200) good.push(each);
    expect(good).toEqual([token]);
  });
});
