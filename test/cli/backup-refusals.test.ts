import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packTar, unpackTar } from "modern-tar";
import { writeManifest } from "../../src/backup/archive-format.ts";
import { migrations, newestVersion } from "../../src/migrations/index.ts";
import { versionAfter } from "../../src/migrations/kit.ts";
import { newUser } from "../support/accounts/people.ts";
import {
  archivesIn,
  type BackupHome,
  backUpTo,
  newSource,
  newTarget,
  readRowsOf,
  run,
} from "../support/backups/backups.ts";
import { addMessages, openFile, openSession, queryPostgres } from "../support/database/copied-database.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { killWhen } from "../support/processes/kill-when.ts";
import { runErmine } from "../support/processes/program.ts";
import { startProcess } from "../support/processes/server-process.ts";
import { preferPostgres } from "../support/run/thorough.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { engines } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";

setDefaultTimeout(120_000);

interface Member {
  readonly header: { name: string; size: number; type?: "file" | "symlink"; linkname?: string };
  readonly data: Uint8Array;
}

async function membersOf(archive: string): Promise<Member[]> {
  const entries = await unpackTar(readFileSync(archive));
  return entries.map(({ header, data }) => ({
    header: { name: header.name, size: header.size, type: "file" },
    data: data ?? new Uint8Array(),
  }));
}

const named = (name: string, text: string): Member => {
  const data = new TextEncoder().encode(text);
  return { header: { name, size: data.length, type: "file" }, data };
};

/** The archive with another manifest, whose digest is right. */
function withManifest(members: readonly Member[], change: object): Member[] {
  const { manifest } = JSON.parse(new TextDecoder().decode(members.at(-1)?.data));
  return [...members.slice(0, -1), named("manifest.json", writeManifest({ ...manifest, ...change }))];
}

/** Restores into a new place, and expects that it is refused before anything was changed. */
async function expectRefusal(archive: string, message: RegExp, more: string[] = []) {
  using target = await newTarget("sqlite");
  for (const words of [
    ["restore", archive, ...more],
    ["backup", "verify", archive, ...more],
  ]) {
    const { code, stdout, stderr } = await runErmine(target, words);
    expect({ words, code, stdout, stderr }).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(message),
    });
    expect(readdirSync(target.dataDir)).toEqual([]);
  }
}

describe("a backup that was changed", () => {
  test("is refused, whatever was changed", async () => {
    using source = await newSource("sqlite");
    {
      await using server = await openServer("sqlite", { home: source });
      await uploadFile(server, await newUser(server), { content: "a file" });
    }
    const { archive: separate } = await backUpTo(source, source.folder);
    const { archive } = await backUpTo(source, join(source.folder, "single.tar"));
    const bytes = readFileSync(archive);
    const members = await membersOf(archive);
    const other = join(source.folder, "changed.tar");
    const refuse = async (content: Uint8Array | readonly Member[], message: RegExp) => {
      writeFileSync(other, content instanceof Uint8Array ? content : await packTar(content));
      await expectRefusal(other, message);
    };
    for (const length of [0, 1_000, Math.floor(bytes.length / 2), bytes.length - 1_024])
      await refuse(bytes.subarray(0, length), /changed\.tar is damaged: .*truncated/);
    await refuse(new TextEncoder().encode("not a backup ".repeat(100)), /is damaged/);
    const byteOf = (name: string) => bytes.indexOf(name) + 514;
    for (const name of ["tables/accounts", "secrets.json", "files/"])
      await refuse(bytes.with(byteOf(name), (bytes[byteOf(name)] ?? 0) ^ 1), /is damaged/);
    await refuse(
      Buffer.from(bytes.toString("latin1").replace('"plain"', '"pla1n"'), "latin1"),
      /its manifest was changed/,
    );
    await refuse(members.slice(0, -1), /its end is missing/);
    await refuse(
      members.filter(({ header }) => header.name !== "tables/users.jsonl.gz"),
      /differs from what was written/,
    );
    await refuse(
      members.filter(({ header }) => !header.name.startsWith("files/")),
      /files are missing in it/,
    );
    await refuse([...members.slice(0, 3), ...members.slice(2)], /twice/);
    for (const name of [
      "../evil",
      "/etc/evil",
      "files/../../evil",
      "tables/../x.jsonl.gz",
      "files/a/b",
      "evil",
    ])
      await refuse([named(name, "evil"), ...members], /holds ".*", which no backup does/);
    const link: Member = {
      header: { name: "files/abc", size: 0, type: "symlink", linkname: "/etc/passwd" },
      data: new Uint8Array(),
    };
    await refuse([link, ...members], /which no backup does/);
    await refuse(withManifest(members, { tables: [] }), /a table is missing/);
    // The file next to an archive.
    const [key = ""] = (await membersOf(archive)).flatMap(
      ({ header }) => /^files\/(.+)$/.exec(header.name)?.[1] ?? [],
    );
    const hash = new Bun.CryptoHasher("sha256").update(key).digest("hex");
    const path = join(source.folder, "files", hash.slice(0, 2), hash.slice(2, 4), key);
    writeFileSync(path, "another");
    await expectRefusal(separate, /the file .* differs from what was written/);
    rmSync(path);
    await expectRefusal(separate, /the file .* is missing/);
  });

  test("is refused where only its version is wrong", async () => {
    using source = await newSource("sqlite");
    using target = await newTarget("sqlite");
    const { archive } = await backUpTo(source, join(source.folder, "single.tar"));
    const members = await membersOf(archive);
    const restored = async (changed: readonly Member[]) => {
      writeFileSync(archive, await packTar(changed));
      return await runErmine(target, ["restore", archive]);
    };
    const newer = await restored(withManifest(members, { schema: newestVersion + 1 }));
    expect(newer).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/with version \d+ of the database.*Use the newer/),
    });
    const format = new TextDecoder().decode(members.at(-1)?.data).replace('"format": 1', '"format": 2');
    expect(await restored([...members.slice(0, -1), named("manifest.json", format)])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("made by a newer version"),
    });
    const [first, ...tables] = JSON.parse(new TextDecoder().decode(members.at(-1)?.data)).manifest.tables;
    const renamed = [{ ...first, columns: [...first.columns, "evil"] }, ...tables];
    expect(await restored(withManifest(members, { tables: renamed }))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("not those of its version"),
    });
    expect(readdirSync(target.dataDir)).toEqual([]);
  });
});

test("secrets are sealed with a passphrase, and only it opens them", async () => {
  using source = await newSource("sqlite");
  const file = join(source.folder, "passphrase");
  writeFileSync(file, "correct horse\n");
  const { archive } = await backUpTo(source, join(source.folder, "single.tar"), "--passphrase-file", file);
  const stored = JSON.parse(readFileSync(join(source.dataDir, "secrets.json"), "utf8"));
  for (const secret of [stored.encryption_key, stored.vapid_private_key, "correct horse"])
    expect(readFileSync(archive).includes(secret)).toBe(false);
  using target = await newTarget("sqlite");
  const restore = (...more: Parameters<typeof runErmine>[1]) =>
    runErmine(target, ["restore", archive, ...more]);
  expect(await restore()).toMatchObject({ code: 1, stderr: expect.stringContaining("--passphrase-file") });
  writeFileSync(file, "wrong horse");
  expect(await restore("--passphrase-file", file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("does not open"),
  });
  expect(await restore("--passphrase-file", `${file}-missing`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("ENOENT"),
  });
  expect(readdirSync(target.dataDir)).toEqual([]);
  expect((await runErmine(target, ["backup", "verify", archive])).code).toBe(0);
  const variables = { ERMINE_BACKUP_PASSPHRASE: "correct horse" };
  expect((await runErmine(target, ["restore", archive], variables)).code).toBe(0);
  expect(JSON.parse(readFileSync(join(target.dataDir, "secrets.json"), "utf8"))).toEqual(stored);
});

describe.each([...preferPostgres])("ermine restore into %s", (engine) => {
  test("refuses a backup that is older than the initial schema, and changes nothing", async () => {
    using source = await newSource(engine);
    const { archive } = await backUpTo(source, join(source.folder, "single.tar"));
    const members = await membersOf(archive);
    const oldest = versionAfter(migrations.slice(0, 1));
    writeFileSync(archive, await packTar(withManifest(members, { schema: oldest - 1 })));
    using target = await newTarget(engine);
    expect(await runErmine(target, ["restore", archive])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(new RegExp(`holds version ${oldest - 1} of the database.*${oldest}`)),
    });
    expect(readdirSync(target.dataDir)).toEqual([]);
    if (engine === "postgres")
      expect(
        await queryPostgres(
          target.databaseUrl,
          "select tablename from pg_tables where schemaname = 'public'",
        ),
      ).toEqual([]);
  });
});

describe.each([...engines])("ermine restore into %s", (engine) => {
  test("refuses what is not empty, and what belongs to others", async () => {
    using source = await newSource("sqlite");
    const { archive } = await backUpTo(source, join(source.folder, "single.tar"));
    using used = await newSource(engine);
    const rows = await readRowsOf(used);
    const secrets = readFileSync(join(used.dataDir, "secrets.json"), "utf8");
    const refused = async (home: BackupHome, message: RegExp, more: Record<string, string> = {}) =>
      expect(await runErmine(home, ["restore", archive], more)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(message),
      });
    await refused(used, /secrets\.json holds another encryption_key .* Move it away/);
    rmSync(join(used.dataDir, "secrets.json"));
    await refused(used, /already holds data of Ermine/);
    await refused(used, /secrets.encryption_key is set to another key/, {
      ERMINE_SECRETS_ENCRYPTION_KEY: "A".repeat(43),
    });
    expect(await readRowsOf(used)).toEqual(rows);
    expect(existsSync(join(used.dataDir, "secrets.json"))).toBe(false);
    writeFileSync(join(used.dataDir, "secrets.json"), secrets);
    {
      await using _ = await startProcess(used);
      rmSync(join(used.dataDir, "secrets.json"));
      await refused(used, /Another server is running/);
    }
    using empty = await newTarget(engine);
    if (engine === "postgres") {
      const latin = `${new URL(empty.databaseUrl).pathname.slice(1)}_latin`;
      await queryPostgres(
        empty.databaseUrl,
        `create database ${latin} encoding 'LATIN1' template template0 locale 'C'`,
      );
      const url = Object.assign(new URL(empty.databaseUrl), { pathname: latin });
      await refused(empty, /encoding .* LATIN1\. Create one with/, { ERMINE_DATABASE_URL: String(url) });
    }
    const wrong = await runErmine(empty, ["restore", archive, "--to-database", "mysql://x"]);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("--to-database sqlite or") });
    expect(await runErmine(empty, ["restore", `${archive}-missing`])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no backup at"),
    });
  });

  thoroughTest("can be started again after it was killed, and no server starts before", async () => {
    using source = await newSource("sqlite");
    const { archive: other } = await backUpTo(source, join(source.folder, "other.tar"));
    {
      using handle = openFile(source);
      addMessages(handle, 20_000);
    }
    const rows = await readRowsOf(source);
    const { archive } = await backUpTo(source, join(source.folder, "single.tar"));
    using target = await newTarget(engine);
    {
      await using messages = watchMessages(target);
      await killWhen(target, ["restore", archive], messages.areStored);
    }
    expect(await runErmine(target, ["accounts", "list"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("whose restore was interrupted"),
    });
    expect(await runErmine(target, ["backup"])).toMatchObject({ code: 1 });
    expect(await runErmine(target, ["restore", other])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("holds a part of"),
    });
    await run(target, "restore", archive);
    expect(await readRowsOf(target)).toEqual(rows);
    expect((await runErmine(target, ["restore", archive])).stderr).toContain("already holds data");
  });
});

test("a backup that is killed leaves no archive, and the next one is complete", async () => {
  using source = await newSource("sqlite");
  {
    using handle = openFile(source);
    addMessages(handle, 20_000);
  }
  const unfinished = join(source.folder, "unfinished");
  const isReading = async () =>
    existsSync(unfinished) &&
    readdirSync(unfinished, { recursive: true }).some((name) => String(name).endsWith("messages.jsonl.gz"));
  await killWhen(source, ["backup", "--to", source.folder], isReading);
  expect(archivesIn(source.folder)).toEqual([]);
  const { archive } = await backUpTo(source, source.folder);
  expect(archivesIn(source.folder)).toHaveLength(1);
  await run(source, "backup", "verify", archive);
  const single = join(source.folder, "single.tar");
  await killWhen(source, ["backup", "--to", single], async () => existsSync(`${single}.unfinished`));
  expect(existsSync(single)).toBe(false);
});

/** Tells whether rows of messages have reached a database that may not exist yet. */
function watchMessages({ engine, dataDir, databaseUrl }: BackupHome) {
  const session = engine === "postgres" ? openSession(databaseUrl) : undefined;
  const text = "select 1 from messages limit 1";
  return {
    async areStored() {
      try {
        if (session) return (await session.query(text)).length > 0;
        if (!existsSync(join(dataDir, "ermine.db"))) return false;
        using handle = openFile({ dataDir });
        return handle.query(text).get() !== null;
      } catch {
        return false;
      }
    },
    [Symbol.asyncDispose]: async () => session?.[Symbol.asyncDispose](),
  };
}
