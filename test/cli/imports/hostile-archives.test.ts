import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { movedId } from "../../../importers/ermine/moved-ids.ts";
import { systemAuthor } from "../../../src/domains/messages/index.ts";
import { newUser } from "../../support/accounts/people.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import {
  type Changes,
  file,
  first,
  id,
  type Json,
  makeArchive,
  messagesPart,
  owner,
  server,
} from "../../support/imports/make-archive.ts";
import { runErmine } from "../../support/processes/program.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { newCommunity } from "../../support/servers/communities.ts";

setDefaultTimeout(60_000);

const entry = (name: string, body = "x") =>
  ({ header: { name, size: body.length, type: "file" }, body }) as never;
const link = { header: { name: "files/link", size: 0, type: "symlink", linkname: "/etc/passwd" } } as const;
const inMessages = (change: (lines: Json[]) => void): Changes => ({
  parts: (parts) => change(parts[messagesPart] ?? []),
});
const inSecond = (fields: Json) => inMessages((lines) => Object.assign(lines[1] as Json, fields));

const hostile: [what: string, changes: Changes, place: string, problem: string][] = [
  [
    "a path that leaves the folder",
    { entries: [entry("../../etc/passwd")] },
    "hostile.tar",
    "which no export does",
  ],
  ["an absolute path", { entries: [entry("/etc/passwd")] }, "hostile.tar", "which no export does"],
  ["a path below files", { entries: [entry("files/../x")] }, "hostile.tar", "which no export does"],
  ["a symbolic link", { entries: [link] }, "hostile.tar", "which no export does"],
  ["an entry twice", { entries: [entry(`files/${file}`)] }, "hostile.tar", "twice"],
  [
    "a file that no line lists",
    { entries: [entry("files/other")] },
    "files.jsonl:1",
    "files/other is not listed",
  ],
  [
    "a part that the manifest does not list",
    { entries: [entry(`messages/${id("D")}.jsonl`)] },
    "manifest.json:1",
    "is not listed",
  ],
  ["a cut-off archive", { bytes: (all) => all.subarray(0, 3_000) }, "hostile.tar", "it"],
  ["what is no archive", { bytes: () => Buffer.alloc(2_000, "x") }, "hostile.tar", "it is no tar"],
  [
    "a changed part",
    { damage: { [messagesPart]: `${"x".repeat(10)}\n` } },
    `${messagesPart}:1`,
    "its size is not",
  ],
  [
    "a changed text of the same length",
    { damage: { "users.jsonl": `${JSON.stringify({ _id: owner, username: "evil" })}\n` } },
    "users.jsonl:1",
    "it is not what the manifest lists",
  ],
  ["a changed file", { damage: { [`files/${file}`]: "hallo" } }, "files.jsonl:1", "does not have the digest"],
  [
    "no manifest",
    { manifest: (all) => Object.assign(all, { parts: "none" }) },
    "manifest.json:1",
    "/parts must be array",
  ],
  ["a text that is a list", inSecond({ content: [] }), `${messagesPart}:2`, "/content must be string"],
  ["an id that is none", inSecond({ _id: "../x" }), `${messagesPart}:2`, "/_id must match pattern"],
  ["an unknown field", inSecond({ token: "x" }), `${messagesPart}:2`, "/token is unknown"],
  ["an id twice", inSecond({ _id: first }), `${messagesPart}:2`, "is not in order"],
  ["a time to come", inSecond({ _id: `7${"Z".repeat(25)}` }), `${messagesPart}:2`, "is of the future"],
  [
    "a line that is too long",
    inSecond({ content: "x".repeat(17 * 1_024 * 1_024) }),
    `${messagesPart}:2`,
    "the line is too long",
  ],
  [
    "a member who is nobody",
    { parts: (parts) => Object.assign(parts["members.jsonl"]?.[0] as Json, { user: id("B") }) },
    "members.jsonl:1",
    "is not in users.jsonl",
  ],
  [
    "a channel twice",
    { parts: (parts) => parts["channels.jsonl"]?.push(parts["channels.jsonl"][0] as Json) },
    "channels.jsonl:2",
    "is there twice",
  ],
  [
    "a file id that leaves the folder",
    inMessages((lines) => {
      for (const attachment of (lines[0]?.attachments ?? []) as Json[]) attachment._id = "../../x";
    }),
    `${messagesPart}:1`,
    "/attachments/0/_id must match pattern",
  ],
];

describe.each([...anyEngine])("hostile archives on %s", (engine) => {
  let host: TestServer;
  const folder = mkdtempSync(join(tmpdir(), "ermine-archives-"));
  const path = join(folder, "hostile.tar");
  beforeAll(async () => {
    host = await openServer(engine);
  });
  afterAll(async () => {
    await host[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const importing = () => runErmine(host.home, ["import", "ermine", path]);
  /** Without the outbox, which the server empties. */
  const storedRows = async () => ({ ...(await dumpTables(host)), outbox: [] });

  async function expectRefusal(...texts: string[]) {
    const before = await storedRows();
    const { code, stderr } = await importing();
    for (const text of texts) expect(stderr).toContain(text);
    expect(code).toBe(1);
    expect(await storedRows()).toEqual(before);
  }

  test.each(hostile)("%s changes nothing, and the place is named", async (_, changes, place, problem) => {
    await makeArchive(path, changes);
    await expectRefusal(`${place}: `, problem, "Nothing was imported.");
  });

  test("an archive of a newer version is refused", async () => {
    await makeArchive(path, { manifest: (all) => Object.assign(all, { format: 2 }) });
    await expectRefusal("was made by a newer version of Ermine");
  });

  test("ids of objects of this host give no power over them", async () => {
    const community = await newCommunity(host);
    const [victim, bystander] = [await newUser(host, "Victim"), await newUser(host, "Bystander")];
    // A user with the id of an account becomes somebody else.
    await makeArchive(path, {
      parts(parts) {
        for (const part of ["users.jsonl", "members.jsonl"])
          for (const line of parts[part] ?? [])
            Object.assign(line, "user" in line ? { user: victim.id } : { _id: victim.id });
        Object.assign(parts["server.jsonl"]?.[0] as Json, { owner: victim.id });
        // Of somebody who is not in the archive.
        const system = { type: "user_banned", id: bystander.id };
        Object.assign(parts[messagesPart]?.[1] as Json, { author: systemAuthor, content: undefined, system });
      },
    });
    expect(await importing()).toMatchObject({ code: 0 });
    const { body: found } = await host.client.get("/users/@me", victim);
    expect(found.username).toBe("Victim");
    const { messages = [] } = await dumpTables(host);
    expect(messages.filter((row) => row.includes(bystander.id))).toEqual([]);
    expect(messages.filter((row) => row.includes(movedId("user", bystander.id)))).toHaveLength(1);
    expect((await host.client.get(`/servers/${movedId("server", server)}`, victim)).status).toBe(404);
    // A channel with the id of one here.
    await makeArchive(path, {
      parts(parts) {
        parts[`messages/${community.channel}.jsonl`] = parts[messagesPart] ?? [];
        delete parts[messagesPart];
        Object.assign(parts["channels.jsonl"]?.[0] as Json, { _id: community.channel });
        Object.assign(parts["server.jsonl"]?.[0] as Json, { _id: id("T") });
      },
    });
    await expectRefusal("the archive was exported here");
    // A channel that was imported into another server.
    await makeArchive(path, {
      parts: (parts) => Object.assign(parts["server.jsonl"]?.[0] as Json, { _id: id("T") }),
    });
    await expectRefusal("The channel general", "was imported into another server");
    // A message with the id of one that has files, in another channel.
    await makeArchive(path, {
      parts(parts) {
        parts[`messages/${id("E")}.jsonl`] = [{ _id: first, author: owner, content: "mine" }];
        delete parts[messagesPart];
        Object.assign(parts["channels.jsonl"]?.[0] as Json, { _id: id("E") });
        Object.assign(parts["server.jsonl"]?.[0] as Json, { _id: id("T") });
      },
    });
    await expectRefusal(`messages/${id("E")}.jsonl:1: there is another message with the id ${first} here`);
  });
});
