import { describe, expect, test } from "bun:test";
import { isTest, sourceFiles } from "./source-files.ts";

const files = sourceFiles("src/**/*.ts").filter((file) => !isTest(file));

/** Which rooms each room may look into, beside itself. A pattern stands for a file or a folder. */
const mayImport: Record<string, readonly string[]> = {
  "src/main.ts": ["src/cli/"],
  "src/cli/": [
    "src/server.ts",
    "src/config/",
    "src/declare/",
    "src/domains/index.ts",
    "src/gateway/",
    "src/http/",
    "src/migrations/",
    "src/permissions/",
    "src/platform/",
    "src/protocol/",
    "src/store/",
    "package.json",
  ],
  "src/server.ts": [
    "src/config/",
    "src/declare/",
    "src/domains/index.ts",
    "src/gateway/",
    "src/http/",
    "src/migrations/",
    "src/platform/",
    "src/protocol/",
    "src/store/",
    "src/worker/",
  ],
  "src/http/": [
    "src/config/schema.ts",
    "src/declare/",
    "src/domains/*/index.ts",
    "src/platform/",
    "src/protocol/",
    "src/store/",
    "package.json",
  ],
  "src/gateway/": [
    "src/config/schema.ts",
    "src/declare/",
    "src/domains/*/index.ts",
    "src/permissions/",
    "src/platform/",
    "src/protocol/",
    "src/store/",
  ],
  "src/worker/": ["src/declare/", "src/platform/", "src/protocol/", "src/store/"],
  "src/domains/": [
    "src/config/schema.ts",
    "src/declare/",
    "src/permissions/",
    "src/platform/",
    "src/protocol/",
    "src/store/",
    "package.json",
  ],
  "src/declare/": ["src/permissions/", "src/protocol/", "src/store/"],
  "src/store/": ["src/config/", "src/platform/", "src/protocol/"],
  "src/platform/": ["src/config/schema.ts", "src/migrations/kit.ts", "src/protocol/"],
  "src/migrations/": [],
  "src/permissions/": ["src/protocol/"],
  "src/config/": ["src/protocol/limit.ts"],
  "src/protocol/": [],
};

/** Lower first: a domain may import those before it, by their index alone. */
const domainOrder = [
  "service",
  "accounts",
  "files",
  "unfurl",
  "users",
  "policy",
  "audit",
  "sync",
  "conversations",
  "servers",
  "channels",
  "emojis",
  "invites",
  "bots",
  "voice",
  "messages",
  "unreads",
  "webhooks",
  "safety",
  "push",
];

/** Engines are chosen in one place; everybody else sees the port. */
const engineFiles =
  /^src\/platform\/(database\/(sqlite|postgres)\/.*|bus\/in-process|counters\/in-memory|blobs\/(disk|s3|s3-calls)|mail\/(smtp|folder)|outbound\/guarded-fetch)\.ts$/;

function roomOf(path: string): string {
  const rooms = Object.keys(mayImport).filter(
    (room) => path === room || (room.endsWith("/") && path.startsWith(room)),
  );
  return rooms[0] ?? "";
}

function fits(path: string, pattern: string): boolean {
  if (pattern.includes("*")) return new Bun.Glob(pattern).match(path);
  return path === pattern || (pattern.endsWith("/") && path.startsWith(pattern));
}

describe("imports run one way", () => {
  test("every file stands in a room that has a rule", () => {
    expect(files.filter(({ path }) => roomOf(path) === "").map(({ path }) => path)).toEqual([]);
  });

  test("no room looks where it may not", () => {
    const offences = files.flatMap(({ path, imports }) => {
      const room = roomOf(path);
      const allowed = mayImport[room] ?? [];
      return imports
        .filter((target) => roomOf(target) !== room && !allowed.some((pattern) => fits(target, pattern)))
        .map((target) => `${path} → ${target}`);
    });
    expect(offences).toEqual([]);
  });

  test("domains form an order, and see of each other only the index", () => {
    const domainOf = (path: string) => /^src\/domains\/([^/]+)\//.exec(path)?.[1];
    const offences = files.flatMap(({ path, imports }) => {
      const from = domainOf(path);
      if (from === undefined) return [];
      return imports.flatMap((target) => {
        const to = domainOf(target);
        if (to === undefined || to === from) return [];
        const lower = domainOrder.indexOf(to) < domainOrder.indexOf(from);
        return lower && target === `src/domains/${to}/index.ts` ? [] : [`${path} → ${target}`];
      });
    });
    expect(offences).toEqual([]);
    const domains = [
      ...new Set(files.map(({ path }) => domainOf(path)).filter((name) => name !== undefined)),
    ];
    expect(domains.toSorted()).toEqual(domainOrder.toSorted());
  });

  test("engines are chosen in server.ts alone", () => {
    const offences = files.flatMap(({ path, imports }) =>
      imports
        .filter((target) => engineFiles.test(target) && path !== "src/server.ts" && !engineFiles.test(path))
        .map((target) => `${path} → ${target}`),
    );
    expect(offences).toEqual([]);
  });

  test("there are no circles", () => {
    const importsOf = new Map(files.map(({ path, text, imports }) => [path, withoutTypes(text, imports)]));
    const done = new Set<string>();
    const circle = (path: string, trail: readonly string[]): readonly string[] | undefined => {
      if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
      if (done.has(path)) return undefined;
      done.add(path);
      for (const target of importsOf.get(path) ?? []) {
        const found = circle(target, [...trail, path]);
        if (found) return found;
      }
      return undefined;
    };
    expect(files.map(({ path }) => circle(path, [])).filter((found) => found !== undefined)).toEqual([]);
  });
});

/** Imports that are gone at run time cannot make a circle. */
function withoutTypes(text: string, imports: readonly string[]): string[] {
  const typesOnly = [...text.matchAll(/import type [^;]*?from "(\.[^"]+)"/g)].map(([, target = ""]) =>
    target.split("/").at(-1),
  );
  return imports.filter((target) => !typesOnly.includes(target.split("/").at(-1)));
}
