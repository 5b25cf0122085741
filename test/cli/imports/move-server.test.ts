import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { movedFileId, movedId } from "../../../importers/ermine/moved-ids.ts";
import { purgeAccount } from "../../../src/domains/accounts/index.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import { makeOtterServer, type OtterServer } from "../../support/imports/otter-server.ts";
import { readArchive } from "../../support/imports/read-archive.ts";
import { rowsOf, runErmine } from "../../support/processes/program.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

setDefaultTimeout(120_000);

const newUrl = "https://new.example";
type Json = Record<string, unknown>;

describe.each([...preferPostgres])("a server that moves to another host, on %s", (engine) => {
  let [old, fresh]: [TestServer, TestServer] = [] as never;
  let otters: OtterServer;
  /** The account on the new host of the one who owned the server on the old host. */
  let olga: Person;
  const folder = mkdtempSync(join(tmpdir(), "ermine-move-"));
  const archive = join(folder, "otters.tar");
  const movedServer = () => movedId("server", otters.id);
  beforeAll(async () => {
    [old, fresh] = [
      await openServer(engine, { config: { public_url: "https://old.example" } }),
      await openServer(engine, { config: { public_url: newUrl } }),
    ];
    otters = await makeOtterServer(old);
    olga = await newUser(fresh, "Olga");
  });
  afterAll(async () => {
    await old[Symbol.asyncDispose]();
    await fresh[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const importing = (...words: string[]) =>
    runErmine(fresh.home, ["import", "ermine", archive, ...words, "--json"], { ERMINE_PUBLIC_URL: newUrl });
  const countsOf = ({ stdout }: { stdout: string }) =>
    Object.fromEntries(
      JSON.parse(stdout).map(({ what, archive: there, here }: Json) => [what, [there, here]]),
    );
  const at = async (server: TestServer, path: string) =>
    (await server.client.get(path, server === old ? otters.owner : olga)).body;

  /** What the old host shows, with the ids and the address of the new one. */
  async function moved(shown: unknown): Promise<Json> {
    const { id, owner, mia, otto, roles, channels, emoji, webhook } = otters;
    const { contents } = await readArchive(archive);
    const ids = new Map([
      [id, movedServer()],
      [owner.id, olga.id],
      ...[mia.id, otto.id].map((user) => [user, movedId("user", user)] as const),
      ...Object.values(roles).map((role) => [role, movedId("role", role)] as const),
      ...Object.values(channels).map((channel) => [channel, movedId("channel", channel)] as const),
      ...Object.keys(contents).map((file) => [file, movedFileId(file)] as const),
      [emoji, movedId("emoji", emoji)],
      [webhook, movedId("webhook", webhook)],
      ["https://old.example", newUrl],
    ]);
    let text = JSON.stringify(shown);
    for (const [from, to] of ids) text = text.replaceAll(from, to);
    return JSON.parse(text);
  }

  test("its archive is as documented, and holds no secret", async () => {
    const [row] = await rowsOf(old.home, "export", "server", otters.id, "--into", archive);
    const { manifest, parts, contents, text } = await readArchive(archive);
    expect(row).toMatchObject({ server: otters.id, name: "Otter Club", file: archive, ...manifest.counts });
    expect(manifest.server).toEqual({ _id: otters.id, name: "Otter Club" });
    expect(manifest.counts).toMatchObject({
      roles: 2,
      categories: 1,
      channels: 2,
      emojis: 1,
      members: 3,
      users: 3,
    });
    expect(manifest.counts.missing_files).toBe(0);
    expect(manifest.counts.files).toBe(Object.keys(contents).length);
    expect(parts["users.jsonl"]?.map(({ _id }) => _id)).toEqual(
      [otters.owner, otters.mia, otters.otto].map(({ id }) => id).toSorted(),
    );
    expect(parts[`messages/${otters.channels.den}.jsonl`]).toMatchObject([{ content: "quietly" }]);
    for (const { token, email } of [otters.owner, otters.mia])
      for (const secret of [token, email]) expect(text).not.toContain(secret);
    for (const word of ["password", "token", "email", "relations", "discriminator"])
      expect(text).not.toContain(`"${word}"`);
    const again = await runErmine(old.home, ["export", "server", otters.id, "--into", archive]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("exists already") });
    const unknown = await runErmine(old.home, ["export", "server", "nothing"]);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no server nothing") });
  });

  test("the host that it comes from refuses it", async () => {
    const refused = await runErmine(old.home, ["import", "ermine", archive]);
    expect(refused.stderr).toContain(`The server ${otters.id} is on this host`);
    expect(refused.code).toBe(1);
  });

  test("a dry run says what would come, and writes nothing", async () => {
    const result = await importing("--dry-run");
    expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining("Nothing was written.") });
    const { counts } = (await readArchive(archive)).manifest;
    expect(countsOf(result)).toMatchObject({ messages: [counts.messages, 0], people: [3, 0] });
    expect(await rowsOf(fresh.home, "servers", "list")).toEqual([]);
  });

  test("all of it arrives, and a second run adds nothing", async () => {
    const result = await importing();
    expect(result.stderr).toContain(`Imported into the server Otter Club (${movedServer()}).`);
    const { counts } = (await readArchive(archive)).manifest;
    const { messages, files, members, users, roles, channels, emojis } = counts;
    const verified = {
      roles: [roles, roles],
      channels: [channels, channels],
      emoji: [emojis, emojis],
      people: [users, users],
      members: [members, members],
      messages: [messages, messages],
      files: [files, files],
    };
    expect(countsOf(result)).toEqual({
      ...verified,
      "people who are new here": [null, 3],
      "messages that are new here": [null, messages],
      "messages that were there already": [null, 0],
      "messages that were edited since": [null, 0],
      "files of messages": [null, 3],
      "people who claimed their history by a code": [null, 0],
    });
    expect(countsOf(await importing())).toMatchObject({
      ...verified,
      "people who are new here": [null, 0],
      "messages that are new here": [null, 0],
    });
  });

  test("its owner claims it, and finds it as it was", async () => {
    await rowsOf(fresh.home, "import", "claim", otters.owner.id, olga.id);
    const byId = (one: Json, other: Json) => (String(one._id) < String(other._id) ? -1 : 1);
    const shown = await at(old, `/servers/${otters.id}`);
    const here = await at(fresh, `/servers/${movedServer()}`);
    const expected = await moved(shown);
    expect({ ...here, channels: here.channels.toSorted() }).toEqual({
      ...expected,
      channels: (expected.channels as string[]).toSorted(),
    });
    for (const channel of Object.values(otters.channels)) {
      // A message told of the account that joined.
      const { last_message_id: _, ...found } = await at(fresh, `/channels/${movedId("channel", channel)}`);
      expect(await moved(await at(old, `/channels/${channel}`))).toMatchObject(found);
    }
    const emojis = await at(fresh, `/servers/${movedServer()}/emojis`);
    // Who made an emoji does not change by a claim.
    const creator_id = movedId("user", otters.owner.id);
    expect(emojis).toEqual([
      { ...(await moved((await at(old, `/servers/${otters.id}/emojis`))[0])), creator_id },
    ]);
    const people = await at(fresh, `/servers/${movedServer()}/members`);
    const before = (await moved(await at(old, `/servers/${otters.id}/members`))) as { members: Json[] };
    const memberKey = ({ _id, ...member }: Json) => ({ ...member, _id: (_id as Json).user });
    // The account of the owner joined when it claimed, and keeps its own face.
    const others = (members: Json[]) =>
      members
        .map(memberKey)
        .filter(({ _id }) => _id !== olga.id)
        .toSorted(byId);
    expect(others(people.members)).toEqual(others(before.members));
    const mia = await at(fresh, `/users/${movedId("user", otters.mia.id)}`);
    expect(mia).toMatchObject({ username: "Mia", display_name: "Mia M.", avatar: { tag: "avatars" } });
  });

  test("every field of every message is there, and what it names is that of the new host", async () => {
    for (const channel of Object.values(otters.channels)) {
      const path = (id: string) => `/channels/${id}/messages?sort=Oldest&limit=100`;
      const there = await at(old, path(channel));
      expect(there.length).toBeGreaterThan(0);
      const here = await at(fresh, path(movedId("channel", channel)));
      expect(here.slice(0, there.length)).toEqual(await moved(there));
    }
    const general = movedId("channel", otters.channels.general);
    const found = await fresh.client.post(`/channels/${general}/search`, { query: "indeed" }, olga);
    expect(found.body).toMatchObject([{ author: movedId("user", otters.mia.id) }]);
    const unreads = await at(fresh, "/sync/unreads");
    expect(unreads.every(({ mentions = [] }: Json) => (mentions as []).length === 0)).toBe(true);
  });

  test("files are equal byte by byte", async () => {
    const { parts, contents } = await readArchive(archive);
    for (const { _id, tag } of parts["files.jsonl"] ?? []) {
      const id = String(_id);
      const movedTo = tag === "emojis" ? movedId("emoji", id) : movedFileId(id);
      const response = await fetch(`${fresh.url}/autumn/${tag}/${movedTo}/original`);
      expect([id, tag, response.status]).toEqual([id, tag, 200]);
      expect(Buffer.from(await response.bytes()).equals(contents[id] as Buffer)).toBe(true);
    }
  });

  test("what was sent on the old host since then comes with the next archive", async () => {
    const { general } = otters.channels;
    await old.client.post(`/channels/${general}/messages`, { content: "one more" }, otters.owner);
    rmSync(archive);
    await rowsOf(old.home, "export", "server", otters.id, "--into", archive);
    expect(countsOf(await importing())).toMatchObject({ "messages that are new here": [null, 1] });
    const [latest] = await at(fresh, `/channels/${movedId("channel", general)}/messages?limit=1`);
    // What the owner wrote belongs to the account that has claimed it.
    expect(latest).toMatchObject({ content: "one more", author: olga.id });
  });

  test("what somebody has deleted with their account does not come back", async () => {
    const mira = await newUser(fresh, "Mira");
    await rowsOf(fresh.home, "import", "claim", otters.mia.id, mira.id);
    const rowsBy = async (table: "messages" | "members") =>
      ((await dumpTables(fresh))[table] ?? []).filter((row) => row.includes(`_id":"${mira.id}"`)).length;
    expect([(await rowsBy("messages")) > 0, await rowsBy("members")]).toEqual([true, 1]);
    await fresh.running.store.write((tx) => purgeAccount(tx, mira.id));
    await fresh.drain();
    const { users = [], claim_changes } = await dumpTables(fresh);
    const former = users.find((row) => row.includes(movedId("user", otters.mia.id))) ?? "";
    expect(JSON.parse(former)).toMatchObject({
      username: expect.stringContaining("Deleted User"),
      avatar: null,
    });
    expect(JSON.stringify(claim_changes)).not.toContain(movedId("user", otters.mia.id));
    expect(await importing()).toMatchObject({ code: 0 });
    expect([await rowsBy("messages"), await rowsBy("members")]).toEqual([0, 0]);
  });
});
