import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import {
  channels,
  exportOf,
  mia,
  message as newMessage,
  otto,
  snowflakeAt,
  writeExport,
} from "../../support/imports/discord-export.ts";
import { runErmine } from "../../support/processes/program.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";

setDefaultTimeout(60_000);

const { general, news } = channels;
const withFile = (url: string) =>
  newMessage(snowflakeAt(2), otto, "", { attachments: [{ id: "5", url, fileName: "x", fileSizeBytes: 1 }] });

/** What is in the second message of an export, whose line is 51, and what the command says about it. */
const hostileMessages: [what: string, message: Record<string, unknown>, problem: string][] = [
  ["a path out of the folder", withFile("..\\..\\..\\etc\\passwd"), "leads out of the folder"],
  ["a path out of a folder in it", withFile("media/../../secret"), "leads out of the folder"],
  ["an absolute path", withFile("/etc/passwd"), "leads out of the folder"],
  ["a drive", withFile("C:\\secret.txt"), "leads out of the folder"],
  ["a link out of the folder", withFile("link.txt"), "leads out of the folder"],
  [
    "an image of an embed out of the folder",
    newMessage(snowflakeAt(2), otto, "x", { embeds: [{ title: "x", thumbnail: { url: "../../secret" } }] }),
    "leads out of the folder",
  ],
  [
    "a file of a forwarded message out of the folder",
    newMessage(snowflakeAt(2), otto, "x", {
      forwardedMessage: { attachments: withFile("/etc/passwd").attachments },
    }),
    "leads out of the folder",
  ],
  ["an id that is no number", { ...withFile("x"), id: "12x" }, "id must match pattern"],
  ["an id as a number", { ...withFile("x"), id: 12 }, "id must be string"],
  ["a text that is a list", { ...withFile("x"), content: [] }, "content must be string"],
  ["no author", { ...withFile("x"), author: null }, "author must be object"],
  ["reactions that are a text", { ...withFile("x"), reactions: "x" }, "reactions must be array"],
  [
    "a text without end",
    { ...withFile("x"), content: "x".repeat(70_000) },
    "content must not have more than",
  ],
  ["an id twice", newMessage(snowflakeAt(1), mia, "again"), "is out of order or a duplicate"],
  ["a time to come", newMessage(snowflakeAt(1e9), mia, "soon"), "is of a later time"],
  ["an id of more than 64 bits", newMessage("9".repeat(20), mia, "soon"), "is of a later time"],
];

describeServer("hostile exports", anyEngine, (server) => {
  let owner: Person;
  let folder = "";
  beforeAll(async () => {
    owner = await newUser(server);
    folder = mkdtempSync(join(tmpdir(), "ermine-hostile-"));
    writeFileSync(`${folder}-secret`, "secret");
    symlinkSync(`${folder}-secret`, join(folder, "link.txt"));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(`${folder}-secret`);
  });

  const importing = () => runErmine(server.home, ["import", "discord", folder, "--owner", owner.id]);
  /** Without the outbox, which the server empties. */
  const storedRows = async () => ({ ...(await dumpTables(server)), outbox: [] });
  const first = newMessage(snowflakeAt(1), otto, "Hello");
  const good = exportOf(general, [first]);

  async function expectRefusal(problem: string) {
    const before = await storedRows();
    const { code, stderr } = await importing();
    expect(stderr).toContain(problem);
    expect(code).toBe(1);
    expect(await storedRows()).toEqual(before);
  }

  test.each(hostileMessages)(
    "%s changes nothing, and the file and line are named",
    async (_, message, problem) => {
      writeExport(join(folder, "a.json"), good);
      const path = join(folder, "b.json");
      writeExport(path, exportOf(news, [first, message]));
      const lines = (await Bun.file(path).text()).split("\n");
      const line = lines.lastIndexOf("    {") + 1;
      const before = await storedRows();
      const { code, stderr } = await importing();
      expect(stderr).toMatch(new RegExp(`^b\\.json:${line}: .*`, "m"));
      expect(stderr).toContain(problem);
      expect(stderr).toContain("Nothing was imported.");
      expect(code).toBe(1);
      expect(await storedRows()).toEqual(before);
    },
  );

  test("files that are cut off, of another server or of another kind of channel change nothing", async () => {
    const path = writeExport(join(folder, "b.json"), exportOf(news, [first]));
    const whole = await Bun.file(path).text();
    writeFileSync(path, whole.slice(0, whole.length / 2));
    await expectRefusal("the file ends in the middle: the export was cut off");
    writeExport(path, exportOf(news, [first], { id: snowflakeAt(-999), name: "Other" }));
    await expectRefusal(`b.json:1: it is an export of Other (${snowflakeAt(-999)})`);
    writeExport(path, exportOf({ ...general, type: "GuildVoiceChat" }, [first]));
    await expectRefusal(`b.json:1: the channel ${general.id} is a GuildTextChat in another file`);
    rmSync(path);
  });

  test("a folder without exports, a wrong owner and a missing owner change nothing", async () => {
    const run = (...words: string[]) => runErmine(server.home, ["import", "discord", ...words]);
    writeExport(join(folder, "other", "x.json"), { some: "thing" });
    expect(await run(join(folder, "other"))).toMatchObject({ code: 1 });
    expect((await run(join(folder, "nothing"))).stderr).toContain("There is no file or folder");
    expect((await run(join(folder, "other", "x.json"))).stderr).toContain(
      "is not a JSON file of DiscordChatExporter",
    );
    expect((await run(folder)).stderr).toContain("Name the owner of the new server with --owner.");
    expect((await run(folder, "--owner", "nobody#0000")).stderr).toContain("no user has the id or name");
    rmSync(join(folder, "other"), { recursive: true });
  });

  test("a channel that was imported into another server is not written to", async () => {
    expect(await importing()).toMatchObject({ code: 0 });
    const copy = exportOf(general, [newMessage(snowflakeAt(7), mia, "Mine now")], { id: snowflakeAt(-998) });
    writeExport(join(folder, "a.json"), copy);
    await expectRefusal(`The channel ${general.id} of a.json was imported into another server.`);
    writeExport(join(folder, "a.json"), exportOf(news, [first], { id: snowflakeAt(-998) }));
    await expectRefusal(" was imported into another server.");
  });
});
