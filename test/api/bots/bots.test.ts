import { expect, test } from "bun:test";
import type { BotsTables } from "../../../src/domains/bots/index.ts";
import { allDiscriminators } from "../../../src/domains/users/rules/discriminator.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { newBot } from "../../support/bots/bots.ts";
import { storedText } from "../../support/database/stored-text.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { allowLoggedErrors } from "../../support/log/test-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { hours } from "../../support/server/test-clock.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { occupyDiscriminators } from "../../support/users/occupy-discriminators.ts";

describeServer("bots", anyEngine, (server, engine) => {
  const create = (by: { token?: string; bot?: string }, body: object = { name: "Robot" }) =>
    server.client.post("/bots/create", body, by);
  const own = (by: Person) => server.client.get("/bots/@me", by);

  test("are created with a user and a valid token, without events", async () => {
    const owner = await newUser(server);
    await using announcements = await recordAnnouncements(server);
    const { status, body } = await create(owner, { name: "Robot.9000" });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        _id: expect.stringMatching(/^[0-9A-Z]{26}$/),
        owner: owner.id,
        token: expect.stringMatching(/^[\w-]{64}$/),
        public: false,
        user: {
          _id: body._id,
          username: "Robot.9000",
          discriminator: expect.stringMatching(/^\d{4}$/),
          bot: { owner: owner.id },
          relationship: "User",
          online: false,
        },
      },
    });
    expect(announcements.take()).toEqual([]);
    expect((await server.client.get("/users/@me", { bot: body.token })).body).toEqual(body.user);
  });

  test("have tokens that are sealed in the database", async () => {
    const { owner, id, token } = await newBot(server);
    const text = await storedText(server);
    expect(text).toContain(id);
    for (const written of [
      token,
      ...(["base64", "base64url", "hex"] as const).map((as) => Buffer.from(token).toString(as)),
    ])
      expect(text.includes(written)).toBe(false);
    const [mine, one] = [await own(owner), await server.client.get(`/bots/${id}`, owner)];
    expect([mine.body.bots[0].token, one.body.bot.token]).toEqual([token, token]);
  });

  test("have a token that cannot be unsealed for another row", async () => {
    allowLoggedErrors(/a request failed/);
    const [one, two] = [await newBot(server), await newBot(server)];
    await server.running.store.write(async (tx) => {
      const sealed = await tx
        .sql<BotsTables>()
        .selectFrom("bots")
        .select("token")
        .where("id", "=", one.id)
        .executeTakeFirstOrThrow();
      await tx.sql<BotsTables>().updateTable("bots").set(sealed).where("id", "=", two.id).execute();
    });
    expectFailure(await server.client.get(`/bots/${two.id}`, two.owner), 500, "InternalError");
  });

  test("need a valid username", async () => {
    const owner = await newUser(server);
    for (const body of [
      {},
      { name: "R" },
      { name: "x".repeat(33) },
      { name: "a b" },
      { name: 5 },
      { name: null },
    ])
      expect(outcome(await create(owner, body))).toBe("400 FailedValidation");
    for (const name of ["admin", "Revolt", "discord.gg"])
      expectFailure(await create(owner, { name }), 400, "InvalidUsername");
    const takenName = `Crowd_${engine}`;
    await occupyDiscriminators(server, takenName, allDiscriminators());
    expectFailure(await create(owner, { name: takenName }), 409, "UsernameTaken");
    expect((await own(owner)).body).toEqual({ bots: [], users: [] });
  });

  test("cannot be created by bots, whatever valid name they send", async () => {
    const bot = await newBot(server);
    expectFailure(await create({ bot: bot.token }, { name: "admin" }), 400, "IsBot");
    expect(outcome(await create({ bot: bot.token }, { name: "a b" }))).toBe("400 FailedValidation");
  });

  test("are limited to two for new users and five for others, even if many are created at once", async () => {
    const owner = await newUser(server);
    const many = async () =>
      (await Promise.all(Array.from({ length: 8 }, () => create(owner)))).map(outcome).toSorted();
    const full = "400 ReachedMaximumBots";
    expect(await many()).toEqual(["200", "200", ...Array(6).fill(full)]);
    expect(outcome(await create(owner, { name: "admin" }))).toBe(full);
    server.clock.advance(hours(73));
    expect(await many()).toEqual(["200", "200", "200", ...Array(5).fill(full)]);
    const { bots, users } = (await own(owner)).body;
    const ids = bots.map(({ _id }: { _id: string }) => _id);
    expect(ids).toHaveLength(5);
    expect(ids).toEqual(ids.toSorted());
    expect(users.map(({ _id }: { _id: string }) => _id)).toEqual(ids);
    await server.client.delete(`/bots/${ids[0]}`, {}, owner);
    expect(outcome(await create(owner))).toBe("200");
  });

  test("are listed for their owner with their own view; bots own none", async () => {
    const { id, token, owner } = await newBot(server);
    const other = await newUser(server);
    await server.client.put(`/users/${other.id}/block`, {}, { bot: token });
    const { body: user } = await server.client.get("/users/@me", { bot: token });
    expect(user.relations).toEqual([{ _id: other.id, status: "Blocked" }]);
    const bot = { _id: id, owner: owner.id, token, public: true };
    expect((await own(owner)).body).toEqual({ bots: [bot], users: [user] });
    expect((await server.client.get("/bots/@me", { bot: token })).body).toEqual({ bots: [], users: [] });
  });

  test("can be fetched by their owner only", async () => {
    const { id, token, owner } = await newBot(server);
    const { relationship: _, ...user } = (await server.client.get("/users/@me", { bot: token })).body;
    expect((await server.client.get(`/bots/${id}`, owner)).body).toEqual({
      bot: { _id: id, owner: owner.id, token, public: true },
      user: { ...user, relationship: "None" },
    });
    const stranger = await newUser(server);
    expectFailure(await server.client.get(`/bots/${id}`, stranger), 404, "NotFound");
    for (const unknown of ["unknown", owner.id])
      expectFailure(await server.client.get(`/bots/${unknown}`, owner), 404, "NotFound");
    for (const which of [id, "unknown"])
      expectFailure(await server.client.get(`/bots/${which}`, { bot: token }), 400, "IsBot");
  });

  test("have a public view for users who may invite them", async () => {
    const { id, token, owner } = await newBot(server, undefined, "Helper");
    const stranger = await newUser(server);
    const fetchPublicView = (by: object) => server.client.get(`/bots/${id}/invite`, by);
    expect((await fetchPublicView(stranger)).body).toEqual({ _id: id, username: "Helper" });
    const avatar = await uploadFile(server, owner, { tag: "avatars", content: await makeImage("png") });
    await server.client.patch(`/users/${id}`, { avatar, profile: { content: "I help" } }, owner);
    const publicView = { _id: id, username: "Helper", avatar, description: "I help" };
    for (const by of [stranger, owner, { bot: token }])
      expect((await fetchPublicView(by)).body).toEqual(publicView);
    await server.client.patch(`/bots/${id}`, { public: false }, owner);
    expect((await fetchPublicView(owner)).body).toEqual(publicView);
    expectFailure(await fetchPublicView(stranger), 404, "NotFound");
    expectFailure(await fetchPublicView({ bot: token }), 404, "NotFound");
    expectFailure(await fetchPublicView({}), 401, "InvalidSession");
    for (const unknown of ["unknown", owner.id])
      expectFailure(await server.client.get(`/bots/${unknown}/invite`, owner), 404, "NotFound");
  });
});
