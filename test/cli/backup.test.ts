import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { backUp } from "../../src/backup/back-up.ts";
import { configWith } from "../../src/config/load.ts";
import { migrations, newestVersion } from "../../src/migrations/index.ts";
import { migrationsUpTo } from "../../src/migrations/kit.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import { loadOrCreateSecrets } from "../../src/platform/secrets/secrets-file.ts";
import type { SystemTables } from "../../src/store/system-tables.ts";
import { newUser } from "../support/accounts/people.ts";
import {
  archivesIn,
  backUpTo,
  diskBlobsOf,
  newSource,
  newTarget,
  readBlobs,
  readRowsOf,
  run,
} from "../support/backups/backups.ts";
import { openFile, tableColumns } from "../support/database/copied-database.ts";
import { openAt } from "../support/database/databases.ts";
import { fillWithHostileRows } from "../support/database/hostile-rows.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { lastMessageOf, readMessages } from "../support/messages/messages.ts";
import { newRoom, sendMessage } from "../support/messages/sending.ts";
import { rowsOf } from "../support/processes/program.ts";
import { usually } from "../support/run/is-thorough.ts";
import { anyEngine, preferPostgres } from "../support/run/thorough.ts";
import { type Engine, engines } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";

setDefaultTimeout(120_000);

const otherEngine = (engine: Engine): Engine => engines.find((other) => other !== engine) ?? engine;

test("every kind of row survives, into either engine and back", async () => {
  using original = await newSource("sqlite");
  {
    using handle = openFile(original);
    fillWithHostileRows(handle, tableColumns({ home: original }));
    handle.run("update stored_files set blob_key = 'key-' || rowid");
  }
  const rows = await readRowsOf(original);
  for (const [table, all] of Object.entries(rows)) expect(all.length, table).toBeGreaterThan(0);
  const first = await backUpTo(original, join(original.folder, "first.tar"));
  expect(first).toMatchObject({
    files: 12,
    missing: 12,
    stderr: expect.stringContaining("The file key-1 is missing"),
  });
  // The way through PostgreSQL leads back into SQLite.
  for (const engine of preferPostgres) {
    using copy = await newTarget(engine);
    await run(copy, "restore", first.archive);
    expect(await readRowsOf(copy)).toEqual(rows);
    const second = await backUpTo(copy, join(copy.folder, "second.tar"));
    using back = await newTarget(otherEngine(engine));
    await run(back, "restore", second.archive);
    expect(await readRowsOf(back)).toEqual(rows);
  }
});

/** Writes to a server until it is told to stop: messages, some with a file, some of which are deleted again. */
function keepBusy(server: TestServer, room: Awaited<ReturnType<typeof newRoom>>) {
  const { channel, owner, member } = room;
  const sent: string[] = [];
  const deleted = new Set<string>();
  let isOver = false;
  const write = async (by: typeof owner, name: string) => {
    for (let index = 0; !isOver; index++) {
      const content = `number ${index} of ${name}`;
      const attachments =
        index % 3 === 0 ? [await uploadFile(server, by, { content: content.repeat(500) })] : [];
      const id = await sendMessage(server, { by, channel }, { content, attachments });
      sent.push(id);
      if (index % 6 !== 3) continue;
      deleted.add(id);
      await server.client.delete(`/channels/${channel}/messages/${id}`, by);
    }
  };
  const writing = Promise.all([write(owner, "one"), write(owner, "two"), write(member, "three")]);
  const stop = async () => {
    isOver = true;
    await writing;
  };
  return { sent, deleted, stop, [Symbol.asyncDispose]: stop };
}

describe.each(usually(engines))("a backup of a busy server on %s", (engine) => {
  test("is one moment of it, and a server on the other engine continues from there", async () => {
    using place = await newTarget(engine);
    await using server = await openServer(engine);
    const room = await newRoom(server);
    const { channel, owner } = room;
    await using busy = keepBusy(server, room);
    while (busy.sent.length < 30) await Bun.sleep(1);
    const before = busy.sent.filter((id) => !busy.deleted.has(id));
    const { archive } = await backUpTo(server.home, place.folder);
    // The next one, which finds files from before, some of which are gone meanwhile.
    const second = await backUpTo(server.home, place.folder);
    expect(second.copied).toBeLessThan(second.files);
    await busy.stop();
    expect(busy.sent.length).toBeGreaterThan(before.length);
    await run(server.home, "backup", "verify", archive);

    using target = await newTarget(otherEngine(engine));
    await run(target, "restore", archive);
    await using copy = await openServer(target.engine, { home: target });
    const rows = await readMessages(copy, channel);
    const ids = rows.map(({ id }) => id);
    // What was acknowledged before is there. Of what came later, nothing is there without what came before it.
    expect(before.filter((id) => !busy.deleted.has(id) && !ids.includes(id))).toEqual([]);
    const last = ids.at(-1) ?? "";
    const lacking = busy.sent.filter((id) => id < last && !busy.deleted.has(id) && !ids.includes(id));
    expect(lacking).toEqual([]);
    expect(await lastMessageOf(copy, channel)).toBe(last);
    expect(ids.length).toBeLessThan(busy.sent.length);
    for (const { id, attachments } of rows) {
      const [file] = attachments === null ? [] : JSON.parse(attachments);
      if (file === undefined || busy.deleted.has(id)) continue;
      const path = `/autumn/attachments/${file._id ?? file}/original`;
      const [original, restored] = [await fetch(server.url + path), await fetch(copy.url + path)];
      expect(restored.status).toBe(200);
      expect(await restored.text()).toBe(await original.text());
    }
    await sendMessage(copy, { by: owner, channel }, "Still here.");
    const found = await copy.client.post(`/channels/${channel}/search`, { query: "still" }, owner);
    expect(found.body).toHaveLength(1);
    const older = await copy.client.post(`/channels/${channel}/search`, { query: "number", limit: 5 }, owner);
    expect(older.body).toHaveLength(5);
    const everywhere = await copy.client.post("/search", { query: "number", limit: 5 }, owner);
    expect(everywhere.body.messages).toHaveLength(5);
  });
});

// What a backup reads and a restore writes, and how, depends on the engine, and is shown above.
describe.each([...anyEngine])("a backup of a server on %s", (engine) => {
  test("that is quiet has every row and file, and is not longer than it must be", async () => {
    using place = await newTarget(engine);
    await using server = await openServer(engine);
    const ann = await newUser(server);
    for (let index = 0; index < 5; index++)
      await uploadFile(server, ann, { content: `text ${index}`.repeat(10_000) });
    await server.stop();
    const source = { ...place, ...server.home, engine };
    const rows = await readRowsOf(source);
    const blobs = await readBlobs(await diskBlobsOf(source));
    expect(Object.keys(blobs)).toHaveLength(5);
    const first = await backUpTo(source, place.folder);
    expect(first).toMatchObject({ files: 5, copied: 5, missing: 0 });
    expect(await backUpTo(source, place.folder)).toMatchObject({ files: 5, copied: 0, missing: 0 });
    const single = await backUpTo(source, join(place.folder, "single.tar"));
    for (const name of archivesIn(place.folder))
      expect(statSync(join(place.folder, name)).mode & 0o777).toBe(0o600);
    expect(readdirSync(place.folder).toSorted()).toEqual([...archivesIn(place.folder), "files"].toSorted());
    expect(await readBlobs(await diskBlobsOf({ dataDir: place.folder }))).toEqual(blobs);
    for (const archive of [first.archive, single.archive]) {
      using target = await newTarget(engine);
      await run(target, "restore", archive);
      const restored = await readRowsOf(target);
      // Later backups hold the report of those before.
      restored.meta = restored.meta?.filter((row) => !row.includes('"key":"backup:')) ?? [];
      expect(restored).toEqual(rows);
      expect(await readBlobs(await diskBlobsOf(target))).toEqual(blobs);
      expect(await rowsOf(target, "files", "check")).toEqual([]);
      expect((await rowsOf(target, "audit")).map(({ action }) => action)[0]).toBe("restore");
    }
    server.home.remove();
  });

  test("of an older version is migrated when it is restored", async () => {
    using older = await newTarget(engine);
    const database = openAt(engine, older);
    const version = newestVersion - 1;
    await migrate(database, migrationsUpTo(migrations, version), { directory: older.dataDir });
    await database.write((queries) =>
      queries.sql<SystemTables>().insertInto("meta").values({ key: "older", value: "still here" }).execute(),
    );
    const config = configWith({ data_dir: older.dataDir, database_url: older.databaseUrl });
    loadOrCreateSecrets(config);
    const blobs = await diskBlobsOf(older);
    const encrypt = { to: [], withPassphrase: false };
    const options = { config, database, blobs, to: older.folder, passphrase: "", encrypt, now: Date.now };
    const { archive } = await backUp({ ...options, progress: () => {}, pause: () => undefined });
    await database[Symbol.asyncDispose]();
    using target = await newTarget(otherEngine(engine));
    await run(target, "restore", archive);
    expect((await readRowsOf(target)).meta).toContain('{"key":"older","value":"still here"}');
    expect(await rowsOf(target, "migrate")).toEqual([{ from: version + 1, to: version + 1, snapshot: null }]);
    expect(JSON.parse((await run(target, "backup", "verify", archive)).stdout)).toMatchObject([
      { schema: version },
    ]);
  });
});

test.each(usually(engines))("an archive that version 30 made can be restored into %s", async (engine) => {
  using target = await newTarget(engine);
  await run(target, "restore", join(import.meta.dir, "../support/backups/archives/version-30.tar"));
  const { messages, reactions } = await readRowsOf(target);
  expect(messages).toEqual([expect.stringContaining("Words of version 25.")]);
  expect(reactions).toEqual([expect.stringContaining("🦦")]);
  expect(Object.values(await readBlobs(await diskBlobsOf(target)))).toEqual([
    Bun.SHA256.hash("a file of version 25", "hex"),
  ]);
  // A server starts on it.
  await using _ = await openServer(engine, { home: target });
});
