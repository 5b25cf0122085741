import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importedId } from "../../../importers/discord/snowflakes.ts";
import { purgeAccount } from "../../../src/domains/accounts/index.ts";
import { createImportedUsers } from "../../../src/domains/users/index.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import { readZip } from "../../support/files/read-zip.ts";
import {
  channels,
  exportOf,
  guildId,
  ids,
  message,
  mia,
  otto,
  robot,
  roles,
  snowflakeAt,
  writeExport,
  writeOtterClub,
} from "../../support/imports/discord-export.ts";
import { rowsOf, runErmine } from "../../support/processes/program.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

setDefaultTimeout(60_000);

const club = importedId("server", guildId);
const general = importedId("channel", channels.general.id);
const miaId = importedId("user", mia.id);
const ottoId = importedId("user", otto.id);
const messageId = (snowflake: string) => importedId("message", snowflake);

/** What a claim changes and an undone claim restores. */
const claimedTables = [
  "messages",
  "reactions",
  "files",
  "member_roles",
  "imported_users",
  "claim_changes",
  "servers",
];

describeServer("claims of imported users", preferPostgres, (server) => {
  let owner: Person;
  let account: Person;
  let poster: Person;
  const folder = mkdtempSync(join(tmpdir(), "ermine-claims-"));
  beforeAll(async () => {
    [owner, account] = [await newUser(server, "Owner"), await newUser(server, "Miranda")];
    poster = await newUser(server, "Poster");
    await writeOtterClub(folder);
    expect(await importing()).toMatchObject({ code: 0 });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const importing = () => runErmine(server.home, ["import", "discord", folder, "--owner", owner.id]);
  const get = async (path: string, by = owner) => (await server.client.get(path, by)).body;
  const stateOf = async () => {
    const dump = await dumpTables(server);
    return claimedTables.map((table) =>
      (dump[table] ?? []).map((row) => ({ ...JSON.parse(row), revision: "", words: "" })),
    );
  };

  test("a claim gives messages, mentions, reactions and roles to the account, and its undo gives them back", async () => {
    const before = await stateOf();
    const { stream } = await openReadyStream(server, account);
    await rowsOf(server.home, "import", "claim", mia.id, account.id);
    expect(await stream.next("ServerCreate")).toMatchObject({ id: club });
    const [hello, reply, , , joined] = await get(`/channels/${general}/messages?sort=Oldest`);
    expect(hello).toMatchObject({ author: ottoId, mentions: [account.id] });
    expect(hello.content).toContain(`<@${account.id}>`);
    // What others wrote is not copied: it would stay when they delete it.
    expect(JSON.stringify((await dumpTables(server)).claim_changes)).not.toContain(hello.content.slice(0, 5));
    expect(reply).toMatchObject({ author: account.id, reactions: { "💯": [account.id, ottoId] } });
    expect(joined.system).toEqual({ type: "user_joined", id: account.id });
    const member = await get(`/servers/${club}/members/${account.id}`);
    expect(member.roles).toEqual([importedId("role", roles.visitors.id)]);
    expect((await server.client.get(`/servers/${club}/members/${miaId}`, owner)).status).toBe(404);
    const unreads = await get("/sync/unreads", account);
    expect(unreads.map(({ _id }: { _id: { channel: string } }) => _id.channel)).toContain(general);
    const zip = join(folder, "export.zip");
    await rowsOf(server.home, "users", "export", account.id, "--to", zip);
    expect(JSON.parse(String(readZip(readFileSync(zip)).get("claims.json")))).toMatchObject([
      { source: "discord", foreign_id: mia.id },
    ]);
    rmSync(zip);
    const edit = { content: "My own words." };
    const edited = await server.client.patch(
      `/channels/${general}/messages/${messageId(ids.reply)}`,
      edit,
      account,
    );
    expect(edited.status).toBe(200);

    // A later import knows whose messages they are.
    writeExport(
      join(folder, "more.json"),
      exportOf(channels.general, [message(snowflakeAt(95), mia, "Later")]),
    );
    expect(await importing()).toMatchObject({ code: 0 });
    expect(await get(`/channels/${general}/messages/${messageId(snowflakeAt(95))}`)).toMatchObject({
      author: account.id,
    });
    const other = await runErmine(server.home, ["import", "claim", mia.id, owner.id]);
    expect(other).toMatchObject({ code: 1 });
    expect(other.stderr).toContain("Somebody else has claimed this user.");

    const { stream: watching } = await openReadyStream(server, owner);
    await rowsOf(server.home, "import", "unclaim", miaId);
    expect(await watching.next("ServerMemberJoin")).toMatchObject({
      id: club,
      user: miaId,
      member: { _id: { server: club, user: miaId } },
    });
    expect(await watching.next("ServerMemberUpdate")).toMatchObject({
      id: { server: club, user: miaId },
      data: { roles: [importedId("role", roles.visitors.id)] },
    });
    const later = messageId(snowflakeAt(95));
    const normal = (tables: Record<string, unknown>[][]) =>
      tables.map((rows) =>
        rows
          .filter(({ id }) => id !== later)
          .map((row) =>
            JSON.stringify({ ...row, content: "", edited_at: null, embeds: "", undone_for: null }),
          )
          .sort(),
      );
    expect(normal(await stateOf())).toEqual(normal(before));
    expect(await get(`/channels/${general}/messages/${messageId(ids.reply)}`)).toMatchObject({
      author: miaId,
      content: "My own words.",
    });
    expect(await get(`/channels/${general}/messages/${later}`)).toMatchObject({ author: miaId });
    expect((await runErmine(server.home, ["import", "unclaim", miaId])).stderr).toContain(
      "Nobody has claimed this user.",
    );
  });

  test("a code that is posted from the old account claims its history, and one that is repeated does not", async () => {
    const codeOf = async ({ id }: Person) =>
      (await rowsOf(server.home, "import", "claim-code", id))[0]?.code ?? "";
    const [code, undone] = [await codeOf(poster), await codeOf(account)];
    const forged = String(code).replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
    const posts = [
      message(snowflakeAt(94), otto, String(forged)),
      message(snowflakeAt(95), otto, `> ${code}\nDo not post such codes.`),
      message(snowflakeAt(96), robot, String(code)),
      message(snowflakeAt(97), mia, `${code}\n`),
    ];
    // An operator has undone the claim of this account, and a code does not bring it back.
    writeExport(
      join(folder, "codes.json"),
      exportOf(channels.news, [message(snowflakeAt(97), mia, String(undone))]),
    );
    expect(await importing()).toMatchObject({ code: 0 });
    expect((await get(`/channels/${general}/messages?sort=Oldest`))[1].author).toBe(miaId);
    writeExport(join(folder, "codes.json"), exportOf(channels.news, posts));
    expect(await importing()).toMatchObject({ code: 0 });
    const [hello, reply] = await get(`/channels/${general}/messages?sort=Oldest`);
    expect(hello.author).toBe(ottoId);
    expect(reply.author).toBe(poster.id);
    const repeated = `/channels/${importedId("channel", channels.news.id)}/messages/${messageId(snowflakeAt(96))}`;
    expect(await get(repeated)).toMatchObject({ author: importedId("user", robot.id) });
  });

  test("only imported users can be claimed, and only by accounts", async () => {
    const claim = (...words: string[]) => runErmine(server.home, ["import", "claim", ...words]);
    expect((await claim(owner.id, account.id)).stderr).toContain("No imported user has the id or name");
    expect((await claim(ottoId, "nobody")).stderr).toContain("no user has the id or name nobody");
    expect((await claim(ottoId, miaId)).stderr).toContain("is an imported user, not an account");
  });

  test("a claim link is printed once, counts the messages, and is not kept in the clear", async () => {
    const link = (...words: string[]) => runErmine(server.home, ["import", "claim-link", ...words, "--json"]);
    const { stdout } = await link(otto.id, "--for", owner.id, "--hours", "1");
    const [made] = JSON.parse(stdout);
    expect(made).toMatchObject({ person: ottoId, messages: 6 });
    const token = new URL(made.link).hash.slice(1);
    expect(JSON.stringify(await dumpTables(server))).not.toContain(token);
    expect((await server.client.post("/claims/view", { token }, owner)).body).toMatchObject({
      name: "Otto the Otter",
      messages: 6,
    });
    expect((await link(otto.id, "--hours", "0")).stderr).toContain("--hours is a whole number");
    expect((await link(mia.id)).stderr).toContain("Somebody has claimed this user.");
  });

  test("an id that several services have used is refused, and one of a user here always means that user", async () => {
    const { services, store } = server.running;
    const twin = services.ids.next();
    const namesake = services.ids.next();
    await store.write((tx) =>
      createImportedUsers(tx, [
        {
          id: twin,
          source: "ermine",
          foreign_id: otto.id,
          name: "Twin",
          displayName: undefined,
          avatar: null,
        },
        {
          id: namesake,
          source: "ermine",
          foreign_id: ottoId,
          name: "Other",
          displayName: undefined,
          avatar: null,
        },
      ]),
    );
    const several = await runErmine(server.home, ["import", "claim-link", otto.id]);
    expect(several).toMatchObject({ code: 1 });
    expect(several.stderr).toContain(`${ottoId} (discord), ${twin} (ermine)`);
    const [{ person } = {}] = await rowsOf(server.home, "import", "claim-link", ottoId);
    expect(person).toBe(ottoId);
  });

  test("what somebody has deleted with their account does not come back with the next import", async () => {
    const own = `/channels/${general}/messages/${messageId(ids.reply)}`;
    expect(await get(own)).toMatchObject({ author: poster.id });
    await server.running.store.write((tx) => purgeAccount(tx, poster.id));
    await server.drain();
    const report = join(folder, "report.jsonl");
    const words = ["import", "discord", folder, "--owner", owner.id, "--report", report];
    expect(await runErmine(server.home, words)).toMatchObject({ code: 0 });
    expect((await server.client.get(own, owner)).status).toBe(404);
    expect((await server.client.get(`/servers/${club}/members/${poster.id}`, owner)).status).toBe(404);
    const reported = readFileSync(report, "utf8");
    expect(reported).toContain("was deleted here");
    const again = await runErmine(server.home, words);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining(`${report} exists already`) });
    expect(readFileSync(report, "utf8")).toBe(reported);
    const [hello] = await get(`/channels/${general}/messages?sort=Oldest`);
    expect(hello.author).toBe(ottoId);
  });

  test("neither does anything of an imported user whom an operator has wiped, or of the account that claimed one", async () => {
    const claimant = await newUser(server, "Claimant");
    await rowsOf(server.home, "import", "claim", robot.id, claimant.id);
    const countBy = async (id: string) => {
      const { messages = [], members = [] } = await dumpTables(server);
      const isBy = (row: string) => row.includes(`"author_id":"${id}"`) || row.includes(`"user_id":"${id}"`);
      return [messages.filter(isBy).length, members.filter(isBy).length];
    };
    for (const [id, flag] of [
      [ottoId, "suspended"],
      [claimant.id, "spam"],
    ] as const) {
      expect([id, ...(await countBy(id))]).toEqual([id, expect.any(Number), 1]);
      await rowsOf(server.home, "users", "wipe", id, "--flag", flag, "--yes");
    }
    await server.drain();
    expect(await importing()).toMatchObject({ code: 0 });
    for (const id of [ottoId, claimant.id, importedId("user", robot.id)])
      expect([id, ...(await countBy(id))]).toEqual([id, 0, 0]);
  });
});
