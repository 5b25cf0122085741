import { describe, expect, test } from "bun:test";
import { domainOrder, layers } from "./layers.ts";
import { findCycles, isTest, sourceFiles, top } from "./source-files.ts";

const files = sourceFiles("{src,importers}/**/*.ts").filter((file) => !isTest(file));

/**
 * A folder of `src/platform/` holds a port and what all its engines share. An engine is a folder in it, which carries the
 * engine's name: `src/platform/mail/smtp/`.
 */
const isEngine = (path: string) => /^src\/platform\/[^/]+\/[^/]+\//.test(path);

/** The layer of a file: of two that fit, the one with the longer path. */
function layerOf(path: string): string {
  const fitting = layers.map((layer) => layer.path).filter((layer) => fits(path, layer));
  return fitting.toSorted((one, other) => other.length - one.length)[0] ?? "";
}

function fits(path: string, pattern: string): boolean {
  if (pattern.includes("*")) return new Bun.Glob(pattern).match(path);
  return path === pattern || (pattern.endsWith("/") && path.startsWith(pattern));
}

/** Tests and benchmarks that open an engine themselves although they are not next to it, and why. */
const aboutAnEngine: Readonly<Record<string, string>> = {
  "bench/cluster-one-more.ts": "announces commits over Redis as another node does",
  "test/api/messages/query-cache.test.ts": "counts the queries that the cache of SQLite leaves to run",
  "test/support/cluster/node-connections.ts": "what connects nodes, for the tests next to these engines",
  "test/support/database/databases.ts": "empty databases, for the tests next to these engines",
  "test/support/programs/count-in-redis.ts": "a process of the test next to this engine",
  "test/support/programs/fetch-url.ts": "a process of the test next to this engine",
  "test/support/programs/increment-counter.ts": "a process of the test next to this engine",
  "test/support/server/services.ts": "reads the log of commits as another node does",
  "test/proof/firewall/firewall.proof.ts": "asks the TURN server of LiveKit, with an authority of its own",
  "test/voice/doctor.test.ts": "examines LiveKit with wrong keys, which a server refuses to start with",
  "test/voice/relay.test.ts": "signs tokens with the key of the LiveKit that the server runs",
};

/** What opens a SQLite file although it is no part of that engine, and why. */
const opensSqliteFiles: Readonly<Record<string, string>> = {
  "src/platform/data-directory/data-directory.ts": "the lock of the directory is one on an empty file",
  "src/platform/database/take-snapshot.ts": "copies the file as it is, before the engine may change it",
};

describe("imports run one way", () => {
  test("every file belongs to a layer with a rule", () => {
    expect(files.filter(({ path }) => layerOf(path) === "").map(({ path }) => path)).toEqual([]);
  });

  test("a layer imports only the layers that it may", () => {
    const allowed = new Map(layers.map(({ path, mayImport }) => [path, mayImport]));
    const isAllowed = (from: string, target: string) =>
      (allowed.get(from) ?? []).some(
        (pattern) => fits(target, pattern) && (layerOf(target) === pattern || !isLayer(pattern)),
      );
    expect(
      offences((path, target) => layerOf(path) === layerOf(target) || isAllowed(layerOf(path), target)),
    ).toEqual([]);
  });

  test("a layer may import only what is further down, and needs each of its permissions", () => {
    const placeOf = (path: string) => layers.findIndex((layer) => layer.path === layerOf(path));
    const upwards = layers.flatMap(({ path, mayImport }) =>
      mayImport
        .filter((target) => target.startsWith("src/") && placeOf(target) <= placeOf(path))
        .map((target) => `${path} → ${target}`),
    );
    expect(upwards).toEqual([]);
    const unused = layers.flatMap(({ path: layer, mayImport }) =>
      mayImport
        .filter(
          (pattern) =>
            !files.some(
              ({ path, imports }) =>
                layerOf(path) === layer &&
                imports.some((target) => layerOf(target) !== layer && fits(target, pattern)),
            ),
        )
        .map((pattern) => `${layer} → ${pattern}`),
    );
    expect(unused).toEqual([]);
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

  test("only src/compose/ imports an engine, not even its types elsewhere", () => {
    const isAllowed = (path: string, target: string) =>
      !isEngine(target) || isEngine(path) || path.startsWith("src/compose/");
    expect(offences(isAllowed)).toEqual([]);
  });

  test("tests and benchmarks import an engine only if they are about it", () => {
    const outside = [...sourceFiles("test/**/*.ts"), ...sourceFiles("bench/**/*.ts")];
    const users = outside.filter(({ imports }) => imports.some(isEngine)).map(({ path }) => path);
    expect(users.toSorted()).toEqual(Object.keys(aboutAnEngine).toSorted());
  });

  test("only the SQLite engine opens SQLite files, and what is named", () => {
    const users = files.filter(
      ({ path, text }) =>
        /from "(bun|node):sqlite"/.test(text) && !path.startsWith("src/platform/database/sqlite/"),
    );
    expect(users.map(({ path }) => path).toSorted()).toEqual(Object.keys(opensSqliteFiles).toSorted());
  });

  test("no file lies loose in src/platform/", () => {
    expect([...new Bun.Glob("src/platform/*.*").scanSync(top)]).toEqual([]);
  });

  test("only the platform, the store, HTTP and the steps of sending handle values that may be promises", () => {
    const allowed = ["src/platform/", "src/declare/", "src/store/", "src/http/"];
    const users = files
      .filter(({ imports }) => imports.includes("src/platform/concurrency/maybe-promise.ts"))
      .map(({ path }) => path);
    const others = users.filter((path) => !allowed.includes(layerOf(path)));
    expect(others.sort()).toEqual(stepsOfSending);
  });

  test("there are no import cycles, not even of types", () => {
    expect(findCycles(files, ({ imports }) => imports)).toEqual([]);
  });
});

/** On SQLite, which answers at once, these wait for nothing: each message passes them. */
const stepsOfSending = [
  "src/domains/messages/store/messages.ts",
  "src/domains/messages/store/preconditions.ts",
  "src/domains/messages/store/unindexed-messages.ts",
];

const isLayer = (pattern: string) => layers.some(({ path }) => path === pattern);

/** The imports that a rule does not allow. */
function offences(isAllowed: (path: string, target: string) => boolean): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter((target) => !isAllowed(path, target)).map((target) => `${path} → ${target}`),
  );
}
