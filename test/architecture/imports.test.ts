import { describe, expect, test } from "bun:test";
import { findCycles, isTest, sourceFiles } from "./source-files.ts";

const files = sourceFiles("src/**/*.ts").filter((file) => !isTest(file));

/** The layers that each layer may import, besides itself. A pattern stands for a file or a folder. */
const mayImport: Record<string, readonly string[]> = {
  "src/main.ts": ["src/cli/", "src/config/process-environment.ts"],
  "src/cli/": [
    "src/lock-instance.ts",
    "src/open-services.ts",
    "src/server.ts",
    "src/backup/",
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
    "src/web/",
    "package.json",
  ],
  "src/open-services.ts": [
    "src/config/",
    "src/domains/index.ts",
    "src/migrations/",
    "src/platform/",
    "src/store/",
  ],
  "src/open-metrics.ts": [
    "src/config/schema.ts",
    "src/domains/index.ts",
    "src/platform/",
    "src/store/",
    "src/worker/",
  ],
  "src/lock-instance.ts": ["src/open-services.ts", "src/config/schema.ts", "src/platform/", "src/worker/"],
  "src/server.ts": [
    "src/lock-instance.ts",
    "src/open-metrics.ts",
    "src/open-services.ts",
    "src/backup/",
    "src/config/",
    "src/declare/",
    "src/domains/index.ts",
    "src/gateway/",
    "src/http/",
    "src/migrations/",
    "src/platform/",
    "src/protocol/",
    "src/store/",
    "src/web/",
    "src/worker/",
    "package.json",
  ],
  "src/backup/": [
    "src/open-services.ts",
    "src/config/schema.ts",
    "src/declare/",
    "src/domains/*/index.ts",
    "src/domains/index.ts",
    "src/migrations/",
    "src/platform/",
    "src/store/",
    "package.json",
  ],
  "src/web/": [
    "src/config/",
    "src/domains/*/index.ts",
    "src/http/",
    "src/platform/",
    "src/store/",
    "package.json",
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
    "src/config/describe-config.ts",
    "src/config/schema.ts",
    "src/declare/",
    "src/permissions/",
    "src/platform/",
    "src/protocol/",
    "src/store/",
    "package.json",
  ],
  "src/declare/": ["src/permissions/", "src/platform/metrics/port.ts", "src/protocol/", "src/store/"],
  "src/store/": ["src/config/", "src/platform/", "src/protocol/"],
  "src/platform/": ["src/config/schema.ts", "src/migrations/kit.ts", "src/protocol/"],
  "src/migrations/": [],
  "src/permissions/": ["src/protocol/"],
  "src/config/": ["src/protocol/limit.ts"],
  "src/protocol/": [],
};

/** Lowest first: a domain may import the domains before it, and only their index. */
const domainOrder = [
  "service",
  "operators",
  "accounts",
  "files",
  "unfurl",
  "users",
  "policy",
  "audit",
  "sync",
  "members",
  "conversations",
  "servers",
  "channels",
  "emojis",
  "invites",
  "bots",
  "messages",
  "unreads",
  "webhooks",
  "safety",
  "push",
  "voice",
  "admin",
];

/** The composition chooses the engines; all other files use the ports. */
const engineFiles =
  /^src\/platform\/(database\/(sqlite|postgres)\/.*|bus\/(in-process|postgres)|nodes\/(cluster|postgres-link|redis-link|combined-link|presence-reports|registry|single-server)|counters\/(in-memory|divided|postgres|redis|open)|redis\/.*|blobs\/(disk|s3|s3-calls)|mail\/(smtp|folder)|outbound\/guarded-fetch|push\/(web-push|fcm|apns|guarded-push)|voice\/(livekit|livekit-config|own-node|supervisor))\.ts$/;

const choosers = ["src/lock-instance.ts", "src/open-services.ts", "src/server.ts"];

function layerOf(path: string): string {
  const layers = Object.keys(mayImport).filter((layer) => fits(path, layer));
  return layers[0] ?? "";
}

function fits(path: string, pattern: string): boolean {
  if (pattern.includes("*")) return new Bun.Glob(pattern).match(path);
  return path === pattern || (pattern.endsWith("/") && path.startsWith(pattern));
}

describe("imports run one way", () => {
  test("every file belongs to a layer with a rule", () => {
    expect(files.filter(({ path }) => layerOf(path) === "").map(({ path }) => path)).toEqual([]);
  });

  test("a layer imports only the layers that it may", () => {
    const offences = files.flatMap(({ path, imports }) => {
      const layer = layerOf(path);
      const allowed = mayImport[layer] ?? [];
      return imports
        .filter((target) => layerOf(target) !== layer && !allowed.some((pattern) => fits(target, pattern)))
        .map((target) => `${path} → ${target}`);
    });
    expect(offences).toEqual([]);
  });

  test("a domain imports only the index of domains below it", () => {
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

  test("only the composition imports engines", () => {
    const offences = files.flatMap(({ path, imports }) =>
      imports
        .filter((target) => engineFiles.test(target) && !choosers.includes(path) && !engineFiles.test(path))
        .map((target) => `${path} → ${target}`),
    );
    expect(offences).toEqual([]);
  });

  test("the platform does not know the declarations or the store", () => {
    const forbidden = ["src/declare/", "src/store/"];
    expect(importsBetween(["src/platform/"], forbidden)).toEqual([]);
  });

  test("only the platform, the store and HTTP handle values that may be promises", () => {
    const layers = ["src/platform/", "src/store/", "src/http/"];
    const users = files.filter(({ imports }) => imports.includes("src/platform/maybe-promise.ts"));
    expect(users.map(({ path }) => path).filter((path) => !layers.includes(layerOf(path)))).toEqual([]);
  });

  test("there are no import cycles, not even of types", () => {
    expect(findCycles(files, ({ imports }) => imports)).toEqual([]);
  });
});

function importsBetween(from: readonly string[], to: readonly string[]): string[] {
  const isIn = (path: string, patterns: readonly string[]) => patterns.some((pattern) => fits(path, pattern));
  return files
    .filter(({ path }) => isIn(path, from))
    .flatMap(({ path, imports }) =>
      imports.filter((target) => isIn(target, to)).map((target) => `${path} → ${target}`),
    );
}
