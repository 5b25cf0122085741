import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configWith } from "../../config/load.ts";
import { checkClusterConfig } from "./check-config.ts";

const folder = mkdtempSync(join(tmpdir(), "ermine-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const program = join(folder, "livekit-server");
writeFileSync(program, "#!/bin/sh\n");
chmodSync(program, 0o755);

const node = { name: "a", public_url: "wss://a.example", url: "http://a.example", key: "k", secret: "s" };

function check(more: Record<string, unknown>, enabled = true) {
  return checkClusterConfig(
    configWith({
      database_url: "postgres://db.example.org",
      public_url: "https://chat.example.org",
      cluster: { enabled, shared_files: true },
      ...more,
    }),
  );
}

describe("the configuration of a node", () => {
  test("must not have each node run a LiveKit", () => {
    expect(check({ voice: { binary: program } })).toEqual({
      refusal: `cluster.enabled: the nodes cannot each run ${program}. Run LiveKit separately and name it in voice.nodes, or set voice.mode to "off".`,
      warnings: [],
    });
    expect(check({ voice: { binary: program } }, false)).toEqual({ warnings: [] });
    expect(check({ voice: { binary: program, nodes: [node] } })).toEqual({ warnings: [] });
    expect(check({ voice: { binary: program, mode: "off" } })).toEqual({ warnings: [] });
  });

  test("gets warnings about what is off or stays on one machine", () => {
    const binary = join(folder, "missing");
    expect(check({ voice: { binary } }).warnings).toEqual([
      `calls are off: ${binary}, which voice.binary names, does not exist; a cluster needs a separate LiveKit, named in voice.nodes`,
    ]);
    expect(check({ voice: { binary } }, false).warnings).toEqual([]);
    const warnings = check({ voice: { mode: "off" }, public_url: "", smtp: { folder } }).warnings;
    expect(warnings).toMatchObject([/public_url/, /smtp\.folder/].map((text) => expect.stringMatching(text)));
  });
});
