import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configKeys } from "../../src/config/keys.ts";
import { loadConfig } from "../../src/config/load.ts";
import { configSchema } from "../../src/config/schema.ts";
import { checkClusterConfig } from "../../src/platform/nodes/check-config.ts";
import { top } from "../architecture/source-files.ts";
import {
  composeEnvironments,
  examplesFolder,
  readExample,
  sharedEnvironment,
  unitEnvironment,
} from "./example-files.ts";

const folder = mkdtempSync(join(tmpdir(), "ermine-test-"));
const noFile = join(folder, "empty.toml");
writeFileSync(noFile, "");
afterAll(() => rmSync(folder, { recursive: true }));

const nodes = new Map([
  ["ermine@.service with cluster.env", { ...sharedEnvironment(), ...unitEnvironment(8081) }],
  ...[...composeEnvironments()].map(
    ([name, environment]) => [`${name} of compose.yaml`, environment] as const,
  ),
]);

describe("the examples of a cluster", () => {
  test("have three nodes in the compose file", () => {
    expect([...composeEnvironments().keys()]).toEqual(["node1", "node2", "node3"]);
  });

  test.each([...nodes])("%s: is a valid configuration of known variables", (_, environment) => {
    const { config, unknownVariables } = loadConfig({ ...environment, ERMINE_CONFIG: noFile });
    expect(unknownVariables).toEqual([]);
    expect(config).toMatchObject({ port: 8081, cluster: { enabled: true }, s3: { bucket: "ermine-files" } });
    expect(checkClusterConfig(config)).toEqual({ warnings: [] });
  });

  test("name only variables that exist, also in comments and beside the examples", () => {
    const known = new Set(["ERMINE_CONFIG", ...configKeys(configSchema).map(({ variable }) => variable)]);
    const files = [...new Bun.Glob("*").scanSync(examplesFolder)].map((name) => join(examplesFolder, name));
    expect(files.length).toBeGreaterThan(5);
    const unknown = [...files, join(top, "docs/operating/cluster.md")].flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bERMINE_[A-Z_0-9]+/g)]
        .map(([name]) => name)
        .filter((name) => !known.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  test("let a service stop in its own time", () => {
    const { config } = loadConfig({ ...sharedEnvironment(), ERMINE_CONFIG: noFile });
    const { shutdown_delay_ms, shutdown_grace_ms } = config.http;
    const stopMs = shutdown_delay_ms + shutdown_grace_ms;
    expect(config.events.shutdown_spread_ms).toBeLessThan(shutdown_grace_ms);
    const seconds = Number(readExample("ermine@.service").match(/^TimeoutStopSec=(\d+)$/m)?.[1]);
    expect(seconds * 1_000).toBeGreaterThan(stopMs);
    expect(readExample("compose.yaml")).toContain(`stop_grace_period: ${seconds}s`);
    // The load balancers notice it before the node stops to serve.
    for (const name of ["Caddyfile", "compose.caddyfile"]) {
      const interval = Number(readExample(name).match(/health_interval (\d+)s/)?.[1]) * 1_000;
      expect(2 * interval).toBeLessThan(shutdown_delay_ms);
    }
  });

  test.each(["cluster.env", "ermine@.service", "Caddyfile", "nginx.conf"])(
    "%s is on the page as it is in the folder",
    (name) => {
      const page = readFileSync(join(top, "docs/operating/cluster.md"), "utf8");
      expect(page).toContain(`\n${readExample(name)}\`\`\`\n`);
    },
  );
});
