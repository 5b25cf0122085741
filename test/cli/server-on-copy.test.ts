import { describe, expect, setDefaultTimeout } from "bun:test";
import { openMatrixFixture } from "../authorisation/fixture.ts";
import { logIn, password } from "../support/accounts/people.ts";
import { totpCode, turnOnTotp } from "../support/accounts/second-factor.ts";
import { drawPng } from "../support/files/stored-file.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { readCalls } from "../support/messages/reading.ts";
import { newPostgresDatabase } from "../support/postgres/postgres.ts";
import { runErmine } from "../support/processes/program.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { engines } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { execute } from "../support/webhooks/webhooks.ts";

setDefaultTimeout(120_000);

describe.each(engines.includes("postgres") ? [true] : [])("a server on a copy in PostgreSQL", () => {
  thoroughTest("serves what the server on SQLite served", async () => {
    const fixture = await openMatrixFixture();
    const { server: original, people, channel, serverId, bots, webhooks } = fixture;
    const { owner, member, target } = people;
    const file = await uploadFile(original, member, {
      content: await drawPng(300, 200),
      filename: "a picture 🦦.png",
    });
    const sent = await original.client.post(
      `/channels/${channel}/messages`,
      { content: `The cats are running <@${target.id}> 🎉 'quotes' "and" \\more\\`, attachments: [file] },
      member,
    );
    expect(sent.status).toBe(200);
    await original.client.put(`/channels/${channel}/ack/${sent.body._id}`, {}, owner);
    await original.client.post("/sync/settings/set", { theme: '{"dark": true}' }, owner);
    const secret = await turnOnTotp(original, member);
    const filePath = `/autumn/attachments/${file}`;

    /** What clients see, by several callers. */
    const observe = async (server: TestServer) => {
      const get = async (path: string, by: { token: string }) => (await server.client.get(path, by)).body;
      const bytes = async (path: string) =>
        Bun.SHA256.hash(await (await fetch(server.url + path)).bytes(), "hex");
      const reading = readCalls(server, channel, target);
      return {
        self: await get("/users/@me", member),
        history: (await reading.page("include_users=true")).body,
        search: (await reading.search({ query: "cat run", include_users: true })).body,
        unreads: await get("/sync/unreads", target),
        settings: (await server.client.post("/sync/settings/fetch", { keys: ["theme"] }, owner)).body,
        members: await get(`/servers/${serverId}/members`, owner),
        roles: await get(`/servers/${serverId}`, people.deputy),
        invites: await get(`/servers/${serverId}/invites`, owner),
        bans: await get(`/servers/${serverId}/bans`, owner),
        webhooks: await get(`/channels/${channel}/webhooks`, owner),
        audit: await get(`/servers/${serverId}/audit_logs`, owner),
        bots: await get("/bots/@me", member),
        asBot: (await server.client.get("/users/@me", { bot: bots.robot.token })).body,
        sessions: await get("/auth/session/all", owner),
        original: await bytes(`${filePath}/original`),
        preview: await bytes(filePath),
      };
    };
    const before = await observe(original);
    expect(before.search.messages).toHaveLength(1);
    expect(before.unreads.length).toBeGreaterThan(0);
    expect(before.asBot._id).toBe(bots.robot.id);
    await original.stop();

    const url = (await newPostgresDatabase()) ?? "";
    const copied = await runErmine(original.home, ["migrate-store", "--to", url]);
    expect({ ...copied, stdout: "" }).toMatchObject({ code: 0 });
    const home = { ...original.home, databaseUrl: url };
    {
      await using server = await openServer("postgres", { home });
      expect(await observe(server)).toEqual(before);
      expect((await logIn(server, owner.email)).id).toBe(owner.id);
      expect((await execute(server, webhooks.open, { content: "Still here." })).status).toBe(200);
      const login = { email: member.email, password };
      const { body: asked } = await server.client.post("/auth/session/login", login);
      expect(asked.result).toBe("MFA");
      server.clock.advance(60_000);
      const proof = { totp_code: totpCode(secret, server.clock.now()) };
      const { body: proved } = await server.client.post("/auth/session/login", {
        mfa_ticket: asked.ticket,
        mfa_response: proof,
      });
      expect(proved.result).toBe("Success");
      const reply = await server.client.post(`/channels/${channel}/messages`, { content: "Moved!" }, owner);
      expect(reply.body._id > sent.body._id).toBe(true);
    }
    home.remove();
  });
});
