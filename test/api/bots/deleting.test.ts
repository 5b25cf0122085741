import { expect, test } from "bun:test";
import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import { deleteBot } from "../../../src/domains/bots/actions/own-bots.ts";
import { findUser } from "../../../src/domains/users/index.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { newUser } from "../../support/accounts/people.ts";
import { type Bot, inviteBot, newBot } from "../../support/bots/bots.ts";
import { callDuring } from "../../support/database/call-during.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { runCommand } from "../../support/server/run-command.ts";
import { newCommunity } from "../../support/servers/communities.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { openReadyStream, openStream, type StreamClient } from "../../support/stream/stream.ts";

describeServer("deleting bots", anyEngine, { config: { events: { offline_grace_ms: 0 } } }, (server) => {
  const remove = ({ id }: Pick<Bot, "id">, by: object) => server.client.delete(`/bots/${id}`, {}, by);
  const ownBots = async ({ owner }: Bot) => (await server.client.get("/bots/@me", owner)).body.bots;

  const deleted = ({ id }: Bot) => ({
    id,
    data: { username: `Deleted User ${id}`, discriminator: "0000", flags: 2 },
    clear: ["Avatar", "StatusText", "StatusPresence", "ProfileContent", "ProfileBackground", "Internal"],
    event_id: null,
  });

  /** Asserts that the bot's token is invalid and its connections are closed. */
  async function expectLoggedOut({ token }: Bot, stream: StreamClient): Promise<void> {
    await stream.closed;
    expect(stream.received.at(-1)).toEqual({ type: "Logout" });
    expectFailure(await server.client.get("/users/@me", { bot: token }), 401, "InvalidSession");
    await using again = await openRefusedStream(token);
    expect(again.received).toMatchObject([{ type: "Error", error: "InvalidSession" }]);
  }

  async function openRefusedStream(token: string): Promise<StreamClient> {
    const stream = await openStream(server, { token });
    await stream.next("Error");
    return stream;
  }

  test("empties its user, which stays a member, and closes its connections", async () => {
    const bot = await newBot(server);
    const community = await newCommunity(server);
    await inviteBot(server, bot, { server: community.id, by: community.owner });
    const sent = await server.client.post(
      `/channels/${community.channel}/messages`,
      { content: "Beep" },
      { bot: bot.token },
    );
    await using stream = (await openReadyStream(server, bot)).stream;
    await using announcements = await recordAnnouncements(server);
    const { status, body } = await remove(bot, bot.owner);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect(announcements.take()).toMatchObject([
      {
        name: "UserUpdate",
        payload: deleted(bot),
        topics: [topic.user(bot.id), topic.serverUsers(community.id)],
      },
      { name: "UserUpdate", topics: [topic.blockedBy(bot.id)] },
      { name: "Logout", topics: [topic.private(bot.id)] },
    ]);
    await expectLoggedOut(bot, stream);
    server.tick();
    const user = await server.client.get(`/users/${bot.id}`, community.owner);
    expect(user.body).toEqual({
      _id: bot.id,
      ...deleted(bot).data,
      bot: { owner: bot.owner.id },
      relationship: "None",
      online: false,
    });
    const member = await server.client.get(`/servers/${community.id}/members/${bot.id}`, community.owner);
    expect(member.status).toBe(200);
    const message = await server.client.get(
      `/channels/${community.channel}/messages/${sent.body._id}`,
      community.owner,
    );
    expect(message.body.content).toBe("Beep");
    expect(await ownBots(bot)).toEqual([]);
    for (const call of [
      remove(bot, bot.owner),
      server.client.patch(`/bots/${bot.id}`, {}, bot.owner),
      server.client.get(`/bots/${bot.id}`, bot.owner),
      server.client.get(`/bots/${bot.id}/invite`, bot.owner),
      server.client.post(`/bots/${bot.id}/invite`, { server: community.id }, bot.owner),
    ])
      expectFailure(await call, 404, "NotFound");
    const edited = await server.client.patch(`/users/${bot.id}`, { display_name: "Back" }, bot.owner);
    expectFailure(edited, 403, "NotPrivileged");
  });

  test("deletes the relations of users who had blocked it", async () => {
    const bot = await newBot(server);
    const person = await newUser(server);
    await server.client.put(`/users/${bot.id}/block`, {}, person);
    await using announcements = await recordAnnouncements(server);
    await remove(bot, bot.owner);
    const emitted = announcements.take().map(({ name, topics }) => [name, ...topics]);
    expect(emitted).toContainEqual(["UserRelationship", topic.private(person.id)]);
    expect((await server.client.get("/users/@me", person)).body).not.toHaveProperty("relations");
  });

  test("is allowed for the owner only", async () => {
    const bot = await newBot(server);
    const stranger = await newUser(server);
    await using announcements = await recordAnnouncements(server);
    for (const by of [stranger, { bot: bot.token }]) expectFailure(await remove(bot, by), 404, "NotFound");
    for (const id of ["unknown", bot.owner.id])
      expectFailure(await remove({ id }, bot.owner), 404, "NotFound");
    expect(announcements.take()).toEqual([]);
    expect(await ownBots(bot)).toHaveLength(1);
  });

  test("many times at once succeeds once", async () => {
    const bot = await newBot(server);
    await using announcements = await recordAnnouncements(server);
    const responses = await Promise.all(Array.from({ length: 8 }, () => remove(bot, bot.owner)));
    expect(responses.map(outcome).toSorted()).toEqual(["204", ...Array(7).fill("404 NotFound")]);
    expect(announcements.take().filter(({ name }) => name === "Logout")).toHaveLength(1);
  });

  test("happens when the owner is deleted or wiped", async () => {
    const deletions = [
      (id: string) => server.running.store.write((tx) => purgeAccount(tx, id)),
      (id: string) => runCommand(server, "users", "wipe", id, "--yes", "--delete-servers"),
    ];
    for (const deleteOwner of deletions) {
      const first = await newBot(server);
      const second = await newBot(server, first.owner);
      const other = await newBot(server);
      await using stream = (await openReadyStream(server, first)).stream;
      await using announcements = await recordAnnouncements(server);
      await deleteOwner(first.owner.id);
      const emitted = announcements.take();
      for (const bot of [first, second]) {
        const about = emitted.filter(({ topics }) =>
          [topic.user(bot.id), topic.private(bot.id)].includes(topics[0] ?? topic.user("")),
        );
        expect(about).toMatchObject([{ name: "UserUpdate", payload: deleted(bot) }, { name: "Logout" }]);
        expectFailure(await server.client.get("/users/@me", { bot: bot.token }), 401, "InvalidSession");
      }
      await expectLoggedOut(first, stream);
      expect(await ownBots(other)).toHaveLength(1);
    }
  });

  test("happens even if it is created while its owner is deleted", async () => {
    const owner = await newUser(server);
    const call = () => server.client.post("/bots/create", { name: "Robot" }, owner);
    const made = await callDuring(server, (tx) => purgeAccount(tx, owner.id), { by: owner, call });
    expectFailure(made, 401, "InvalidSession");
  });

  test("leaves its user empty even if the bot edits itself at that moment", async () => {
    const bot = await newBot(server);
    const by = { bot: bot.token };
    const call = () => server.client.patch("/users/@me", { display_name: "Back" }, by);
    const edited = await callDuring(server, (tx) => deleteBot(tx, bot.id), { by, call });
    expect(outcome(edited)).toBeOneOf(["404 NotFound", "401 InvalidSession"]);
    const user = await server.running.store.read((db) => findUser(db, bot.id));
    expect(user).toMatchObject({ username: `Deleted User ${bot.id}`, display_name: null });
  });

  test("by wiping it does not wipe its owner", async () => {
    const bot = await newBot(server);
    const community = await newCommunity(server);
    await inviteBot(server, bot, { server: community.id, by: community.owner });
    await using stream = (await openReadyStream(server, bot)).stream;
    await using theirs = (await openReadyStream(server, community.owner)).stream;
    const rows = await runCommand(server, "users", "wipe", bot.id, "--yes", "--delete-servers");
    expect(rows).toMatchObject([{ id: bot.id, flags: "spam", bot_of: bot.owner.id }]);
    await expectLoggedOut(bot, stream);
    expect(await theirs.takeNew()).toMatchObject([
      { type: "UserPlatformWipe", user_id: bot.id, flags: 8 },
      { type: "ServerMemberLeave", id: community.id, user: bot.id },
    ]);
    expect(await ownBots(bot)).toEqual([]);
    const edited = await server.client.patch(`/users/${bot.id}`, { display_name: "Back" }, bot.owner);
    expectFailure(edited, 403, "NotPrivileged");
    expect((await server.client.get("/users/@me", bot.owner)).body).not.toHaveProperty("flags");
  });
});
