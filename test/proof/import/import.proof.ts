/** `npm run proof import`: a generated export, imported whole and with twenty kills, and compared with its source. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importedId } from "../../../src/import/discord/snowflakes.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { snowflakeAt } from "../../support/imports/discord-export.ts";
import { generateExport, generateMessage } from "../../support/imports/generated-export.ts";
import { countMessages, importedRows } from "../../support/imports/imported-rows.ts";
import { killWhen } from "../../support/processes/kill-when.ts";
import { runErmine } from "../../support/processes/program.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

const messages = Number(process.env.ERMINE_PROOF_MESSAGES ?? 2_000_000);
const size = { messages, people: Math.min(10_000, Math.ceil(messages / 10)), channels: 20 };
const perChannel = Math.ceil(size.messages / size.channels);
const kills = 20;
const samples = 500;

type Listed = Record<"id" | "name" | "nickname", string>;

/** Every field of a message that the export has, as the API shows it. */
function expectedMessage(channel: number, at: number) {
  const { id, author, content, reference, reactions } = generateMessage(channel, at, size) as unknown as {
    id: string;
    author: Listed;
    content: string;
    reference?: { messageId: string };
    reactions: { emoji: { name: string }; users: Listed[] }[];
  };
  const _id = importedId("message", id);
  return {
    _id,
    nonce: _id,
    channel: importedId("channel", snowflakeAt(-500, channel)),
    author: importedId("user", author.id),
    content,
    ...(reference && { replies: [importedId("message", reference.messageId)] }),
    ...(reactions.length > 0 && {
      reactions: Object.fromEntries(
        reactions.map(({ emoji, users }) => [emoji.name, users.map((user) => importedId("user", user.id))]),
      ),
    }),
  };
}

async function compareSamples({ client }: TestServer, owner: Person): Promise<void> {
  for (let number = 0; number < samples; number++) {
    const [channel, at] = [number % size.channels, Math.floor(Math.random() * perChannel)];
    const expected = expectedMessage(channel, at);
    const { body } = await client.get(`/channels/${expected.channel}/messages/${expected._id}`, owner);
    expect(body).toEqual(expected);
    const { author } = generateMessage(channel, at, size) as unknown as { author: Listed };
    const { body: user } = await client.get(`/users/${expected.author}`, owner);
    expect(user).toMatchObject({ username: author.name, display_name: author.nickname });
  }
}

test.each([...engines])("an import into %s is complete, and equal after twenty kills", async (engine) => {
  const folder = await generateExport(mkdtempSync(join(tmpdir(), "ermine-proof-")), size);
  await using whole = await openServer(engine);
  await using killed = await openServer(engine);
  const owners = { whole: await newUser(whole), killed: await newUser(killed) };
  const words = (owner: Person) => ["import", "discord", folder, "--owner", owner.id];
  const startedAt = performance.now();
  expect(await runErmine(whole.home, words(owners.whole))).toMatchObject({ code: 0 });
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`${engine}: ${messages} messages in ${seconds.toFixed(1)} s`);
  expect(await countMessages(whole)).toBe(perChannel * size.channels);
  await compareSamples(whole, owners.whole);
  console.log(`${engine}: ${samples} messages and their authors are as in the export`);
  const latest = perChannel * size.channels * 0.9;
  const moments = Array.from({ length: kills }, () => Math.floor(Math.random() * latest));
  for (const moment of moments.toSorted((one, other) => one - other)) {
    await killWhen(killed.home, words(owners.killed), async () => (await countMessages(killed)) >= moment);
    console.log(`${engine}: killed after ${await countMessages(killed)} messages`);
  }
  expect(await runErmine(killed.home, words(owners.killed))).toMatchObject({ code: 0 });
  await compareSamples(killed, owners.killed);
  expect(await importedRows(killed, owners.killed)).toEqual(await importedRows(whole, owners.whole));
  rmSync(folder, { recursive: true });
});
