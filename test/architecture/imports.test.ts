import { describe, expect, test } from "bun:test";
import { domainOrder, layers } from "./layers.ts";
import { findCycles, isTest, sourceFiles } from "./source-files.ts";

const files = sourceFiles("src/**/*.ts").filter((file) => !isTest(file));

/** The composition chooses the engines; all other files use the ports. */
const engineFiles =
  /^src\/platform\/(database\/(sqlite|postgres)\/.*|bus\/(in-process|postgres)|nodes\/(cluster|postgres-link|redis-link|combined-link|presence-reports|registry|single-server)|counters\/(in-memory|divided|postgres|redis|open)|redis\/.*|blobs\/(disk|s3|s3-calls)|mail\/(smtp|folder)|outbound\/guarded-fetch|push\/(web-push|fcm|apns|guarded-push)|voice\/(livekit|livekit-config|own-node|supervisor))\.ts$/;

const choosers = ["src/lock-instance.ts", "src/open-services.ts", "src/server.ts"];

/** The layer of a file: of two that fit, the one with the longer path. */
function layerOf(path: string): string {
  const fitting = layers.map((layer) => layer.path).filter((layer) => fits(path, layer));
  return fitting.toSorted((one, other) => other.length - one.length)[0] ?? "";
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

  test("only the composition imports engines", () => {
    const offences = files.flatMap(({ path, imports }) =>
      imports
        .filter((target) => engineFiles.test(target) && !choosers.includes(path) && !engineFiles.test(path))
        .map((target) => `${path} → ${target}`),
    );
    expect(offences).toEqual([]);
  });

  test("only the platform, the store and HTTP handle values that may be promises", () => {
    const allowed = ["src/platform/", "src/declare/", "src/store/", "src/http/"];
    const users = files.filter(({ imports }) => imports.includes("src/platform/maybe-promise.ts"));
    expect(users.map(({ path }) => path).filter((path) => !allowed.includes(layerOf(path)))).toEqual([]);
  });

  test("there are no import cycles, not even of types", () => {
    expect(findCycles(files, ({ imports }) => imports)).toEqual([]);
  });
});

const isLayer = (pattern: string) => layers.some(({ path }) => path === pattern);

/** The imports that a rule does not allow. */
function offences(isAllowed: (path: string, target: string) => boolean): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter((target) => !isAllowed(path, target)).map((target) => `${path} → ${target}`),
  );
}
