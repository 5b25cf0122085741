import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { readClient } from "../src/web/built-client.ts";
import { buildFolderOf, clientSource } from "../src/web/client-source.ts";
import { packClient, packedNames } from "../src/web/packed-client.ts";

/** Builds the web client and packs it into a folder, as executables contain it. */
export async function buildClient(work: string): Promise<string> {
  const name = basename((await buildFolderOf(clientSource)) ?? "");
  const built = join(work, "client");
  rmSync(built, { recursive: true, force: true });
  for (const args of [
    ["install", "--frozen-lockfile", "--silent"],
    ["build.ts", built, name],
  ])
    run(args);
  const packed = join(work, "packed-client");
  mkdirSync(packed, { recursive: true });
  const { index, content } = packClient(await readClient(built));
  await Bun.write(join(packed, packedNames.index), index);
  await Bun.write(join(packed, packedNames.content), content);
  return packed;
}

function run(args: readonly string[]): void {
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, ...args], { cwd: clientSource, stdout: 2 });
  if (exitCode !== 0) throw new Error(`bun ${args.join(" ")} ended with ${exitCode}: ${stderr}`);
}
