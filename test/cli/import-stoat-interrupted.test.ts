import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { openBlobs } from "../../src/compose/open-blobs.ts";
import { configWith } from "../../src/config/load.ts";
import { createIds } from "../../src/platform/ids/ids.ts";
import { openRowCounter, readHome } from "../support/database/read-home.ts";
import { hasS3, newS3Prefix } from "../support/files/s3.ts";
import { killWhen, startRefusal } from "../support/processes/kill-when.ts";
import { runErmine } from "../support/processes/program.ts";
import { isThorough, usually } from "../support/run/is-thorough.ts";
import { amount, preferPostgres } from "../support/run/thorough.ts";
import { engines, newHome } from "../support/server/engines.ts";
import { prepareImport } from "../support/stoat/prepare-import.ts";
import { makeInstance } from "../support/stoat/stoat-instance.ts";
import { filesKey, makeStoatFile } from "../support/stoat/stored-files.ts";

setDefaultTimeout(180_000);

/** What is different in every import: sealed values, names of blobs, and the time of the import. */
const hidden = [
  "accounts.totp_secret_sealed",
  "accounts.recovery_codes_sealed",
  "bots.token",
  "webhooks.token",
  "stored_files.blob_key",
  "registration_invites.created_at",
];
const ownTables = ["meta", "operator_actions", "schema_version", "commit_count"];

const instance = await makeInstance();
const { ids } = instance;

const [messageCount, fileCount] = [amount(500, 1_500), amount(40, 100)];

/** With enough messages and files that there is something to interrupt. */
function larger() {
  const messageIds = createIds({ now: () => Date.UTC(2025, 5, 1) });
  const messages = Array.from({ length: messageCount }, (_, index) => ({
    _id: messageIds.next(),
    channel: index % 2 === 0 ? ids.general : ids.group,
    author: index % 3 === 0 ? ids.anna : ids.ben,
    content: `Message number${index} of the archive`,
    ...(index % 10 === 0 && { reactions: { "👍": [ids.anna, ids.ben] } }),
  }));
  const files = Array.from({ length: fileCount }, (_, index) =>
    makeStoatFile({
      id: `many-${index}`,
      tag: "attachments",
      filename: `${index}.txt`,
      content: Buffer.from(`File ${index}\n`.repeat(500)),
      contentType: "text/plain",
      metadata: { type: "Text" },
      uploader: ids.ben,
      usedFor: { type: "Message", id: messages[index]?._id ?? "" },
    }),
  );
  const { collections } = instance;
  return {
    files: { ...instance.files, ...Object.fromEntries(files.map((file, index) => [`many-${index}`, file])) },
    collections: {
      ...collections,
      messages: [...collections.messages, ...messages],
      attachments: [...collections.attachments, ...files.map(({ attachment }) => attachment)],
      attachment_hashes: [...collections.attachment_hashes, ...files.map(({ hash }) => hash)],
    },
  };
}

/** What was copied completely: the drafts of a killed import are removed later. */
function blobsIn(dataDir: string) {
  const folder = join(dataDir, "files");
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && basename(entry.parentPath) !== "unfinished");
}

describe.each(usually(engines))("ermine import stoat on %s", (engine) => {
  test("continues after it is killed, wherever that happens, and ends as if nothing had happened", async () => {
    const dump = larger();
    const [whole, killed] = [await newHome(engine), await newHome(engine)];
    const { words: wholeWords } = prepareImport(whole, dump, "archive");
    expect((await runErmine(whole, wholeWords)).code).toBe(0);

    const { words } = prepareImport(killed, dump, "archive");
    const files = 1 + Math.floor(Math.random() * fileCount * 0.8);
    const hasCopied = async () => blobsIn(killed.dataDir).length >= files;
    await using rows = openRowCounter(killed);
    const hasRows = (table: string) => async () => (await rows.count(table)) > 0;
    // In the order of the import.
    const moments = [hasCopied, hasRows("users"), hasRows("messages")];
    for (const isReached of isThorough ? moments : moments.slice(1, 2))
      await killWhen(killed, words, isReached, 5);
    const finished = await runErmine(killed, words);
    expect({ code: finished.code, stderr: finished.code === 0 ? "" : finished.stderr }).toEqual({
      code: 0,
      stderr: "",
    });
    const [expected, resumed] = [await readHome(whole, hidden), await readHome(killed, hidden)];
    for (const table of Object.keys(expected).filter((name) => !ownTables.includes(name)))
      expect({ table, rows: resumed[table] }).toEqual({ table, rows: expected[table] ?? [] });
    expect(resumed.messages).toHaveLength(messageCount + 5);
    expect(blobsIn(killed.dataDir)).toHaveLength(fileCount + 4);
    // Neither the unpacked archive nor anything else of the old instance stays.
    expect(readdirSync(join(killed.dataDir, "import"))).toEqual(["stoat-report.jsonl"]);
    whole.remove();
    killed.remove();
  });
});

describe.each([...preferPostgres])("ermine import stoat on %s", (engine) => {
  test("until it is finished, no server starts on the database, and no other dump is imported into it", async () => {
    const home = await newHome(engine);
    const { words } = prepareImport(home, larger(), "folder");
    await using rows = openRowCounter(home);
    await killWhen(home, words, async () => (await rows.count("users")) > 0, 5);
    expect(await startRefusal(home)).toContain("whose import was interrupted");
    const folder = join(home.dataDir, "other");
    const other = prepareImport({ ...home, dataDir: folder }, await makeInstance(), "archive");
    const refused = await runErmine(home, other.words);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("which was interrupted") });
    home.remove();
  });

  test("refuses a database that has data", async () => {
    const home = await newHome(engine);
    expect((await runErmine(home, ["migrate", "--create"])).code).toBe(0);
    expect((await runErmine(home, ["accounts", "create", "first@example.org"])).code).toBe(0);
    const { words } = prepareImport(home, instance, "folder");
    const { code, stderr } = await runErmine(home, words);
    expect(code).toBe(1);
    expect(stderr).toContain("already holds data of Ermine");
    home.remove();
  });
});

describe.skipIf(!(await hasS3()))("the files of the old instance", () => {
  test("come from its bucket, with the key and address in its configuration", async () => {
    const [engine = "sqlite"] = engines;
    const home = await newHome(engine);
    const { dump } = prepareImport(home, instance, "folder");
    const s3 = await newS3Prefix();
    const bucket = await openBlobs(configWith({ data_dir: home.dataDir, s3 }), "s3");
    for (const { path, object } of Object.values(instance.files))
      await bucket.put(path, new Uint8Array(object));
    await bucket[Symbol.asyncDispose]();
    const settings = join(home.dataDir, "Revolt.toml");
    writeFileSync(
      settings,
      `[files]
encryption_key = "${filesKey.toString("base64")}"
[files.s3]
endpoint = "${s3.endpoint}"
path_style_buckets = true
region = "${s3.region}"
access_key_id = "${s3.access_key_id}"
secret_access_key = "${s3.secret_access_key}"
default_bucket = "${s3.bucket}"
`,
    );
    const from = `s3://${s3.bucket}/${s3.prefix}`;
    const { code, stderr } = await runErmine(home, [
      ...["import", "stoat", "--dump", dump, "--files", from],
      ...["--stoat-config", settings],
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("4 files were copied") });
    expect(stderr).not.toContain(s3.secret_access_key);
    home.remove();
  });
});
