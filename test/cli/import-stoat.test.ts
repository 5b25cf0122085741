import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { totpCode } from "../support/accounts/second-factor.ts";
import type { CommandResult } from "../support/processes/command-processes.ts";
import { runErmine } from "../support/processes/program.ts";
import { type Engine, engines, newHome, type TestHome } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { type DumpForm, prepareImport } from "../support/stoat/prepare-import.ts";
import {
  annasPassword,
  bensPassword,
  makeInstance,
  type StoatInstance,
} from "../support/stoat/stoat-instance.ts";
import { filesKey } from "../support/stoat/stored-files.ts";
import { openReadyStream } from "../support/stream/stream.ts";

setDefaultTimeout(120_000);

interface ImportedRow {
  readonly collection: string;
  readonly documents: number;
  readonly taken: number;
  readonly left_out: number;
  readonly not_taken: number;
  readonly verified: boolean;
}

const forms: Record<Engine, DumpForm> = { sqlite: "archive with gzip", postgres: "folder with gzip" };

describe.each([...engines])("ermine import stoat on %s", (engine) => {
  let home: TestHome;
  let instance: StoatInstance;
  let server: TestServer;
  let imported: CommandResult & { readonly words: readonly string[] };
  let again: CommandResult;
  beforeAll(async () => {
    home = await newHome(engine);
    instance = await makeInstance();
    const { words } = prepareImport(home, instance, forms[engine]);
    imported = { words, ...(await runErmine(home, words)) };
    if (imported.code !== 0) throw new Error(imported.stderr);
    again = await runErmine(home, imported.words);
    server = await openServer(engine, { home });
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    home.remove();
  });
  const annas = () => ({ token: instance.tokens.anna });
  const bens = () => ({ token: instance.tokens.ben });

  test("counts both sides of every collection, and says what it left out", () => {
    const rows: ImportedRow[] = JSON.parse(imported.stdout);
    for (const { collection, documents, taken, left_out, not_taken, verified } of rows) {
      const dumped = instance.collections[collection.replace("relations of ", "") as keyof Collections];
      expect({ collection, documents, verified }).toEqual({
        collection,
        documents: dumped?.length ?? 0,
        verified: true,
      });
      expect({ collection, sum: taken + left_out + not_taken }).toEqual({ collection, sum: documents });
      expect({ collection, not_taken }).toEqual({ collection, not_taken: 0 });
    }
    const leftOut = rows.filter(({ left_out }) => left_out > 0).map(({ collection }) => collection);
    expect(leftOut.toSorted()).toEqual(["attachments", "audit_logs", "server_members"]);
    expect(imported.stderr).toContain("4 files were copied; 4 of them were decrypted once more");
    expect(imported.stderr).toContain("1 files were encrypted with the key that Stoat publishes");
    expect(imported.stderr).toMatch(/These collections were ignored: .*mfa_tickets.*/);
    expect(imported.stderr).toContain("A relation that only one user had was given to the other as well");
  });

  test("no secret reaches the output or the report, which only its owner can read", () => {
    const report = join(home.dataDir, "import", "stoat-report.jsonl");
    const said = imported.stdout + imported.stderr + readFileSync(report, "utf8");
    const { tokens, secrets } = instance;
    for (const secret of [
      ...Object.values(tokens),
      secrets.totp,
      ...secrets.recovery,
      secrets.invite,
      "$argon2",
      "ben@example.org",
      filesKey.toString("base64"),
    ])
      expect(said).not.toContain(secret);
    expect(statSync(report).mode & 0o777).toBe(0o600);
  });

  test("a second run finds nothing to do", () => {
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing is left to do") });
  });

  test("people log in with their passwords, and the second factor", async () => {
    const login = (body: object) => server.client.post("/auth/session/login", body);
    expect((await login({ email: "anna@example.org", password: annasPassword })).body.result).toBe("Success");
    expect((await login({ email: "anna@example.org", password: "another one" })).status).toBe(401);
    const { body } = await login({ email: "ben@example.org", password: bensPassword });
    expect(body).toMatchObject({ result: "MFA", allowed_methods: ["Totp", "Recovery"] });
    const mfa_response = { totp_code: totpCode(instance.secrets.totp, server.clock.now()) };
    expect((await login({ mfa_ticket: body.ticket, mfa_response })).body.result).toBe("Success");
    const { body: other } = await login({ email: "ben@example.org", password: bensPassword });
    const recovery = { recovery_code: instance.secrets.recovery[0] };
    expect((await login({ mfa_ticket: other.ticket, mfa_response: recovery })).body.result).toBe("Success");
  });

  test("sessions, bots, webhooks and invites go on working", async () => {
    const { ids, tokens } = instance;
    expect((await server.client.get("/users/@me", bens())).body._id).toBe(ids.ben);
    expect((await server.client.get("/users/@me", { bot: tokens.bot })).body).toMatchObject({
      _id: ids.bot,
      bot: { owner: ids.anna },
    });
    expect((await server.client.get(`/bots/${ids.bot}`, annas())).body.bot.token).toBe(tokens.bot);
    const sent = await server.client.post(`/webhooks/${ids.webhook}/${tokens.webhook}`, {
      content: "From outside",
    });
    expect(sent.status).toBe(200);
    expect(sent.body._id > ids.last).toBe(true);
    expect((await server.client.get("/invites/OldInv1t")).body).toMatchObject({
      server_id: ids.server,
      channel_id: ids.general,
    });
    const { stream, ready } = await openReadyStream(server, annas());
    expect(ready.servers.map(({ _id }: { _id: string }) => _id)).toEqual([ids.server]);
    await stream.close();
  });

  test("users keep names, pictures, profiles and relations", async () => {
    const { ids, files } = instance;
    const { body } = await server.client.get("/users/@me", annas());
    expect(body).toMatchObject({
      username: "Anna",
      discriminator: "0042",
      display_name: "Anna A.",
      status: { text: "moving", presence: "Busy" },
      relations: [
        { _id: ids.ben, status: "Friend" },
        { _id: ids.cleo, status: "Blocked" },
      ],
      avatar: {
        _id: "avatar-of-anna_1",
        filename: "anna.png",
        metadata: { type: "Image", width: 40, height: 20, animated: false, thumbhash: [0, 7, 255] },
        content_type: "image/png",
        size: files.avatar.content.length,
      },
    });
    expect((await server.client.get(`/users/${ids.anna}/profile`, bens())).body).toEqual({
      content: "I was here first.",
    });
  });

  test("links of files and emoji work", async () => {
    const { ids, files } = instance;
    for (const [path, { content }] of [
      ["avatars/avatar-of-anna_1/original", files.avatar],
      ["attachments/attachment-1/notes.txt", files.attachment],
      [`emojis/${ids.emojiId}/original`, files.emoji],
      ["icons/icon-of-server-1/original", files.icon],
    ] as const) {
      const response = await fetch(`${server.url}/autumn/${path}`);
      expect({ path, status: response.status }).toEqual({ path, status: 200 });
      expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    }
    expect((await fetch(`${server.url}/autumn/emojis/${ids.emojiId}`)).status).toBe(200);
    expect((await fetch(`${server.url}/autumn/avatars/deleted-file-1/original`)).status).toBe(404);
    expect((await server.client.get(`/custom/emoji/${ids.emojiId}`, annas())).body).toMatchObject({
      name: "wave",
      creator_id: ids.anna,
      parent: { type: "Server", id: ids.server },
    });
  });

  test("servers keep channels, categories, roles and permissions", async () => {
    const { ids } = instance;
    const { body } = await server.client.get(`/servers/${ids.server}`, annas());
    expect(body).toMatchObject({
      name: "The old place",
      owner: ids.anna,
      categories: [{ id: "main", title: "Main", channels: [ids.lounge, ids.general] }],
      system_messages: { user_joined: ids.general },
      default_permissions: 2 ** 20 + 2 ** 21 + 2 ** 22 + 2 ** 36 + 2 ** 41,
      roles: {
        [ids.admin]: { name: "Admin", permissions: { a: 2 ** 52 - 1, d: 0 }, rank: 0, hoist: true },
        [ids.muted]: { name: "Muted", permissions: { a: 0, d: 2 ** 22 }, rank: 1, colour: "#ff0000" },
      },
      icon: { _id: "icon-of-server-1" },
    });
    expect((await server.client.get(`/channels/${ids.lounge}`, annas())).body).toMatchObject({
      channel_type: "TextChannel",
      voice: {},
    });
    expect((await server.client.get(`/channels/${ids.general}`, bens())).body).toMatchObject({
      slowmode: 5,
      last_message_id: expect.any(String),
      role_permissions: { [ids.muted]: { a: 0, d: 2 ** 29 } },
    });
    expect((await server.client.get(`/channels/${ids.staff}`, bens())).status).toBeGreaterThanOrEqual(403);
    expect(
      (await server.client.get(`/servers/${ids.server}/members/${ids.ben}`, annas())).body,
    ).toMatchObject({
      nickname: "Benny",
      joined_at: "2025-03-01T00:01:00.000Z",
      can_publish: false,
    });
    const { body: members } = await server.client.get(`/servers/${ids.server}/members`, annas());
    expect(members.members).toHaveLength(3);
    expect((await server.client.get(`/servers/${ids.server}/bans`, annas())).body.bans).toHaveLength(1);
    const { body: log } = await server.client.get(`/servers/${ids.server}/audit_logs`, annas());
    expect(JSON.stringify(log)).toContain("BanCreate");
    expect(JSON.stringify(log)).not.toContain("BanDelete");
  });

  test("groups keep their owners, recipients and permissions", async () => {
    const { ids } = instance;
    const { body } = await server.client.get("/users/dms", bens());
    expect(body.find(({ _id }: { _id: string }) => _id === ids.group)).toEqual({
      _id: ids.group,
      channel_type: "Group",
      name: "Us",
      owner: ids.anna,
      recipients: expect.arrayContaining([ids.anna, ids.ben]),
      permissions: 2 ** 22,
    });
  });

  test("messages are equal through the API", async () => {
    const { ids, files } = instance;
    const find = async (channel: string, id: string, as = annas()) =>
      (await server.client.get(`/channels/${channel}/messages/${id}`, as)).body;
    expect(await find(ids.general, ids.first)).toEqual({
      _id: ids.first,
      nonce: "n-1",
      channel: ids.general,
      author: ids.anna,
      content: `Hello <@${ids.ben}>, welcome to the museum :${ids.emojiId}:`,
      mentions: [ids.ben],
      reactions: { "👋": [ids.ben, ids.anna], [ids.emojiId]: [ids.anna] },
      pinned: true,
      interactions: { restrict_reactions: false },
    });
    expect(await find(ids.general, ids.second)).toEqual({
      _id: ids.second,
      nonce: ids.second,
      channel: ids.general,
      author: ids.ben,
      content: "Here is all of it",
      attachments: [
        {
          _id: "attachment-1",
          tag: "attachments",
          // As the file has it, and not its copy in the message.
          filename: "notes.txt",
          metadata: { type: "Text" },
          content_type: "text/plain",
          size: files.attachment.content.length,
        },
      ],
      replies: [ids.first],
      edited: "2025-03-01T01:00:00.000Z",
      embeds: [
        {
          type: "Website",
          url: "https://example.org",
          title: "Example",
          image: { url: "https://example.org/i.png", width: 10, height: 20, size: "Large" },
        },
        { type: "Text", title: "A card", description: "With text", colour: "#123456" },
      ],
    });
    expect(await find(ids.direct, ids.third)).toMatchObject({
      author: ids.ben,
      masquerade: { name: "Somebody" },
    });
    expect(await find(ids.general, ids.system)).toMatchObject({
      system: { type: "user_joined", id: ids.ben },
    });
    expect(await find(ids.general, ids.last)).toMatchObject({
      author: ids.webhook,
      webhook: { name: "News", avatar: null },
    });
    const { body: found } = await server.client.post(
      `/channels/${ids.general}/search`,
      { query: "museum" },
      annas(),
    );
    expect(found.map(({ _id }: { _id: string }) => _id)).toEqual([ids.first]);
  });

  test("unread messages, mentions and settings are as they were", async () => {
    const { ids } = instance;
    const { body } = await server.client.get("/sync/unreads", bens());
    expect(body).toEqual([
      { _id: { channel: ids.general, user: ids.ben }, last_id: ids.first, mentions: [ids.first] },
    ]);
    const { body: settings } = await server.client.post("/sync/settings/fetch", { keys: ["theme"] }, annas());
    expect(settings).toEqual({ theme: [Date.UTC(2025, 2, 1), '{"dark":true}'] });
  });

  test("what people do next has its effects: a new message, a new file and a closed report", async () => {
    const { ids } = instance;
    const { status, body } = await server.client.post(
      `/channels/${ids.general}/messages`,
      { content: "We are here" },
      annas(),
    );
    expect(status).toBe(200);
    expect(body._id > ids.last).toBe(true);
    const [report] = JSON.parse((await runErmine(home, ["reports", "list", "--json"])).stdout);
    expect((await runErmine(home, ["reports", "close", report.id])).code).toBe(0);
    expect(
      (await server.client.delete(`/channels/${ids.general}/messages/${ids.second}`, undefined, bens()))
        .status,
    ).toBe(204);
    expect((await fetch(`${server.url}/autumn/attachments/attachment-1/notes.txt`)).status).toBe(404);
  });
});

type Collections = StoatInstance["collections"];
