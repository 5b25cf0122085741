/**
 * `npm run proof import`: a large generated export, imported as a whole and compared with its source, and a smaller one
 * that is imported once as a whole and once with twenty kills.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureRawInserts } from "../../../bench/import-control.ts";
import { measureCommand } from "../../../bench/measured-command.ts";
import { importedId } from "../../../importers/discord/snowflakes.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { snowflakeAt } from "../../support/imports/discord-export.ts";
import { type ExportSize, generateExport, generateMessage } from "../../support/imports/generated-export.ts";
import { countMessages, importedRows } from "../../support/imports/imported-rows.ts";
import { killWhen } from "../../support/processes/kill-when.ts";
import { runErmine } from "../../support/processes/program.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

const messages = Number(process.env.ERMINE_PROOF_MESSAGES ?? 2_000_000);
const kills = 20;
const samples = 500;
const maxMemoryMb = 400;

interface GeneratedExport {
  readonly size: ExportSize;
  readonly perChannel: number;
  readonly folder: string;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

async function newExport(count: number): Promise<GeneratedExport> {
  const size = { messages: count, people: Math.min(10_000, Math.ceil(count / 10)), channels: 20 };
  const folder = mkdtempSync(join(tmpdir(), "ermine-proof-"));
  folders.push(folder);
  await generateExport(folder, size);
  return { size, perChannel: Math.ceil(size.messages / size.channels), folder };
}

type Listed = Record<"id" | "name" | "nickname", string>;

interface Exported {
  readonly id: string;
  readonly author: Listed;
  readonly content: string;
  readonly timestampEdited: string | null;
  readonly isPinned: boolean;
  readonly mentions: readonly Listed[];
  readonly reference?: { readonly messageId: string };
  readonly reactions: readonly {
    readonly emoji: { readonly name: string };
    readonly users: readonly Listed[];
  }[];
}

const userId = ({ id }: Listed) => importedId("user", id);

/** Every field of a message that the export has, as the API shows it. */
function expectedMessage(channel: number, exported: Exported) {
  const { id, author, content, timestampEdited, isPinned, mentions, reference, reactions } = exported;
  const _id = importedId("message", id);
  return {
    _id,
    nonce: _id,
    channel: importedId("channel", snowflakeAt(-500, channel)),
    author: userId(author),
    content: mentions.reduce((text, user) => text.replace(user.id, userId(user)), content),
    ...(timestampEdited !== null && { edited: timestampEdited }),
    ...(isPinned && { pinned: true }),
    ...(mentions.length > 0 && { mentions: mentions.map(userId) }),
    ...(reference && { replies: [importedId("message", reference.messageId)] }),
    ...(reactions.length > 0 && {
      reactions: Object.fromEntries(reactions.map(({ emoji, users }) => [emoji.name, users.map(userId)])),
    }),
  };
}

async function compareSamples(
  { client }: TestServer,
  owner: Person,
  { size, perChannel }: GeneratedExport,
): Promise<void> {
  for (let number = 0; number < samples; number++) {
    const [channel, at] = [number % size.channels, Math.floor(Math.random() * perChannel)];
    const exported = generateMessage(channel, at, size) as unknown as Exported;
    const expected = expectedMessage(channel, exported);
    const { body } = await client.get(`/channels/${expected.channel}/messages/${expected._id}`, owner);
    expect(body).toEqual(expected);
    const { body: user } = await client.get(`/users/${expected.author}`, owner);
    expect(user).toMatchObject({ username: exported.author.name, display_name: exported.author.nickname });
  }
}

describe.each([...engines])("an import into %s", (engine) => {
  const say = (text: string) => console.log(`${new Date().toISOString()} ${engine}: ${text}`);
  const words = (folder: string, owner: Person) => ["import", "discord", folder, "--owner", owner.id];

  test("of a large export is complete, and needs little memory", async () => {
    const large = await newExport(messages);
    await using server = await openServer(engine);
    const owner = await newUser(server);
    const wait = () => Bun.sleep(100);
    const { seconds, cpuUs, peakMb } = await measureCommand(server.home, words(large.folder, owner), wait);
    say(`${messages} messages of ${large.size.people} people in ${seconds.toFixed(1)} s`);
    say(`${Math.round(messages / seconds)} messages/s, ${Math.round(cpuUs / messages)} µs of CPU for each`);
    say(`${peakMb} MB of memory at most`);
    if (engine === "sqlite")
      say(`${measureRawInserts(server.home.dataDir)} µs for each with the inserts alone`);
    expect(await countMessages(server)).toBe(large.perChannel * large.size.channels);
    await compareSamples(server, owner, large);
    say(`${samples} messages and their authors are as in the export`);
    expect(peakMb).toBeLessThanOrEqual(maxMemoryMb);
  });

  test("that is killed twenty times is equal to a whole one", async () => {
    const { folder, size, perChannel } = await newExport(Math.min(messages, 100_000));
    await using whole = await openServer(engine);
    await using killed = await openServer(engine);
    const owners = { whole: await newUser(whole), killed: await newUser(killed) };
    expect(await runErmine(whole.home, words(folder, owners.whole))).toMatchObject({ code: 0 });
    const latest = perChannel * size.channels * 0.8;
    const moments = Array.from({ length: kills }, () => Math.floor(Math.random() * latest));
    for (const moment of moments.toSorted((one, other) => one - other)) {
      // At least one more than before: a kill before anything is written interrupts nothing.
      const least = Math.max(moment, await countMessages(killed));
      const isReached = async () => (await countMessages(killed)) > least;
      await killWhen(killed.home, words(folder, owners.killed), isReached, 5);
      say(`killed after ${await countMessages(killed)} messages`);
    }
    expect(await runErmine(killed.home, words(folder, owners.killed))).toMatchObject({ code: 0 });
    expect(await importedRows(killed, owners.killed)).toEqual(await importedRows(whole, owners.whole));
    say("the killed import is equal to the whole one");
  });
});
