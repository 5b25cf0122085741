import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { generateExport } from "../../support/imports/generated-export.ts";
import { countMessages, importedRows } from "../../support/imports/imported-rows.ts";
import { owner as author, channel, makeArchive, messagesPart } from "../../support/imports/make-archive.ts";
import { killWhen } from "../../support/processes/kill-when.ts";
import { runErmine } from "../../support/processes/program.ts";
import { amount, isThorough, usually } from "../../support/run/is-thorough.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer } from "../../support/server/server.ts";

setDefaultTimeout(600_000);

const size = { messages: amount(2_400, 6_000), people: amount(50, 150), channels: 3 };
const kills = amount(2, 20);

/** An archive of another host, in which every second message has a reaction. */
async function generateArchive(folder: string): Promise<string> {
  const path = join(folder, "archive.tar");
  const messages = Array.from({ length: size.messages }, (_, at) => {
    const _id = `01F5${String(at).padStart(22, "0")}`;
    const reactions = at % 2 === 0 ? { "👍": [author] } : undefined;
    return { _id, author, content: `message ${at} <#${channel}>`, ...(reactions && { reactions }) };
  });
  await makeArchive(path, {
    parts: (parts) => {
      parts[messagesPart]?.unshift(...messages);
    },
  });
  return path;
}

const sources = [
  {
    service: "discord",
    generate: (folder: string) => generateExport(folder, size),
    messages: size.messages,
  },
  { service: "ermine", generate: generateArchive, messages: size.messages + 2 },
];
/** Usually each engine with one of the services: all imports write in the same way. */
const cases = engines.flatMap((engine, at) =>
  sources
    .filter((_, index) => isThorough || engines.length === 1 || index === at)
    .map((source) => ({ engine, ...source })),
);

describe.each(usually(cases))(
  "an interrupted import of $service on $engine",
  ({ engine, service, generate, messages }) => {
    test(`that was killed at ${kills} random moments and resumed equals an uninterrupted one`, async () => {
      const folder = mkdtempSync(join(tmpdir(), "ermine-generated-"));
      const source = await generate(folder);
      await using whole = await openServer(engine);
      await using killed = await openServer(engine);
      const owners = { whole: await newUser(whole), killed: await newUser(killed) };
      const words = (owner: Person) => ["import", service, source, "--owner", owner.id];
      expect(await runErmine(whole.home, words(owners.whole))).toMatchObject({ code: 0 });
      expect(await countMessages(whole)).toBe(messages);

      const moments = Array.from({ length: kills }, () =>
        Math.floor(Math.random() * (size.messages - 1_400)),
      );
      for (const moment of moments.toSorted((one, other) => one - other))
        await killWhen(
          killed.home,
          words(owners.killed),
          async () => (await countMessages(killed)) > moment,
          5,
        );
      const resumed = await runErmine(killed.home, words(owners.killed));
      expect(resumed.code).toBe(0);
      expect(await importedRows(killed, owners.killed)).toEqual(await importedRows(whole, owners.whole));
      rmSync(folder, { recursive: true });
    });
  },
);
