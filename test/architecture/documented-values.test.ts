import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadCommands } from "../../src/cli/command-line.ts";
import { configKeys } from "../../src/config/keys.ts";
import { configWith } from "../../src/config/load.ts";
import { configSchema } from "../../src/config/schema.ts";
import { sourceFiles, top } from "./source-files.ts";

/** Without the reference, which is generated, and decisions, which tell what was true when they were made. */
const pages = [
  ...sourceFiles("docs/**/*.md").filter(({ path }) => !/^docs\/(decisions|reference)\//.test(path)),
  ...sourceFiles("README.md"),
];
const keys = new Set(configKeys(configSchema).map(({ key }) => key));
const tables = new Set([...keys].filter((key) => key.includes(".")).map((key) => key.split(".")[0]));
const { events } = configWith({});

describe("what the pages say about the code", () => {
  test("every configuration key that they name exists", () => {
    const unknown = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/`([a-z0-9]+)\.([a-z_0-9.]+)(?: = [^`]*)?`/g)]
        .filter(([, table = ""]) => tables.has(table))
        .map(([, table, rest]) => `${table}.${rest}`)
        .filter((key) => ![...keys].some((known) => known === key || known.startsWith(`${key}.`)))
        .filter((key) => !/\.(ts|tsx|mjs|md|json|jsonl|service|toml)$/.test(key))
        .map((key) => `${path}: ${key}`),
    );
    expect(unknown).toEqual([]);
  });

  test("every command that they name exists", async () => {
    const known = (await loadCommands()).map(({ words }) => words.join(" "));
    const unknown = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:`|^|npm run )ermine(?: --)? ([a-z][a-z-]*(?: [a-z][a-z-]*)?)/gm)]
        .map(([, words = ""]) => words)
        .filter((words) => !["help", "version"].includes(words.split(" ")[0] ?? ""))
        .filter(
          (words) =>
            !known.some(
              (name) => name === words || name.startsWith(`${words} `) || words.startsWith(`${name} `),
            ),
        )
        .map((words) => `${path}: ermine ${words}`),
    );
    expect(unknown).toEqual([]);
  });

  test("CONTRIBUTING.md names every folder of test/ and every proof", () => {
    const page = readFileSync(join(top, "CONTRIBUTING.md"), "utf8");
    const folders = readdirSync(join(top, "test"), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.filter(({ name }) => !page.includes(`\`test/${name}/\``)).map(({ name }) => name)).toEqual(
      [],
    );
    const [, proofs = ""] =
      /\bproofs\b.*? = \{\n([\s\S]*?)\n\};/.exec(readFileSync(join(top, "test/proof/run.ts"), "utf8")) ?? [];
    const names = [...proofs.matchAll(/^ {2}(\w+): \{/gm)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(10);
    const table = page.slice(page.indexOf("| `npm run proof` |"));
    expect(names.filter((name) => !new RegExp(`^\\|.*\`${name}\\b.*\``, "m").test(table))).toEqual([]);
  });

  const stream = readFileSync(join(top, "docs/event-stream.md"), "utf8");

  test("the page about the event stream lists the files of src/gateway", () => {
    const listed = [
      ...(/\| File of `src\/gateway\/`[\s\S]*?\n\n/.exec(stream)?.[0] ?? "").matchAll(
        /`([a-z-]+(?:\.ts|\/))`/g,
      ),
    ];
    const present = readdirSync(join(top, "src/gateway"), { withFileTypes: true })
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .filter((name) => !name.endsWith(".test.ts"));
    expect(listed.map(([, name]) => name).toSorted()).toEqual(present.toSorted());
  });

  test("the page about the event stream has the limits of the configuration", () => {
    const seconds = (ms: number) => `${ms / 1_000} seconds`;
    const phrases = [
      `a frame of at most ${events.frame_bytes / 1_024} KiB`,
      `${events.frames} frames in ${seconds(events.frames_window_ms)}`,
      `a valid token within ${seconds(events.authenticate_within_ms)}; the fifth bad one closes`,
      `a \`Ping\` at least every ${seconds(events.ping_within_ms)}`,
      `${events.connections} connections of one user`,
      `${events.connects_by_address} new connections from one address (IPv6: one /64) in ${seconds(events.connects_window_ms)}`,
      `${events.connects_by_user} new connections of one user in ${seconds(events.connects_window_ms)}`,
      `${events.send_queue_bytes / 1_048_576} MiB that wait to be read, a large`,
      `${events.total_queue_bytes / 1_048_576} MiB that wait to be read by all`,
      `until ${seconds(events.offline_grace_ms)} after their last one closes`,
      `after ${seconds(events.typing_expires_ms)} unless it is renewed`,
      `for ${events.subscription_lasts_ms / 60_000} minutes`,
      `at most ${events.subscriptions} subscriptions`,
    ];
    expect(phrases.filter((phrase) => !stream.includes(phrase))).toEqual([]);
    expect(events.failed_authentications).toBe(5);
  });
});
