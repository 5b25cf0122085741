import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { migrations, newestVersion } from "../../src/migrations/index.ts";
import { migrationsUpTo, versionAfter } from "../../src/migrations/kit.ts";
import { sourceFiles, top } from "./source-files.ts";

const read = (path: string) => readFileSync(join(top, path), "utf8");

describe("what the pages for operators say", () => {
  test("versions of the database are versions that can be upgraded, and steps are migrations", () => {
    const initial = versionAfter(migrations.slice(0, 1));
    for (const { path, text } of sourceFiles("docs/operating/*.md")) {
      const versions = [...text.matchAll(/versions? (?:up to )?(\d{2})\b(?!\.)|before-upgrade-from-(\d+)/g)];
      for (const [, plain, ofSnapshot] of versions) {
        const version = Number(plain ?? ofSnapshot);
        // PostgreSQL has versions too.
        if (version === 15) continue;
        expect(version, path).toBeGreaterThanOrEqual(initial);
        expect(version, path).toBeLessThanOrEqual(newestVersion);
      }
      for (const [, step = "", name] of text.matchAll(/step (\d+) \(([a-z ]+)\)/g))
        expect(migrationsUpTo(migrations, Number(step)).at(-1)?.name, path).toBe(name);
    }
  });

  test("a node opens as many connections to PostgreSQL as they say", () => {
    const sizes = [
      "src/compose/cluster.ts",
      "src/platform/counters/postgres/postgres.ts",
      "src/platform/database/postgres/turns/write-turns.ts",
      "src/platform/database/postgres/commit-log.ts",
    ].map((path) => Number(/poolSize(?: =|:) (\d+)/.exec(read(path))?.[1]));
    const single = [
      "src/platform/database/postgres/server-lock.ts",
      "src/platform/nodes/postgres/postgres-link.ts",
    ];
    for (const path of single) expect(read(path), path).toContain("max: 1");
    const more = sizes.reduce((sum, size) => sum + size, single.length);
    for (const page of ["cluster", "troubleshooting"])
      expect(read(`docs/operating/${page}.md`)).toContain(`\`2 × database.pool_size + ${more}\``);
  });

  test("the paths of the server are those that a proxy must leave to it", () => {
    const [, names = ""] = /\/\^\\\/\(([^)]*)\)/.exec(read("src/web/web-pages.ts")) ?? [];
    const paths = names
      .split("|")
      .flatMap((name) =>
        name === "livekit[^/]*" ? ["livekit", "livekit-ingress"] : [name.replace("\\", "")],
      );
    expect(paths.length).toBeGreaterThan(5);
    const [, listed = ""] =
      /except those below (.*), which belong to the server/.exec(read("docs/operating/web.md")) ?? [];
    expect([...listed.matchAll(/`\/([^`]+)`/g)].map(([, path]) => path)).toEqual(paths);
  });
});
