import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SystemTables } from "../../src/store/system-tables.ts";
import { logIn, newUser, password } from "../support/accounts/people.ts";
import { newFriends } from "../support/channels/conversations.ts";
import { readZip } from "../support/files/read-zip.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { newPasskey } from "../support/passkeys/passkeys.ts";
import { rowsOf, runErmine } from "../support/processes/program.ts";
import { preferPostgres } from "../support/run/thorough.ts";
import { describeServer } from "../support/server/describe-server.ts";
import { openServer } from "../support/server/server.ts";
import { newCommunity } from "../support/servers/communities.ts";
import { openReadyStream } from "../support/stream/stream.ts";

setDefaultTimeout(60_000);

describeServer("commands about people", preferPostgres, (server, engine) => {
  test("users list pages, users search finds by name, display name and address", async () => {
    const [otter, marten] = [await newUser(server, "Otterly"), await newUser(server, "Marten")];
    await server.client.patch("/users/@me", { display_name: "100% otter" }, { token: marten.token });
    const find = async (...words: string[]) =>
      (await rowsOf(server.home, "users", ...words)).map(({ id }) => id);
    const page = await runErmine(server.home, ["users", "list", "--limit", "1", "--json"]);
    const [{ id }] = JSON.parse(page.stdout);
    expect(page.stderr).toBe(`There may be more: --after ${id}\n`);
    expect(await find("list")).toEqual([id, ...(await find("list", "--after", id))]);
    expect(await find("search", "OTTER")).toEqual([otter.id, marten.id]);
    expect(await find("search", "otter", "--after", otter.id)).toEqual([marten.id]);
    expect(await find("search", "0%")).toEqual([marten.id]);
    expect(await find("search", "_")).toEqual([]);
    expect(await find("search", otter.email)).toEqual([otter.id]);
  });

  test("accounts sessions lists devices, accounts logout ends one or all of them", async () => {
    const ann = await newUser(server);
    const phone = await logIn(server, ann.email);
    const listed = await rowsOf(server.home, "accounts", "sessions", ann.email);
    expect(listed.map(({ id, name }) => ({ id, name }))).toEqual([
      { id: ann.sessionId, name: "test" },
      { id: phone.sessionId, name: "test" },
    ]);
    expect(JSON.stringify(listed)).not.toContain(phone.token);
    const { stream } = await openReadyStream(server, phone);
    await rowsOf(server.home, "accounts", "logout", ann.id, "--session", phone.sessionId);
    await stream.closed;
    expect((await server.client.get("/users/@me", phone)).status).toBe(401);
    expect((await server.client.get("/users/@me", ann)).status).toBe(200);
    const wrong = await runErmine(server.home, ["accounts", "logout", ann.id, "--session", "none"]);
    expect(wrong).toMatchObject({ code: 1, stderr: "the account has no session with the id none\n" });
    await rowsOf(server.home, "accounts", "logout", ann.id);
    expect((await server.client.get("/users/@me", ann)).status).toBe(401);
  });

  test("accounts verify lets somebody log in whose mail got lost", async () => {
    await using mailing = await openServer(engine, { config: { smtp: { host: "127.0.0.1", port: 9 } } });
    const { client, home } = mailing;
    const email = "lost@example.com";
    await client.post("/auth/account/create", { email, password });
    const login = async () => (await client.post("/auth/session/login", { email, password })).body;
    expect(await login()).toMatchObject({ type: "UnverifiedAccount" });
    expect(await rowsOf(home, "accounts", "verify", email)).toMatchObject([{ verified: true }]);
    expect(await login()).toMatchObject({ result: "Success" });
    const again = await runErmine(home, ["accounts", "verify", email]);
    expect(again).toMatchObject({ code: 1, stderr: `the address ${email} is verified already\n` });
  });

  test("users export writes everything that belongs to a person, and nothing secret or of others", async () => {
    const [ann, friend] = await newFriends(server);
    const { channel, id } = await newCommunity(server, ann);
    const file = await uploadFile(server, ann, { content: "what ann wrote", filename: "notes.txt" });
    const sent = await sendMessage(server, { by: ann, channel }, { content: "Mine.", attachments: [file] });
    await sendMessage(server, { by: friend, channel: await ownChannel(friend) }, "Not mine.");
    await server.client.put(
      `/channels/${channel}/messages/${sent}/reactions/${encodeURIComponent("👍")}`,
      {},
      ann,
    );
    await server.client.post("/sync/settings/set", { theme: "dark" }, { token: ann.token });
    await newPasskey(server, ann, { name: "Ann's phone" });
    await server.client.post("/bots/create", { name: "annbot" }, { token: ann.token });
    const folder = mkdtempSync(join(tmpdir(), "ermine-export-"));
    const path = join(folder, "ann.zip");
    const words = ["users", "export", ann.id, "--to", path];
    expect(await rowsOf(server.home, ...words)).toMatchObject([
      { user: ann.id, file: path, bytes: expect.any(Number) },
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const files = readZip(readFileSync(path));
    const json = (name: string) => JSON.parse(String(files.get(name)));
    expect([...files.keys()].toSorted()).toEqual(
      [
        ...[
          "account",
          "barred-from-invites",
          "bots",
          "claims",
          "claim-links",
          "conversations",
          "emojis",
          "files",
          "identities",
          "invites",
          "messages",
          "passkeys",
          "reactions",
          "relations",
        ],
        ...["reports", "servers", "sessions", "settings", "sign-ins", "unreads", "user", "webhooks"],
      ]
        .map((name) => `${name}.json`)
        .concat(`files/attachments/${file}-notes.txt`)
        .toSorted(),
    );
    expect(json("account.json")).toMatchObject([{ id: ann.id, email: ann.email }]);
    expect(json("passkeys.json")).toMatchObject([
      { name: "Ann's phone", credential_id: expect.any(String), public_key: expect.any(String) },
    ]);
    expect(json("messages.json")).toMatchObject([
      { _id: sent, content: "Mine.", attachments: [{ _id: file }] },
    ]);
    expect(json("reactions.json")).toMatchObject([{ message_id: sent, emoji: "👍" }]);
    expect(json("servers.json")).toMatchObject([{ id, owner_id: ann.id }]);
    expect(json("relations.json")).toMatchObject([{ other_id: friend.id, status: "Friend" }]);
    expect(json("settings.json")).toMatchObject([{ key: "theme" }]);
    expect(json("bots.json")).toHaveLength(1);
    expect(String(files.get(`files/attachments/${file}-notes.txt`))).toBe("what ann wrote");
    const everything = [...files.values()].join("\n");
    for (const secret of ["argon2", "digest", "sealed", ann.token, "token", "Not mine."])
      expect(everything).not.toContain(secret);
    // It never replaces a file, and leaves none that is incomplete.
    const again = await runErmine(server.home, words);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining(path) });
    expect(readdirSync(folder)).toEqual(["ann.zip"]);
    expect(await rowsOf(server.home, "audit", "--target", ann.id)).toMatchObject([
      { action: "users export" },
    ]);
    rmSync(folder, { recursive: true });
  });

  const ownChannel = async ({ id, token }: { id: string; token: string }) =>
    (await server.client.get(`/users/${id}/dm`, { token })).body._id;

  test("stats counts what there is", async () => {
    const before = await rowsOf(server.home, "stats");
    const ann = await newUser(server);
    const { channel } = await newCommunity(server, ann);
    await sendMessage(server, { by: ann, channel });
    const after = await rowsOf(server.home, "stats");
    const change = Object.fromEntries(
      after.map(({ what, count }, index) => [what, Number(count) - Number(before[index]?.count)]),
    );
    expect(change).toMatchObject({
      accounts: 1,
      sessions: 1,
      users: 1,
      bots: 0,
      servers: 1,
      channels: 1,
      messages: 1,
    });
    expect(change).toMatchObject({ files: 0, file_bytes: 0, failed_jobs: 0, open_reports: 0 });
    expect(Number(after.find(({ what }) => what === "database_bytes")?.count)).toBeGreaterThan(10_000);
  });

  test("jobs list shows jobs without their payload, jobs retry runs those again that were given up", async () => {
    const add = (id: string, more: Partial<SystemTables["jobs"]>) =>
      server.running.store.write((tx) =>
        tx
          .sql<SystemTables>()
          .insertInto("jobs")
          .values({
            id,
            name: "unknown_job",
            payload: '"hidden"',
            run_at: 0,
            attempts: 3,
            leased_until: 0,
            failed: 0,
            last_error: null,
            ...more,
          })
          .execute(),
      );
    await add("zz1", { failed: 1, last_error: "the host does not answer" });
    await add("zz2", { failed: 1 });
    await add("zz3", { leased_until: Date.now() + 3_600_000 });
    const list = async (...options: string[]) =>
      (await rowsOf(server.home, "jobs", "list", "--after", "zz", ...options)).map(
        ({ id, state }) => `${id} ${state}`,
      );
    expect(await list()).toEqual(["zz1 failed", "zz2 failed", "zz3 running"]);
    expect(await list("--state", "failed")).toEqual(["zz1 failed", "zz2 failed"]);
    expect(await list("--state", "running")).toEqual(["zz3 running"]);
    const shown = await runErmine(server.home, ["jobs", "list", "--state", "failed"]);
    expect(shown.stdout).toContain("the host does not answer");
    expect(shown.stdout).not.toContain("hidden");
    expect(await rowsOf(server.home, "jobs", "retry", "zz1")).toEqual([{ retried: 1 }]);
    expect(await list("--state", "waiting")).toEqual(["zz1 waiting"]);
    const twice = await runErmine(server.home, ["jobs", "retry", "zz1"]);
    expect(twice).toMatchObject({ code: 1, stderr: "no job that was given up has the id zz1\n" });
    expect(await rowsOf(server.home, "jobs", "retry", "all")).toEqual([{ retried: 1 }]);
    expect((await runErmine(server.home, ["jobs", "list", "--state", "late"])).code).toBe(1);
  });
});
