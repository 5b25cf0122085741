import { expect, test } from "bun:test";
import { newUser } from "../../support/accounts/people.ts";
import { inviteBot, newBot } from "../../support/bots/bots.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { form, post } from "../../support/http/multipart.ts";
import { callRateLimited, countAdmitted } from "../../support/http/rate-limited-call.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openServer } from "../../support/server/server.ts";
import { newCommunity } from "../../support/servers/communities.ts";

describeServer("calls of bots", anyEngine, (server, engine) => {
  test("are made as the bot even if they have a session token too", async () => {
    const bot = await newBot(server);
    const { token } = await newUser(server);
    const self = await server.client.get("/users/@me", { bot: bot.token, token });
    expect(self.body).toMatchObject({ _id: bot.id, bot: { owner: bot.owner.id } });
    for (const wrong of ["", "unknown", token])
      expectFailure(await server.client.get("/users/@me", { bot: wrong, token }), 401, "InvalidSession");
    expectFailure(await server.client.get("/users/@me", { token: bot.token }), 401, "InvalidSession");
  });

  test("to routes of accounts ignore the bot token", async () => {
    const bot = await newBot(server);
    const { token } = await newUser(server);
    const { client } = server;
    for (const by of [{ bot: bot.token }, { token: bot.token }]) {
      const calls = [
        client.get("/auth/account", by),
        client.get("/auth/session/all", by),
        client.post("/auth/session/logout", {}, by),
        client.delete("/auth/session/all", {}, by),
        client.get("/auth/mfa", by),
        client.get("/onboard/hello", by),
        client.post("/onboard/complete", { username: "Robot" }, by),
        client.post("/push/unsubscribe", {}, by),
      ];
      for (const refused of calls) expectFailure(await refused, 401, "InvalidSession");
    }
    expect(outcome(await client.get("/auth/account", { bot: "unknown", token }))).toBe("200");
  });

  test("upload files that the bot can use", async () => {
    const bot = await newBot(server);
    const headers = { "x-bot-token": bot.token };
    const content = await makeImage("png");
    const sent = await post(server, "/avatars", form({ content }), { headers });
    expect(sent.status).toBe(200);
    const { body } = await server.client.patch("/users/@me", { avatar: sent.body.id }, { bot: bot.token });
    expect(body.avatar._id).toBe(sent.body.id);
    const wrong = { headers: { "x-bot-token": "unknown" }, token: bot.owner.token };
    expectFailure(await post(server, "/avatars", form({ content }), wrong), 401, "InvalidSession");
    const community = await newCommunity(server);
    await inviteBot(server, bot, { server: community.id, by: community.owner });
    const { id } = (await post(server, "/attachments", form({ content }), { headers })).body;
    const path = `/channels/${community.channel}/messages`;
    const message = await server.client.post(path, { attachments: [id] }, { bot: bot.token });
    expect(message.body.attachments).toMatchObject([{ _id: id }]);
  });

  test("are rate limited for each bot, independently of address and owner", async () => {
    const config = { ratelimits: { enabled: true, auth: 30 }, trusted_proxies: ["127.0.0.1"] };
    await using limited = await openServer(engine, { config });
    const [bot, other] = [await newBot(limited), await newBot(limited)];
    const endpoint = "GET /users/@me";
    expect(await countAdmitted(limited, 21, endpoint, { bot: bot.token })).toBe(20);
    expect((await callRateLimited(limited, endpoint, { bot: bot.token, from: "203.0.113.9" })).status).toBe(
      429,
    );
    expect((await callRateLimited(limited, endpoint, { bot: other.token })).remaining).toBe(19);
    expect((await callRateLimited(limited, endpoint, { token: bot.owner.token })).remaining).toBe(19);
    expect((await callRateLimited(limited, endpoint)).remaining).toBe(19);
  });

  test("have a higher rate limit than those of people", async () => {
    const config = { ratelimits: { enabled: true, auth: 30, bot_multiplier: 3 } };
    await using limited = await openServer(engine, { config });
    const { token, owner } = await newBot(limited);
    expect(await callRateLimited(limited, "GET /users/@me", { bot: token })).toMatchObject({
      limit: 60,
      remaining: 59,
    });
    expect(await callRateLimited(limited, "GET /bots/@me", { bot: token })).toMatchObject({
      limit: 30,
      remaining: 29,
    });
    expect(await callRateLimited(limited, "GET /users/@me", { token: owner.token })).toMatchObject({
      limit: 20,
    });
    expect(await countAdmitted(limited, 31, "GET /users/@me", { token: "guess" })).toBe(20);
  });
});
