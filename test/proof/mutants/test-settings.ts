import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clusterTests, redisTests } from "../../support/run/cluster-tests.ts";
import { matchTests } from "../../support/run/match-tests.ts";

/** What the servers of tests run on, as in a run of all tests. */
export type TestSetting = "sqlite" | "postgres" | "cluster" | "redis";

const top = join(import.meta.dir, "../../..");
/** Browsers load the built client, in which no mark is seen, and take long. The others test the tests themselves. */
const leftOut = /^\.\/test\/(web|screenshots|architecture|proof|support)\//;

/** Compares what is declared with the published reference. */
export const pagesTest = "./test/architecture/conventions.test.ts";

export const environmentOf: Readonly<Record<TestSetting, Readonly<Record<string, string>>>> = {
  sqlite: { ERMINE_TEST_ENGINE: "sqlite" },
  postgres: { ERMINE_TEST_ENGINE: "postgres" },
  cluster: { ERMINE_TEST_NODES: "3" },
  redis: { ERMINE_TEST_NODES: "3", ERMINE_TEST_REDIS: "1" },
};

/** Whether only tests on PostgreSQL, some of them with several nodes, can be expected to run this source. */
export const needsPostgres = (source: string) => /postgres|\/nodes\/|\/bus\/|\/redis\//.test(source);

/** The test files that tell something of mutants in this setting. */
export function testsIn(setting: TestSetting): string[] {
  const { files } = matchTests(
    { cluster: clusterTests, redis: redisTests, sqlite: [], postgres: [] }[setting],
  );
  const some = files.filter((file) => !leftOut.test(file));
  // The others run on the same engine in every setting.
  const choosesEngine = (file: string) =>
    /engines|anyEngine|preferPostgres/i.test(readFileSync(join(top, file), "utf8"));
  return setting === "postgres" ? some.filter(choosesEngine) : some;
}
