import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { buildClient } from "../../../packaging/build-client.ts";
import { buildExecutable } from "../../../packaging/build-executable.ts";
import { findNatives } from "../../../packaging/parts.ts";
import { targets } from "../../../packaging/target.ts";
import { imageNodes, startExampleNodes, unitNodes, useTogether } from "../../cluster/example-nodes.ts";
import { hasS3 } from "../../support/files/s3.ts";
import { findDebianProgram } from "../../support/install/debian-program.ts";
import { startProgram } from "../../support/processes/server-process.ts";
import { redisProgram, startRedis } from "../../support/redis/redis.ts";
import { engines, newHome } from "../../support/server/engines.ts";
import { useServer } from "../../support/server/use-server.ts";
import { liveKitProgram, ownLiveKitConfig, testVoice, toVariables } from "../../support/voice/livekit.ts";
import { useCalls } from "../../support/voice/use-calls.ts";

setDefaultTimeout(120_000);

const target = targets.find(({ arch }) => arch === process.arch);
const hasParts = engines.includes("postgres") && redisProgram !== undefined && (await hasS3());
const canBuild = process.platform === "linux" && target !== undefined && Bun.which("setarch") !== null;

if (!canBuild) {
  if (process.env.CI) throw new Error("packages are built on Linux with setarch, which is not here");
  console.log("skipped: the executable of the packages, as it is built on Linux with setarch alone");
}

describe.skipIf(!canBuild)("the executable of the packages", () => {
  const work = mkdtempSync(join(tmpdir(), "ermine-package-"));
  const outfile = join(work, "ermine");
  const release = { version: "0.1.0", commit: "c".repeat(40), seconds: 1_700_000_000 };

  beforeAll(async () => {
    if (!target) return;
    const client = join(work, "client");
    await buildClient(client);
    const parts = { bun: process.execPath, ...findNatives(join(import.meta.dir, "../../.."), target) };
    await buildExecutable({ release, target, parts, client, work, outfile });
    // As a package installs it: others may run it, and nobody may change it.
    chmodSync(outfile, 0o555);
    chmodSync(work, 0o555);
  });
  afterAll(() => rmSync(work, { recursive: true }));

  test("runs without any other file, is used, and stops", async () => {
    const home = await newHome("sqlite");
    try {
      await using server = await startProgram([outfile, "serve"], home, { ERMINE_WEB_ENABLED: "true" });
      await useServer(server.url);
      const root = await server.client.get("/");
      expect(root.body.build).toMatchObject({
        commit_sha: release.commit,
        commit_timestamp: "2023-11-14T22:13:20.000Z",
      });
      server.kill("SIGTERM");
      expect(await server.exited).toBe(0);
    } finally {
      home.remove();
    }
  });

  test.skipIf(process.arch !== "x64")("runs on a processor without AVX", async () => {
    const emulator = findDebianProgram("qemu");
    if (!emulator) return;
    const home = await newHome("sqlite");
    try {
      const more = { ERMINE_WEB_ENABLED: "true", UV_THREADPOOL_SIZE: "8" };
      await using server = await startProgram([emulator, "-cpu", "Nehalem", outfile, "serve"], home, more);
      await useServer(server.url);
      server.kill("SIGTERM");
      expect(await server.exited).toBe(0);
    } finally {
      home.remove();
    }
  });

  testVoice("carries calls where LiveKit is on the PATH", async () => {
    const home = await newHome("sqlite");
    const programs = mkdtempSync(join(tmpdir(), "ermine-programs-"));
    symlinkSync(liveKitProgram ?? "", join(programs, "livekit-server"));
    const { binary: _, ...ports } = await ownLiveKitConfig();
    try {
      await using server = await startProgram([outfile, "serve"], home, {
        ...toVariables(ports),
        PATH: `${programs}:${process.env.PATH}`,
      });
      await useCalls(server);
    } finally {
      rmSync(programs, { recursive: true });
      home.remove();
    }
  });

  describe.skipIf(!hasParts)("in the examples of a cluster", () => {
    test.each([
      ["ermine@.service with ermine.toml", unitNodes],
      ["compose.yaml", imageNodes],
    ] as const)(
      "%s: three nodes start as another user, have the client, and work together",
      async (_, example) => {
        await using redis = await startRedis();
        await using nodes = await startExampleNodes([outfile], example, { ERMINE_REDIS_URL: redis.url });
        for (const url of nodes.urls) expect(await pageOf(url)).toContain("<script");
        await useTogether(nodes.urls);
        const rows: object[] = JSON.parse(await nodes.run("nodes", "--json"));
        expect(rows).toHaveLength(3);
        // Which of the nodes of one machine is which.
        for (const url of nodes.urls)
          expect(rows).toContainEqual(
            expect.objectContaining({ host: `${hostname()}:${new URL(url).port}`, live: true }),
          );
      },
    );
  });
});

/** The page of the web client, which comes with status 503 while there is none. */
async function pageOf(url: string): Promise<string> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return response.text();
}
