import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { readDestination } from "../../src/backup/destinations/destinations.ts";
import { newUser } from "../support/accounts/people.ts";
import {
  archivesIn,
  type BackupHome,
  backUpTo,
  blobsIn,
  diskBlobsOf,
  newSource,
  newTarget,
  readBlobs,
  readRowsOf,
  run,
} from "../support/backups/backups.ts";
import { hasS3, newS3Prefix, s3Variables } from "../support/files/s3.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { findDebianProgram } from "../support/install/debian-program.ts";
import { newOperator } from "../support/operators/operators.ts";
import { runErmine } from "../support/processes/program.ts";
import { usually } from "../support/run/is-thorough.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import type { Engine } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { days, hours } from "../support/server/test-clock.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(240_000);

const marker = "words that nobody else may read";

async function newKey(home: BackupHome, name: string) {
  const identity = await generateX25519Identity();
  const file = join(home.dataDir, `${name}.key`);
  writeFileSync(file, `# a key\n${identity}\n`);
  return { file, recipient: await identityToRecipient(identity) };
}

/** A stopped server with some files. */
async function newFilled(engine: Engine, files = 4): Promise<BackupHome> {
  const source = await newSource(engine);
  await using server = await openServer(engine, { home: source });
  const ann = await newUser(server);
  for (let index = 0; index < files; index++)
    await uploadFile(server, ann, { content: `${marker} ${index}`.repeat(50) });
  return source;
}

/** Everything below a folder, by its path. */
function contentsOf(folder: string): Record<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  return Object.fromEntries(
    entries.map((each) => {
      const path = join(each.parentPath, each.name);
      return [path.slice(folder.length + 1), readFileSync(path)];
    }),
  );
}

/** The folders of encrypted files in a destination. */
const foldersOfFiles = (folder: string) =>
  readdirSync(folder).filter((name) => name.startsWith("encrypted-"));
const sharedFolder = (folder: string) => join(folder, foldersOfFiles(folder)[0] ?? "");

const passphraseFile = (home: BackupHome, text: string) => {
  const path = join(home.dataDir, `passphrase-${Bun.hash(text)}`);
  writeFileSync(path, `${text}\n`);
  return path;
};

function flip(path: string, at = 0.5): void {
  const bytes = readFileSync(path);
  const index = Math.floor(bytes.length * at);
  writeFileSync(path, bytes.with(index, (bytes[index] ?? 0) ^ 1));
}

const verify = (home: BackupHome, ...words: string[]) =>
  runErmine(home, ["backup", "verify", ...words, "--json"]);

describe.each([...anyEngine])("encrypted backups on %s", (engine) => {
  test.each(usually(["recipients", "passphrase"]))(
    "for %s show no content, share files, and are restored with the key only",
    async (mode) => {
      using source = await newFilled(engine);
      const { folder } = source;
      const { file, recipient } = await newKey(source, "own");
      const other = await newKey(source, "other");
      const phrase = passphraseFile(source, "correct horse");
      const isPassphrase = mode === "passphrase";
      const how = isPassphrase ? ["--encrypt", "--passphrase-file", phrase] : ["--encrypt-to", recipient];
      const key = isPassphrase ? ["--passphrase-file", phrase] : ["--identity", file];
      const wrongPhrase = passphraseFile(source, "wrong horse");
      const wrong = isPassphrase ? ["--passphrase-file", wrongPhrase] : ["--identity", other.file];
      const forOthers = isPassphrase
        ? ["--encrypt", "--passphrase-file", wrongPhrase]
        : ["--encrypt-to", other.recipient];
      const refusal = isPassphrase
        ? /The passphrase does not open .* Nothing was changed/
        : /was encrypted for others.*Nothing was changed/;
      const first = await backUpTo(source, folder, ...how);
      expect(first).toMatchObject({ files: 4, copied: 4, encrypted: true });
      const { archive, ...second } = await backUpTo(source, folder, ...how);
      expect(second).toMatchObject({ files: 4, copied: 0, encrypted: true });
      for (const [path, bytes] of Object.entries(contentsOf(folder))) {
        expect([path, bytes.includes(marker)]).toEqual([path, false]);
        for (const text of ["tables/accounts", "encryption_key", "AGE-SECRET-KEY"])
          expect([path, bytes.includes(text)]).toEqual([path, false]);
      }
      expect(existsSync(join(source.dataDir, "backups", "unfinished"))).toBe(false);

      const opened = JSON.parse((await verify(source, archive, ...key)).stdout);
      expect(opened).toMatchObject([{ encrypted: true, opened: true, files: 4, rows: expect.any(Number) }]);
      const unopened = await verify(source, folder);
      expect(unopened.code).toBe(0);
      expect(JSON.parse(unopened.stdout)).toMatchObject([{ opened: false, files: 4, rows: null }]);
      expect(unopened.stderr).toContain("was not opened");

      using target = await newTarget(engine);
      for (const [words, message] of [
        [[], /is encrypted\. (Give its passphrase|Name the file with the secret key)/],
        [wrong, refusal],
      ] as const) {
        const refused = await runErmine(target, ["restore", archive, ...words]);
        expect(refused.code).toBe(1);
        expect(refused.stderr).toMatch(message);
        expect(readdirSync(target.dataDir)).toEqual([]);
      }
      await run(target, "restore", archive, ...key);
      expect(await readBlobs(await diskBlobsOf(target))).toEqual(await readBlobs(await diskBlobsOf(source)));
      expect((await readRowsOf(target)).accounts).toEqual((await readRowsOf(source)).accounts);
      {
        await using _ = await openServer(engine, { home: target });
      }
      expect((await verify(source, archive, ...wrong)).stderr).toMatch(refusal);
      // Files are shared only among backups with the same key.
      expect(await backUpTo(source, folder, ...forOthers)).toMatchObject({ files: 4, copied: 4 });
      expect(foldersOfFiles(folder)).toHaveLength(2);
    },
  );
});

describe("encrypted backups", () => {
  test("are opened by the program age, and are tar files then", async () => {
    const age = findDebianProgram("age");
    if (age === undefined) return;
    using source = await newFilled("sqlite");
    const { file, recipient } = await newKey(source, "own");
    const { archive } = await backUpTo(source, source.folder, "--encrypt-to", recipient);
    const folder = join(source.folder, "unpacked");
    mkdirSync(folder);
    const shell = (command: string) => {
      const { status, stdout, stderr } = spawnSync("sh", ["-euc", command], {
        cwd: folder,
        encoding: "utf8",
      });
      expect([status, stderr]).toEqual([0, ""]);
      return stdout;
    };
    const open = `tar -xOf '${archive}' archive.tar.age | '${age}' --decrypt -i '${file}'`;
    expect(shell(`${open} | tar -t`)).toMatch(
      /tables\/accounts\.jsonl\.gz[\s\S]*secrets\.json\nmanifest\.json\n$/,
    );
    expect(shell(`${open} | tar -xOf - tables/accounts.jsonl.gz | gunzip`)).toContain("ann@example.com");
    const [stored = ""] = Object.keys(contentsOf(sharedFolder(source.folder)));
    expect(shell(`'${age}' --decrypt -i '${file}' '${join(sharedFolder(source.folder), stored)}'`)).toContain(
      marker,
    );
  });

  thoroughTest("in a single file have everything in it", async () => {
    using source = await newFilled("sqlite");
    const { file, recipient } = await newKey(source, "own");
    const other = await newKey(source, "other");
    const path = join(source.folder, "single.tar");
    await backUpTo(source, path, "--encrypt-to", `${other.recipient},${recipient}`);
    expect(readdirSync(source.folder)).toEqual(["single.tar"]);
    expect(readFileSync(path).includes(marker)).toBe(false);
    for (const key of [file, other.file]) {
      using target = await newTarget("sqlite");
      await run(target, "restore", path, "--identity", key);
      expect(await readBlobs(await diskBlobsOf(target))).toEqual(await readBlobs(await diskBlobsOf(source)));
    }
  });

  test("that were cut off or changed are refused, with and without the key, and nothing is changed", async () => {
    using source = await newFilled("sqlite");
    const { file, recipient } = await newKey(source, "own");
    const { archive } = await backUpTo(source, source.folder, "--encrypt-to", recipient);
    const original = readFileSync(archive);
    using target = await newTarget("sqlite");
    const start = original.indexOf("age-encryption.org/v1");
    const changes = [
      original.subarray(0, original.length / 2),
      original.with(start + 60, (original[start + 60] ?? 0) ^ 1),
      original.with(original.length >> 1, (original[original.length >> 1] ?? 0) ^ 1),
    ];
    for (const changed of changes) {
      writeFileSync(archive, changed);
      for (const words of [[], ["--identity", file]]) {
        const { code, stderr } = await verify(source, archive, ...words);
        expect([code, stderr]).toEqual([1, expect.stringMatching(/is damaged: |was encrypted for others/)]);
      }
      const refused = await runErmine(target, ["restore", archive, "--identity", file]);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toMatch(/^\S+ (is damaged: .*Use another backup|was encrypted for others)/m);
      expect(readdirSync(target.dataDir)).toEqual([]);
    }
    writeFileSync(archive, original);
    expect((await verify(source, archive, "--identity", file)).code).toBe(0);
  });

  thoroughTest(
    "with damaged files are repaired without the key, and can be restored without those files",
    async () => {
      using source = await newFilled("sqlite");
      const { folder } = source;
      const { file, recipient } = await newKey(source, "own");
      const older = await backUpTo(source, folder, "--encrypt-to", recipient);
      await backUpTo(source, folder, "--encrypt-to", recipient);
      const shared = await blobsIn(sharedFolder(folder));
      const keys = (await Array.fromAsync(shared.keys())).sort();
      const [rotten = "", lost = "", hopeless = ""] = keys;
      const pathOf = (key: string) =>
        join(
          sharedFolder(folder),
          Object.keys(contentsOf(sharedFolder(folder))).find((path) => path.endsWith(key)) ?? "",
        );
      flip(pathOf(rotten));
      await shared.delete(lost);
      flip(pathOf(hopeless));
      const own = await diskBlobsOf(source);
      const good = await new Response(await own.get(hopeless)).bytes();
      await own.put(hopeless, good.with(0, 0));

      for (const words of [[], ["--identity", file]]) {
        const found = await verify(source, folder, ...words);
        expect(found.code).toBe(1);
        for (const key of [rotten, lost, hopeless]) expect(found.stderr).toContain(`the file ${key} `);
      }
      using target = await newTarget("sqlite");
      expect((await runErmine(target, ["restore", folder, "--identity", file])).code).toBe(1);
      const partly = await runErmine(target, ["restore", folder, "--identity", file, "--skip-damaged-files"]);
      expect(partly.stderr).toContain("3 damaged files were skipped.");

      const repair = async () =>
        runErmine(source, ["backup", "verify", folder, "--repair"], { ERMINE_BACKUP_ENCRYPT_TO: recipient });
      const repaired = await repair();
      expect(repaired.code).toBe(1);
      for (const key of [rotten, lost])
        expect(repaired.stderr).toContain(`The file ${key} was damaged, and was copied again.`);
      await own.put(hopeless, good);
      expect((await repair()).code).toBe(0);
      // The lists of both archives have other digests than what was encrypted again.
      for (const archive of [older.archive, folder])
        for (const words of [[], ["--identity", file]])
          expect((await verify(source, archive, ...words)).code).toBe(0);

      // A backup finds and replaces them too.
      flip(pathOf(rotten));
      const { stdout } = await runErmine(source, ["backup", "--to", folder, "--json"], {
        ERMINE_BACKUP_ENCRYPT_TO: recipient,
        ERMINE_BACKUP_RECHECK_BACKUPS: "1",
      });
      expect(JSON.parse(stdout)).toMatchObject([{ copied: 1, replaced: 1, encrypted: true }]);
      for (const archive of [older.archive, folder])
        expect((await verify(source, archive, "--identity", file)).code).toBe(0);
      expect((await verify(source, older.archive)).code).toBe(0);
    },
  );

  thoroughTest(
    "for others than before, or after plain ones, get all files again in another folder",
    async () => {
      using source = await newFilled("sqlite");
      const { folder } = source;
      const [a, b] = [await newKey(source, "a"), await newKey(source, "b")];
      const plain = await backUpTo(source, folder);
      const forA = await backUpTo(source, folder, "--encrypt-to", a.recipient);
      const forB = await backUpTo(source, folder, "--encrypt-to", b.recipient);
      expect([forA.copied, forB.copied]).toEqual([4, 4]);
      expect(foldersOfFiles(folder)).toHaveLength(2);
      expect((await verify(source, plain.archive)).code).toBe(0);
      expect((await verify(source, forA.archive, "--identity", a.file)).code).toBe(0);
      expect((await verify(source, forB.archive, "--identity", b.file)).code).toBe(0);
      expect((await verify(source, forB.archive, "--identity", a.file)).stderr).toContain(
        "encrypted for others",
      );
    },
  );

  test("need keys that can be used", async () => {
    using source = await newSource("sqlite");
    const broken = join(source.dataDir, "broken.key");
    writeFileSync(broken, "AGE-SECRET-KEY-1NOTONE\n");
    const { recipient } = await newKey(source, "own");
    const cases: [string[], RegExp][] = [
      [["backup", "--encrypt-to", `${recipient}x`], /in backup\.encrypt_to is not a public key of age/],
      [["backup", "--encrypt"], /there is no passphrase to encrypt backups with/],
      [["backup", "--encrypt", "--encrypt-to", recipient], /Give either/],
      [["backup", "verify", source.folder, "--identity", broken], /is not a file with secret keys of age/],
    ];
    for (const [words, message] of cases) {
      const refused = await runErmine(source, words);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toMatch(message);
    }
    const start = (backup: Record<string, unknown>) => openServer("sqlite", { config: { backup } });
    await expect(start({ encrypt_to: ["age1mistyped"] })).rejects.toThrow("is not a public key of age");
    await expect(start({ encrypt_all: true, every: "1d" })).rejects.toThrow("there is no passphrase");
    rmSync(broken);
  });
});

describe.each([...anyEngine])("a server on %s that cannot open its own backups", (engine) => {
  thoroughTest(
    "makes, verifies, repairs and removes them nevertheless, and says what it could not do",
    async () => {
      using place = await newTarget(engine);
      const { folder } = place;
      const { file, recipient } = await newKey(place, "own");
      const backup = { every: "6h", verify_every: "2d", keep: 2, to: folder, encrypt_to: [recipient] };
      await using server = await openServer(engine, { config: { backup } });
      const known = () => server.running.store.read((db) => readDestination(db, folder));
      const ann = await newUser(server);
      await until(async () => (await known()).pruned_at);
      await uploadFile(server, ann, { content: `${marker}, at first` });
      for (let round = 1; round <= 3; round++) {
        server.clock.advance(hours(6));
        await server.drain();
      }
      // The upload, which nothing used, was deleted after an hour; the archives that had it are gone.
      expect(archivesIn(folder)).toHaveLength(2);
      expect(contentsOf(sharedFolder(folder))).toEqual({});
      const { body } = await server.client.post("/servers/create", { name: "Ferrets" }, ann);
      const attachment = await uploadFile(server, ann, { content: marker });
      await server.client.post(
        `/channels/${body.channels[0]._id}/messages`,
        { content: "look", attachments: [attachment] },
        ann,
      );
      server.clock.advance(hours(6));
      await server.drain();
      const [stored = ""] = Object.keys(contentsOf(sharedFolder(folder)));
      flip(join(sharedFolder(folder), stored));
      server.clock.advance(days(2));
      await server.drain();
      await until(async () => (await known()).verified?.repaired);
      const { verified, succeeded } = await known();
      expect(verified).toMatchObject({ repaired: 1, unopened: true });
      expect(succeeded).toMatchObject({ encrypted: true });
      const variables = {
        ERMINE_BACKUP_EVERY: "6h",
        ERMINE_BACKUP_TO: folder,
        ERMINE_BACKUP_ENCRYPT_TO: recipient,
      };
      const operator = await newOperator(server);
      const { body: shown } = await server.client.get("/admin/backups", operator);
      expect(shown.destinations).toMatchObject([{ is_encrypted: true, was_opened: false, problems: [] }]);
      const [opened] = JSON.parse(
        (await runErmine(server.home, ["backup", "verify", folder, "--identity", file, "--json"], variables))
          .stdout,
      );
      expect(opened).toMatchObject({ opened: true, files: 1 });
      expect((await known()).verified).not.toHaveProperty("unopened");

      // When nobody encrypts for these recipients any more, the last archive takes their files along.
      await server.stop();
      const { encrypt_to: _, ...plain } = backup;
      await using again = await openServer(engine, { home: server.home, config: { backup: plain } });
      for (let round = 1; round <= 3; round++) {
        again.clock.advance(days(10));
        await again.drain();
      }
      expect(archivesIn(folder)).toHaveLength(2);
      expect(contentsOf(sharedFolder(folder))).toEqual({});
      expect(Object.keys(contentsOf(join(folder, "files")))).toHaveLength(1);
    },
  );
});

test("a server with the passphrase opens what it verifies, and takes no other passphrase for damage", async () => {
  using place = await newTarget("sqlite");
  const { folder } = place;
  const backup = { every: "30d", verify_every: "2d", to: folder, encrypt_all: true, passphrase: "first" };
  const verifiedBy = async (server: Awaited<ReturnType<typeof openServer>>) => {
    server.clock.advance(days(3));
    await server.drain();
    return server.running.store.read((db) => readDestination(db, folder));
  };
  await using server = await openServer("sqlite", { config: { backup } });
  await until(async () => (await server.running.store.read((db) => readDestination(db, folder))).pruned_at);
  const opened = await verifiedBy(server);
  expect(opened.verified).toMatchObject({ repaired: 0 });
  expect(opened.verified).not.toHaveProperty("unopened");
  await server.stop();
  const changed = { ...backup, passphrase: "second" };
  await using again = await openServer("sqlite", { home: server.home, config: { backup: changed } });
  again.clock.advance(days(3));
  const unopened = await verifiedBy(again);
  expect(unopened.verified).toMatchObject({ unopened: true });
  expect(unopened).not.toHaveProperty("damaged");
});

describe.each((await hasS3()) ? [true] : [])("encrypted backups in S3", () => {
  test("are made, shared, verified and restored", async () => {
    using source = await newFilled("sqlite");
    const { file, recipient } = await newKey(source, "own");
    const s3 = await newS3Prefix();
    const { ERMINE_S3_BUCKET: _, ...variables } = s3Variables(s3);
    const to = `s3://${s3.bucket}/${s3.prefix}backups`;
    const backUp = async () =>
      JSON.parse(
        (await runErmine(source, ["backup", "--to", to, "--encrypt-to", recipient, "--json"], variables))
          .stdout,
      );
    expect(await backUp()).toMatchObject([{ files: 4, copied: 4, encrypted: true }]);
    expect(await backUp()).toMatchObject([{ files: 4, copied: 0, encrypted: true }]);
    expect((await runErmine(source, ["backup", "verify", to], variables)).stderr).toContain("was not opened");
    using target = await newTarget("sqlite");
    expect(await runErmine(target, ["restore", to, "--identity", file], variables)).toMatchObject({
      code: 0,
    });
    expect(await readBlobs(await diskBlobsOf(target))).toEqual(await readBlobs(await diskBlobsOf(source)));
  });
});
