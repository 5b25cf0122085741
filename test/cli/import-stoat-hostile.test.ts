import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Document, serialize } from "bson";
import { runErmine } from "../support/processes/program.ts";
import { type Engine, engines, newHome } from "../support/server/engines.ts";
import { type DumpForm, prepareImport } from "../support/stoat/prepare-import.ts";
import { makeInstance } from "../support/stoat/stoat-instance.ts";
import { makeStoatFile } from "../support/stoat/stored-files.ts";
import { archiveOf, encode } from "../support/stoat/write-dump.ts";

setDefaultTimeout(120_000);

const [engine = "sqlite"] = engines as readonly Engine[];
const instance = await makeInstance();
const { collections, files, ids } = instance;

/** Imports a dump after something in it was changed. */
async function importChanged(
  form: DumpForm,
  change: (place: { dump: string; file(collection: string): string }) => void,
  changed: Record<string, readonly Document[]> = {},
) {
  const home = await newHome(engine);
  const { words, dump } = prepareImport(home, { collections: { ...collections, ...changed }, files }, form);
  change({ dump, file: (collection) => join(dump, "revolt", `${collection}.bson`) });
  const { code, stdout, stderr } = await runErmine(home, words);
  const report = join(home.dataDir, "import", "stoat-report.jsonl");
  const problems: { problem: string; where: string; detail?: string }[] = existsSync(report)
    ? readFileSync(report, "utf8")
        .trim()
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
  const hasDatabase = existsSync(join(home.dataDir, "ermine.db"));
  home.remove();
  return { code, stdout, stderr, problems, hasDatabase };
}

const cut = (path: string, bytes: number) => writeFileSync(path, readFileSync(path).subarray(0, -bytes));
const append = (path: string, bytes: Uint8Array) =>
  writeFileSync(path, Buffer.concat([readFileSync(path), bytes]));
const length = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32LE(value);
  return bytes;
};

describe("a dump that is damaged is refused before anything is changed, and the place is named", () => {
  test.each<[what: string, form: DumpForm, change: Parameters<typeof importChanged>[1], message: RegExp]>([
    [
      "a file that ends within a document",
      "folder",
      ({ file }) => cut(file("messages"), 3),
      /messages\.bson is damaged at byte \d+: the file ends within a document/,
    ],
    [
      "a length that is negative",
      "folder",
      ({ file }) => append(file("users"), length(-5)),
      /users\.bson is damaged at byte \d+: -5 is not the length/,
    ],
    [
      "a length beyond all documents",
      "folder",
      ({ file }) => append(file("users"), length(2 ** 31 - 1)),
      /users\.bson is damaged at byte \d+: 2147483647 is not the length/,
    ],
    [
      "a document without its end",
      "folder",
      ({ file }) => append(file("bots"), Buffer.from("0800000001020304", "hex")),
      /bots\.bson is damaged at byte \d+: the document does not end/,
    ],
    [
      "a compressed file that is cut",
      "folder with gzip",
      ({ dump }) => cut(join(dump, "revolt", "messages.bson.gz"), 20),
      /messages\.bson\.gz cannot be decompressed/,
    ],
    [
      "an archive that is cut",
      "archive",
      ({ dump }) => cut(dump, 6),
      /dump is damaged at byte \d+|ends too early/,
    ],
    [
      "an archive without its last block",
      "archive",
      ({ dump }) => cut(dump, lastBlock),
      /ends too early: revolt\.\w+ is incomplete/,
    ],
    [
      "an archive with other contents",
      "archive",
      ({ dump }) => replaceIn(dump, "Only for you", "Only for us!"),
      /the checksum of messages is wrong/,
    ],
    [
      "a file of another kind",
      "archive",
      ({ dump }) => writeFileSync(dump, "no archive"),
      /neither a folder nor an archive/,
    ],
    ["a folder without a dump", "folder", ({ file }) => rmSync(file("users")), /holds no dump of Stoat/],
  ])("%s", async (_, form, change, message) => {
    const { code, stderr, hasDatabase } = await importChanged(form, change);
    expect({ code, hasDatabase }).toEqual({ code: 1, hasDatabase: false });
    expect(stderr).toMatch(message);
  });

  test.each([
    [
      "of a later version",
      53,
      "revision 53 of Stoat's schema. This program knows the revisions 44 to 52: use a newer Ermine",
    ],
    [
      "of an earlier version",
      20,
      "revision 20 of Stoat's schema. This program knows the revisions 44 to 52: start a newer Stoat",
    ],
    ["of no version", "many", "does not say which revision its schema has"],
  ])("a revision %s", async (_, revision, message) => {
    const { code, stderr, hasDatabase } = await importChanged("folder", () => {}, {
      migrations: [{ _id: 0, revision }],
    });
    expect({ code, hasDatabase }).toEqual({ code: 1, hasDatabase: false });
    expect(stderr).toContain(message);
  });
});

const lastBlock = (() => {
  const archive = archiveOf(collections);
  const name = Buffer.from("collection\0");
  // The length of its header is before the name of its database.
  const header = archive.lastIndexOf(name);
  const start = archive.lastIndexOf(Buffer.from("ffffffff", "hex"), header) + 4;
  return archive.length - start;
})();

function replaceIn(path: string, from: string, to: string): void {
  const content = readFileSync(path);
  content.write(to, content.indexOf(from));
  writeFileSync(path, content);
}

test("every record that cannot be taken is reported by its id, and all others are taken", async () => {
  const gone = "01JNAAAAAAAAAAAAAAAAAAAAAA";
  const future = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
  const outside = makeStoatFile({
    id: "outside-1",
    tag: "attachments",
    filename: "../../etc/passwd",
    content: Buffer.from("outside"),
    contentType: "text/html",
    metadata: { type: "File" },
    uploader: ids.anna,
    usedFor: { type: "Message", id: ids.first },
  });
  const locked = makeStoatFile({
    id: "locked-1",
    tag: "attachments",
    filename: "locked",
    content: Buffer.from("locked"),
    contentType: "text/plain",
    metadata: { type: "Text" },
    uploader: ids.anna,
    usedFor: { type: "Message", id: ids.first },
  });
  const missing = makeStoatFile({
    id: "missing-1",
    tag: "attachments",
    filename: "missing",
    content: Buffer.from("missing"),
    contentType: "text/plain",
    metadata: { type: "Text" },
    uploader: ids.anna,
    usedFor: { type: "Message", id: ids.first },
  });
  const [member] = collections.server_members;
  const id = (last: string) => `01JNBBBBBBBBBBBBBBBBBBBBB${last}`;
  const broken = { _id: id("1"), channel: ids.general, author: ids.anna, content: "text" };
  const changed: Record<string, readonly Document[]> = {
    users: [
      ...collections.users,
      collections.users[0] as Document,
      { _id: id("2"), username: 7, discriminator: "0001" },
      { _id: id("3"), username: "anna", discriminator: "0042" },
      { _id: "../../escape", username: "x", discriminator: "0001" },
      { username: "nobody" },
    ],
    accounts: [
      ...collections.accounts,
      {
        _id: id("4"),
        email: "anna@example.org",
        password: "$argon2i$v=19$m=4294967,t=3,p=1$c2FsdHNhbHQ$aGFzaA",
        verification: { status: "Verified" },
        mfa: {},
      },
      {
        _id: id("5"),
        email: "dora@example.org",
        password: "$argon2i$v=19$m=9999999,t=3,p=1$c2FsdHNhbHQ$aGFzaA",
        verification: { status: "Verified" },
        mfa: {},
      },
      {
        _id: id("6"),
        email: "emil@example.org",
        password: "x",
        verification: { status: "Verified" },
        mfa: { totp_token: { status: "Enabled", secret: "not base32!" } },
      },
    ],
    sessions: [
      ...collections.sessions,
      { _id: id("7"), user_id: ids.anna, token: "" },
      { _id: id("8"), user_id: gone, token: "t".repeat(64) },
    ],
    messages: [
      ...collections.messages,
      { ...broken, channel: gone },
      { ...broken, _id: future },
      { ...broken, _id: id("9"), content: { $gt: "" } },
      collections.messages[0] as Document,
      {
        ...broken,
        _id: id("A"),
        attachments: [outside, locked, missing].map(({ attachment }) => attachment),
        embeds: [{ type: "Nothing" }],
        system: { type: "drop" },
      },
      { ...broken, _id: id("B"), content: "a\0b" },
    ],
    server_members: [
      ...collections.server_members,
      { ...member, _id: { server: gone, user: ids.anna }, joined_at: "never" },
      { _id: { server: ids.server, user: ids.cleo }, joined_at: "never" },
    ],
    invites: [...collections.invites, { _id: "contains spaces" }, { _id: { toString: 7 } }],
    attachments: [
      ...collections.attachments,
      ...[outside, locked, missing].map(({ attachment }) => attachment),
      { _id: "legacy-1", tag: "attachments", hash: null, filename: "old" },
    ],
    attachment_hashes: [
      ...collections.attachment_hashes,
      { ...outside.hash, path: "../../../etc/passwd" },
      { ...locked.hash, iv: files.avatar.hash.iv },
      missing.hash,
    ],
  };
  const { code, stderr, problems } = await importChanged(
    "folder",
    ({ file, dump }) => {
      writeFileSync(join(dump, "..", "objects", locked.path), locked.object);
      // A document of the right length that is none.
      for (const collection of ["users", "attachment_hashes"])
        append(
          file(collection),
          Buffer.concat([Buffer.from("10000000", "hex"), Buffer.alloc(11, 0x7f), Buffer.alloc(1)]),
        );
      append(file("channels"), encode([serialize({ _id: id("C"), channel_type: "Tunnel" })]));
    },
    changed,
  );
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  const found = problems.map(({ problem, where, detail }) =>
    [where, problem, ...(detail ? [detail] : [])].join(" | "),
  );
  expect(found.toSorted()).toEqual(
    [`A relation that only one user had was given to the other as well`]
      .map((problem) => `1 relations of users | ${problem}`)
      .concat([
        `accounts ${id("4")} | Not taken: another account has the same address`,
        `accounts ${id("5")} | The password of an account has an unknown form and must be reset`,
        `accounts ${id("6")} | Not taken: mfa.totp_token.secret is no secret in base32`,
        `attachment_hashes, document ${collections.attachment_hashes.length + 4} | Not taken: it is no valid document`,
        "attachments legacy-1 | Not taken: it has no hash, because an old file service stored it",
        "attachments locked-1 | Not taken: no key decrypts its content",
        "attachments missing-1 | Not taken: its content is not in the storage",
        "attachments outside-1 | Not taken: path is not that of an object of Stoat",
        `channels ${id("C")} | Not taken: channel_type is unknown`,
        "invites, document 2 | Not taken: _id is no code",
        "invites, document 3 | Not taken: it is no valid document",
        `messages ${future} | Not taken: _id lies in the future`,
        `messages ${id("1")} | Not taken: its channel is missing`,
        `messages ${id("9")} | Not taken: content is not a text`,
        `messages ${id("A")} | A file is missing | locked-1`,
        `messages ${id("A")} | A file is missing | missing-1`,
        `messages ${id("A")} | A file is missing | outside-1`,
        `messages ${id("A")} | A part of a message is not valid: embeds`,
        `messages ${id("A")} | A part of a message is not valid: system`,
        `messages ${ids.first} | Not taken: another message has the same id`,
        "relations of users, document 8 | Not taken: _id is not an id",
        "relations of users, document 9 | Not taken: _id is not an id",
        "relations of users, document 10 | Not taken: it is no valid document",
        `server_members ${gone} ${ids.anna} | Not taken: its server is missing`,
        `server_members ${ids.server} ${ids.cleo} | Not taken: joined_at is not a time`,
        `sessions ${id("7")} | Not taken: token has a wrong length`,
        `sessions ${id("8")} | Not taken: its account is missing`,
        `users ${ids.anna} | Not taken: another user has the same id`,
        `users ${id("2")} | Not taken: username is not a text`,
        `users ${id("3")} | Not taken: another user has the same name`,
        "users, document 10 | Not taken: it is no valid document",
        "users, document 8 | Not taken: _id is not an id",
        "users, document 9 | Not taken: _id is not an id",
      ])
      .toSorted(),
  );
});
