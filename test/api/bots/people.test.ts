import { expect, test } from "bun:test";
import { newTicket, newUser, password } from "../../support/accounts/people.ts";
import { type Bot, inviteBot, newBot } from "../../support/bots/bots.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity } from "../../support/servers/communities.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

describeServer("bots and users", anyEngine, { config: { events: { offline_grace_ms: 0 } } }, (server) => {
  /** A new bot that is a member of a new server. */
  async function newBotInCommunity(): Promise<{ bot: Bot; by: { bot: string }; community: Community }> {
    const bot = await newBot(server);
    const community = await newCommunity(server);
    await inviteBot(server, bot, { server: community.id, by: community.owner });
    return { bot, by: { bot: bot.token }, community };
  }

  const fetchUser = async (id: string, by: object) => (await server.client.get(`/users/${id}`, by)).body;

  test("cannot have friends, by calls of users or their own", async () => {
    const { bot, by, community } = await newBotInCommunity();
    const { username, discriminator } = await fetchUser(bot.id, community.owner);
    const person = await fetchUser(community.owner.id, by);
    const { client } = server;
    const calls = [
      client.put(`/users/${bot.id}/friend`, {}, community.owner),
      client.delete(`/users/${bot.id}/friend`, {}, community.owner),
      client.post("/users/friend", { username: `${username}#${discriminator}` }, community.owner),
      client.put(`/users/${community.owner.id}/friend`, {}, by),
      client.delete(`/users/${community.owner.id}/friend`, {}, by),
      client.post("/users/friend", { username: `${person.username}#${person.discriminator}` }, by),
      client.put("/users/@me/friend", {}, by),
    ];
    for (const call of calls) expectFailure(await call, 400, "IsBot");
    expectFailure(await client.put("/users/unknown/friend", {}, by), 404, "NotFound");
    expectFailure(await client.delete("/users/unknown/friend", {}, by), 404, "NotFound");
    expectFailure(await client.post("/users/friend", { username: "nobody" }, by), 400, "InvalidProperty");
  });

  test("can be blocked, which shows only in the relations of the blocker", async () => {
    const { bot, by, community } = await newBotInCommunity();
    const person = community.owner;
    await using botStream = (await openReadyStream(server, bot)).stream;
    await using userStream = (await openReadyStream(server, person)).stream;
    const { body } = await server.client.put(`/users/${bot.id}/block`, {}, person);
    expect(body).toMatchObject({
      _id: bot.id,
      bot: { owner: bot.owner.id },
      relationship: "None",
      online: true,
    });
    expect((await fetchUser("@me", person)).relations).toEqual([{ _id: bot.id, status: "Blocked" }]);
    const botReceived = await botStream.next("UserRelationship");
    expect(botReceived).toMatchObject({
      id: bot.id,
      status: "BlockedOther",
      user: { _id: person.id, online: false },
    });
    const userReceived = await userStream.next("UserRelationship");
    expect(userReceived).toMatchObject({
      id: person.id,
      status: "Blocked",
      user: { _id: bot.id, relationship: "None" },
    });
    const missing = { permission: "SendMessage" };
    for (const call of [
      server.client.get(`/users/${bot.id}/dm`, person),
      server.client.get(`/users/${person.id}/dm`, by),
    ])
      expectFailure(await call, 403, "MissingPermission", missing);
    expectFailure(await server.client.put(`/users/${bot.id}/block`, {}, person), 400, "NoEffect");
    expect(outcome(await server.client.delete(`/users/${bot.id}/block`, {}, person))).toBe("200");
    expect(await fetchUser("@me", person)).not.toHaveProperty("relations");
  });

  test("can block users", async () => {
    const { bot, by, community } = await newBotInCommunity();
    const { body } = await server.client.put(`/users/${community.owner.id}/block`, {}, by);
    expect(body).toMatchObject({ _id: community.owner.id, relationship: "Blocked" });
    expect((await fetchUser("@me", by)).relations).toEqual([{ _id: community.owner.id, status: "Blocked" }]);
    expect((await fetchUser("@me", community.owner)).relations).toEqual([
      { _id: bot.id, status: "BlockedOther" },
    ]);
    expect((await fetchUser(bot.id, community.owner)).relationship).toBe("None");
    const undone = await server.client.delete(`/users/${community.owner.id}/block`, {}, by);
    expect(undone.body.relationship).toBe("None");
  });

  test("can exchange direct messages with users of a shared server", async () => {
    const { bot, by, community } = await newBotInCommunity();
    const opened = await server.client.get(`/users/${bot.id}/dm`, community.owner);
    expect(opened.body).toMatchObject({
      channel_type: "DirectMessage",
      recipients: [community.owner.id, bot.id],
    });
    expect((await server.client.get(`/users/${community.owner.id}/dm`, by)).body).toEqual(opened.body);
    const path = `/channels/${opened.body._id}/messages`;
    for (const who of [community.owner, by])
      expect(outcome(await server.client.post(path, { content: "Hello" }, who))).toBe("200");
    const another = await newBot(server);
    await inviteBot(server, another, { server: community.id, by: community.owner });
    expect(outcome(await server.client.get(`/users/${another.id}/dm`, by))).toBe("200");
  });

  test("have no access without a shared server or group, not even to their owner", async () => {
    const { bot, by } = await newBotInCommunity();
    for (const stranger of [await newUser(server), bot.owner]) {
      const access = { permission: "Access" };
      expectFailure(await server.client.get(`/users/${bot.id}`, stranger), 403, "MissingPermission", access);
      expectFailure(await server.client.get(`/users/${stranger.id}`, by), 403, "MissingPermission", access);
      const send = { permission: "SendMessage" };
      expectFailure(await server.client.get(`/users/${bot.id}/dm`, stranger), 403, "MissingPermission", send);
    }
  });

  test("show their status to all users who can fetch them", async () => {
    const { bot, community } = await newBotInCommunity();
    await server.client.patch(
      `/users/${bot.id}`,
      { status: { text: "At work", presence: "Busy" } },
      bot.owner,
    );
    const { stream } = await openReadyStream(server, bot);
    const status = { text: "At work", presence: "Busy" };
    expect(await fetchUser(bot.id, community.owner)).toMatchObject({ online: true, status });
    // Users whom the bot has blocked see its status, too.
    await server.client.put(`/users/${community.owner.id}/block`, {}, { bot: bot.token });
    expect(await fetchUser(bot.id, community.owner)).toMatchObject({ online: true, status });
    const fetched = await server.client.get(`/bots/${bot.id}`, bot.owner);
    expect(fetched.body.user).toMatchObject({ online: true, status, relationship: "None" });
    await stream[Symbol.asyncDispose]();
  });

  test("have a profile that they or their owner edit, with files of the editor", async () => {
    const { bot, by, community } = await newBotInCommunity();
    await using followers = (await openReadyStream(server, bot)).stream;
    const picture = async () => ({ tag: "avatars", content: await makeImage("png") });
    const avatar = await uploadFile(server, bot.owner, await picture());
    const edit = { avatar, display_name: "The Robot", profile: { content: "Beep" } };
    const { status, body } = await server.client.patch(`/users/${bot.id}`, edit, bot.owner);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      _id: bot.id,
      display_name: "The Robot",
      relationship: "User",
      avatar: { _id: avatar },
    });
    expect(await followers.takeNew()).toMatchObject([
      { type: "UserUpdate", id: bot.id, data: { display_name: "The Robot", avatar: { _id: avatar } } },
    ]);
    expect((await server.client.get(`/users/${bot.id}/profile`, community.owner)).body).toEqual({
      content: "Beep",
    });
    const foreign = await uploadFile(server, community.owner, await picture());
    expectFailure(
      await server.client.patch(`/users/${bot.id}`, { avatar: foreign }, bot.owner),
      404,
      "NotFound",
    );
    for (const target of ["@me", bot.id]) {
      const self = await server.client.patch(`/users/${target}`, { display_name: target.slice(0, 9) }, by);
      expect(self.body.display_name).toBe(target.slice(0, 9));
    }
    const others = [community.owner, await newUser(server)];
    for (const other of others)
      expectFailure(await server.client.patch(`/users/${bot.id}`, edit, other), 403, "NotPrivileged");
    expectFailure(await server.client.patch(`/users/${bot.owner.id}`, edit, by), 403, "NotPrivileged");
    expectFailure(
      await server.client.patch(`/users/${bot.id}`, { badges: 1 }, bot.owner),
      403,
      "NotPrivileged",
    );
  });

  test("cannot become owners of servers", async () => {
    const { bot, community } = await newBotInCommunity();
    const ticket = await newTicket(server, community.owner);
    const by = { token: community.owner.token, ticket };
    const response = await server.client.patch(`/servers/${community.id}`, { owner: bot.id }, by);
    expectFailure(response, 400, "InvalidOperation");
  });

  test("have no password, so only their owner renames them", async () => {
    const { by } = await newBotInCommunity();
    const body = { username: "Another", password };
    expectFailure(await server.client.patch("/users/@me/username", body, by), 401, "InvalidSession");
  });
});
