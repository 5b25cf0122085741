import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sourceFiles, top } from "./source-files.ts";

const page = readFileSync(join(top, "docs/web-client.md"), "utf8");
const source = "web/client/src/";
const read = (path: string) => readFileSync(join(top, path), "utf8");
const section = (title: string) => page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? "";

/** Text in code type, without the blocks of code. */
const spans = [...page.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/`([^`]+)`/g)].map(
  ([, span = ""]) => span,
);

/** Words of other programs, and what the client does without. */
const foreign = new Set(["i18next_json", "innerHTML"]);

describe("docs/web-client.md", () => {
  test("every name in code type is one of the sources", () => {
    const everything = [
      "web/client/src",
      "web/admin/src",
      "web/ui",
      "web/component-tests",
      "web/i18n",
    ].flatMap((part) => [...sourceFiles(`${part}/**/*.{ts,tsx,css}`)]);
    const known = new Set(everything.flatMap(({ text }) => text.match(/[A-Za-z_]\w+/g) ?? []));
    for (const word of read("package.json").match(/[A-Za-z_]\w+/g) ?? []) known.add(word);
    // Paths are checked with those of all other pages.
    const names = spans
      .filter((span) => !/\/|\.(ts|tsx|css)$/.test(span))
      .flatMap((span) => span.match(/[A-Za-z_]\w+/g) ?? []);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !known.has(name) && !foreign.has(name))).toEqual([]);
  });

  test("its numbers are those of the list of messages", () => {
    const rules = read(`${source}history/message-window.ts`) + read(`${source}message-list/list-scroll.ts`);
    const constant = (name: string) =>
      Number(new RegExp(`${name} = ([\\d_]+);`).exec(rules)?.[1]?.replaceAll("_", ""));
    const list = section("How the list of messages works");
    expect(list).toContain(`a window of at most ${constant("largestWindow")} messages`);
    expect(list).toContain(`fetches ${constant("pageSize")} at a time`);
    expect(list).toContain(`${constant("fetchDistanceUpwards").toLocaleString("en")} pixels ahead`);
    const rowHeight = /rowHeight = (\d+);/.exec(read("web/component-tests/support/layout.ts"))?.[1];
    expect(section("Which kind of test")).toContain(`every row is ${rowHeight} pixels high`);
  });

  test("its limits are those that the tests measure", () => {
    const sizes = read("test/web/sizes.test.ts");
    const limit = (name: string) =>
      Number(new RegExp(`${name} = ([\\d_]+);`).exec(sizes)?.[1]?.replaceAll("_", ""));
    const [login, channel] = [limit("untilLogin") / 1_000, limit("untilChannel") / 1_000];
    expect(page).toContain(
      `at most ${login} kB to the login, and ${channel} kB in ${limit("filesUntilChannel")} files to the first channel`,
    );
    const longest = /length > (\d+)\)/.exec(read("test/architecture/web-client.test.ts"))?.[1];
    expect(section("Add a feature")).toContain(`Files have at most ${longest} lines.`);
  });

  test("its texts, preferences and functions are written as they are in the sources", () => {
    const catalogues = read(`${source}i18n/en/common.ts`) + read(`${source}i18n/en/people.ts`);
    const rows = [...section("Texts").matchAll(/^\| `(\w+: [^`]+)` \|/gm)].map(([, entry = ""]) => entry);
    expect(rows.length).toBe(4);
    expect(rows.filter((entry) => !catalogues.includes(`  ${entry},\n`))).toEqual([]);

    const table = read(`${source}preferences/preferences.ts`);
    const lines = section("State").match(/^export const .*$/gm) ?? [];
    expect(lines.length).toBe(2);
    expect(lines.filter((line) => !table.includes(`${line}\n`))).toEqual([]);

    const shared = [...sourceFiles("web/ui/*.{ts,tsx}")].map(({ text }) => text).join("\n");
    const makers = [...section("Where things are").matchAll(/`(create\w+)\(t\)`/g)].map(([, name]) => name);
    expect(makers.length).toBe(6);
    expect(makers.filter((name) => !shared.includes(`export function ${name}`))).toEqual([]);
  });

  test("the files from an event to the page exist", () => {
    const steps = section("From an event to the page");
    const files = [...steps.matchAll(/`([\w/-]+\.tsx?)`/g)].map(([, file = ""]) => file);
    const present = [source, ""].flatMap((folder) =>
      files.filter((file) => existsSync(join(top, folder, file))),
    );
    expect(present.toSorted()).toEqual(files.toSorted());
  });
});
