import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageFile from "../../package.json" with { type: "json" };
import { imageName } from "../../packaging/image.ts";
import { configKeys } from "../../src/config/keys.ts";
import { loadConfig } from "../../src/config/load.ts";
import { configSchema } from "../../src/config/schema.ts";
import { checkClusterConfig } from "../../src/platform/nodes/check-config.ts";
import { top } from "../architecture/source-files.ts";
import { composeNodes, examplesFolder, readExample, sharedConfigFile } from "./example-files.ts";
import { imageNodes, unitNodes } from "./example-nodes.ts";

const folder = mkdtempSync(join(tmpdir(), "ermine-test-"));
const noFile = join(folder, "empty.toml");
writeFileSync(noFile, "");
afterAll(() => rmSync(folder, { recursive: true }));

const nodes = {
  "ermine@.service with ermine.toml": unitNodes([8081])[0],
  "the nodes of compose.yaml": imageNodes([8081])[0],
};

describe("the examples of a cluster", () => {
  test("have three nodes in the compose file", () => {
    expect([...composeNodes().keys()]).toEqual(["node1", "node2", "node3"]);
    for (const { environment } of composeNodes().values())
      expect(environment).toMatchObject({ ERMINE_PORT: "8081" });
  });

  test("have a compose file that runs the image of this version, and says how to load it", () => {
    const header = readExample("compose.yaml").matchAll(/^# {3}(.*)$/gm);
    const commands = [...header].map(([, line]) => line);
    expect(commands.join("\n")).toContain(`/ermine-${packageFile.version}-linux-x64-image.tar `);
    // The other commands of the header run as they are; this is what Docker prints.
    const docker = `docker() { echo "Loaded image: ${imageName(packageFile.version)}"; }`;
    const setUp = commands.filter((line) => !/^(cd|docker compose) /.test(line ?? ""));
    const { exitCode } = Bun.spawnSync(["sh", "-c", [docker, ...setUp].join("\n")], { cwd: folder });
    expect(exitCode).toBe(0);
    expect(readFileSync(join(folder, ".env"), "utf8")).toMatch(
      new RegExp(
        `^IMAGE=${imageName(packageFile.version)}\nENCRYPTION_KEY=[\\w-]{43}\nVAPID_PRIVATE_KEY=[\\w-]{43}\n$`,
      ),
    );
    for (const { image } of composeNodes().values()) expect(image).toStartWith("${IMAGE:?");
  });

  test.each(Object.entries(nodes))("%s: is a valid configuration of known variables", (_, environment) => {
    const { config, unknownVariables } = loadConfig({ ERMINE_CONFIG: noFile, ...environment });
    expect(unknownVariables).toEqual([]);
    expect(config).toMatchObject({ port: 8081, cluster: { enabled: true }, s3: { bucket: "ermine-files" } });
    expect(checkClusterConfig(config)).toEqual({ warnings: [] });
  });

  test("name only variables that exist, also in comments and next to the examples", () => {
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
    const { config } = loadConfig({ ERMINE_CONFIG: sharedConfigFile });
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

  test.each(["ermine.toml", "ermine@.service", "Caddyfile", "nginx.conf"])(
    "%s is on the page as it is in the folder",
    (name) => {
      const page = readFileSync(join(top, "docs/operating/cluster.md"), "utf8");
      expect(page).toContain(`\n${readExample(name)}\`\`\`\n`);
    },
  );
});
