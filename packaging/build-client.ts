import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "../src/platform/log/log.ts";
import { readClient } from "../src/web/built-client.ts";
import { ClientBuild } from "../src/web/client-build.ts";
import { buildFolderOf, clientSource } from "../src/web/client-source.ts";
import { packClient, packedNames } from "../src/web/packed-client.ts";

/** Builds the web client, as a server does that finds no build of these sources, and packs it into a folder. */
export async function buildClient(folder: string): Promise<void> {
  const built = await buildFolderOf(clientSource);
  if (built === undefined) throw new Error("there are no sources of the web client");
  if (!existsSync(built) && !(await new ClientBuild(built, createLog("error")).done))
    throw new Error("the web client could not be built");
  const { index, content } = packClient(await readClient(built));
  mkdirSync(folder, { recursive: true });
  await Bun.write(join(folder, packedNames.index), index);
  await Bun.write(join(folder, packedNames.content), content);
}
