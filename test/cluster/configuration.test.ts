import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startErmine } from "../support/processes/program.ts";
import { startProcess } from "../support/processes/server-process.ts";
import { engines, newHome } from "../support/server/engines.ts";

setDefaultTimeout(60_000);

const cluster = {
  ERMINE_PORT: "0",
  ERMINE_CLUSTER_ENABLED: "true",
  ERMINE_CLUSTER_SHARED_FILES: "true",
  ERMINE_VOICE_MODE: "auto",
};

describe.skipIf(!engines.includes("postgres"))("a node", () => {
  test("that would run a LiveKit of its own does not start, says why in one line, and changes nothing", async () => {
    const home = await newHome("postgres");
    const program = join(home.dataDir, "livekit-server");
    writeFileSync(program, "#!/bin/sh\n");
    chmodSync(program, 0o755);
    const variables = { ...cluster, ERMINE_VOICE_BINARY: program };
    expect(await startErmine(home, ["serve"], variables)).toEqual({
      code: 1,
      stdout: "",
      stderr: `cluster.enabled: the nodes cannot each run ${program}. Run LiveKit separately and name it in voice.nodes, or set voice.mode to "off".\n`,
    });
    expect(readdirSync(home.dataDir)).toEqual(["livekit-server"]);
    home.remove();
  });

  test("without a LiveKit starts, and logs that calls are off", async () => {
    const home = await newHome("postgres");
    const variables = { ...cluster, ERMINE_VOICE_BINARY: join(home.dataDir, "missing") };
    await using node = await startProcess(home, variables);
    node.kill("SIGTERM");
    await node.exited;
    expect(node.stdout()).toMatch(/"level":40,.*"calls are off: /);
    home.remove();
  });
});
