import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { generatedDocs } from "../../src/cli/print-docs.ts";
import { readSteps } from "../proof/feature/page-steps.ts";
import { isTest, sourceFiles, top } from "./source-files.ts";

const source = sourceFiles("{src,importers}/**/*.ts").filter((file) => !isTest(file));
const everything = [
  ...sourceFiles("{src,importers}/**/*.ts"),
  ...sourceFiles("test/**/*.ts"),
  ...sourceFiles("bench/**/*.ts"),
  ...sourceFiles("dev/**/*.ts"),
];
const pages = [
  ...["*.md", "docs/**/*.md", "examples/*/*.md", "packaging/**/*.md", "test/**/*.md"],
  ...["web/*.md", "web/{client,admin,ui,protocol,i18n}/**/*.md"],
].flatMap(sourceFiles);

/** The folders of the project that paths in a page may begin with. */
const folders = "src|docs|test|bench|bin|dev|runtime|web|packaging|examples";
/** Where the paths of a page begin that is about one part of the project and leaves out the path to it. */
const shortened: Readonly<Record<string, readonly string[]>> = {
  "docs/web-client.md": ["web", "web/client", "web/client/src", "web/client/src/i18n", "web/admin/src"],
};

/** A table may be long: its rows are independent of each other. */
const tables = ["src/declare/error-catalogue.ts"];

const shortFileLines = 20;

/** Files that the structure of the project asks for, whatever their length. */
const hasFixedRole = (path: string) =>
  /\/(routes|endpoints|migrations)\//.test(path) ||
  /\/(index|port|domain|events|tables|hooks|jobs|queries|model|ready|resources|main)\.ts$/.test(path);

describe("conventions of the source", () => {
  test("files are short", () => {
    const lengths = source
      .filter(({ path }) => !tables.includes(path))
      .map(({ path, text }) => ({ path, lines: text.split("\n").length }));
    expect(lengths.filter(({ lines }) => lines > 400)).toEqual([]);
    const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(60);
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(150);
  });

  test("modules of Node that are slow to load are loaded when they are used", () => {
    const slow =
      /^import (?!type )[^;]*? from "node:(dgram|dns|http|https|http2|net|readline|tls|zlib)(\/promises)?";$/m;
    // `import("./doctor.ts")` loads these.
    const onDemand = /^src\/platform\/voice\/livekit\/(doctor|stun)/;
    const importers = source.filter(({ path, text }) => slow.test(text) && !onDemand.test(path));
    expect(importers.map(({ path }) => path)).toEqual([]);
  });

  test("a short file has several importers", () => {
    const importers = new Map<string, string[]>();
    for (const { path, imports } of everything)
      for (const target of new Set(imports)) importers.set(target, [...(importers.get(target) ?? []), path]);
    const mergeable = source.filter(({ path, text }) => {
      const [importer, ...others] = importers.get(path) ?? [];
      if (importer === undefined || others.length > 0 || hasFixedRole(path)) return false;
      // The index of a domain stands for its importers, and a route or endpoint holds no logic of its own.
      if (importer.endsWith("/index.ts") || /\/(routes|endpoints)\//.test(importer)) return false;
      return text.split("\n").length - 1 < shortFileLines;
    });
    expect(mergeable.map(({ path }) => path)).toEqual([]);
  });

  test("routes leave events, jobs and queries to actions and stores", () => {
    const logic = /\b(tx|db)\.(emit|raise|enqueue|defer|sql|all|one|query)\b/;
    const routes = source.filter(({ path }) => /\/(routes|endpoints)\//.test(path));
    expect(routes.length).toBeGreaterThan(100);
    expect(routes.filter(({ text }) => logic.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test("actions are verbs: functions without classes and without state", () => {
    const actions = source.filter(({ path }) => /^src\/domains\/[^/]+\/actions\//.test(path));
    expect(actions.length).toBeGreaterThan(100);
    const verb = /^export (async )?function/m;
    // A class, a declared resource, or a variable of the module, which servers in one process would share.
    const declarations = /^(export )?((abstract )?class|let|var) |\bresource\(/m;
    const collections = /^(export )?const .* = new (\w+(<.*>)?\(\)|Semaphore|LRUCache)/m;
    const state = new RegExp(`${declarations.source}|${collections.source}`, "m");
    const offences = actions.filter(({ text }) => !verb.test(text) || state.test(text));
    expect(offences.map(({ path }) => path)).toEqual([]);
  });

  test("the environment is read in one place", () => {
    const readers = source
      .filter(({ text }) => /process\.env|Bun\.env|import\.meta\.env/.test(text))
      .map(({ path }) => path);
    expect(readers).toEqual(["src/config/load.ts", "src/config/process-environment.ts"]);
  });

  test("no unfinished work, skipped test or switched-off check is left", () => {
    const marks =
      /\b(TODO|FIXME|XXX|HACK)\b|\.(skip|only|todo)\(|@ts-(ignore|expect-error|nocheck)|\bas any\b/;
    const here = "test/architecture/conventions.test.ts";
    expect(
      everything.filter(({ path, text }) => path !== here && marks.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  test("every lint suppression gives a reason", () => {
    const bare = everything
      .filter(({ text }) => /biome-ignore [^:\n]+(:\s*)?$/m.test(text))
      .map(({ path }) => path);
    expect(bare).toEqual([]);
  });

  test("file names are kebab-case, and no folder is a catch-all", () => {
    for (const { path } of everything) {
      for (const part of path.split("/")) {
        expect(part, path).toMatch(/^[a-z0-9.-]+$/);
        expect(["util", "utils", "helpers", "common", "misc"], path).not.toContain(part);
      }
    }
  });

  test("there are no default exports", () => {
    expect(source.filter(({ text }) => /^export default/m.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

/** The files that the example of a new feature adds. */
const exampleFiles = new Set(
  pages
    .filter(({ path }) => path === "docs/adding-a-feature.md")
    .flatMap(({ text }) => readSteps(text))
    .map(({ path }) => path),
);

describe("documentation", () => {
  test("the generated pages are up to date (npm run generate renews them)", async () => {
    for (const [file, content] of generatedDocs()) {
      expect(await Bun.file(join(top, file)).text(), file).toBe(content);
    }
  });

  test("every path that a page cites exists", () => {
    const missing = pages.flatMap(({ path, text }) =>
      citedPaths(text, path in shortened ? "[\\w.-]+" : folders)
        // A fresh clone has no build or cache of the web client, nor the files that the example adds.
        .filter((cited) => !/^web\/(dist|node_modules)\b/.test(cited) && !exampleFiles.has(cited))
        .filter((cited) =>
          ["", join(path, ".."), ...(shortened[path] ?? [])].every(
            (place) => !existsSync(join(top, place, cited)),
          ),
        )
        .map((cited) => `${path}: ${cited}`),
    );
    expect(missing).toEqual([]);
  });

  test("every heading that a link names exists", () => {
    const dead = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|mailto:)([^)#]*)#([^)]+)\)/g)]
        .filter(([, file, heading]) => {
          const target = file ? pages.find((page) => page.path === join(path, "..", file)) : { text };
          return target && !headingsOf(target.text).includes(heading ?? "");
        })
        .map(([link]) => `${path}: ${link}`),
    );
    expect(dead).toEqual([]);
  });
});

/** The headings of a page, as GitHub names them in addresses. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** The targets of links, and code spans that look like a path that begins so; FEATURE stands for any name. */
function citedPaths(text: string, beginning: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, target = ""]) => target);
  const spans = [...text.matchAll(new RegExp(`\`((?:${beginning})/[\\w./-]*)\``, "g"))]
    .map(([, target = ""]) => target)
    .filter((target) => !target.includes("FEATURE"));
  return [...links, ...spans];
}
