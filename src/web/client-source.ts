import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "./list-files.ts";
import type { LiveClient } from "./live-client.ts";
import { type PackedClient, packedNames } from "./packed-client.ts";

/**
 * Ermine's own client: its sources, which are built while the server runs, an existing build, or the sources as
 * `npm run dev` serves them.
 */
export type OwnClient =
  | { readonly sources: string }
  | { readonly build: string }
  | { readonly packed: PackedClient }
  | { readonly live: LiveClient };

/** The sources of Ermine's web client: a package of its own, with a program `build.ts` that builds it. */
export const clientSource = join(import.meta.dir, "../../web");

/** The client that a package contains, otherwise the sources. */
export function findOwnClient(): OwnClient {
  const find = (wanted: string) => Bun.embeddedFiles.find((file) => "name" in file && file.name === wanted);
  const [index, content] = [find(packedNames.index), find(packedNames.content)];
  return index && content ? { packed: { index, content } } : { sources: clientSource };
}

/** The code that the client shares with the server. */
const sharedSource = join(import.meta.dir, "../permissions");

/** Not part of the sources: what was installed and built, and tests. */
const ignored = ["node_modules", "dist", "component-tests"];

/**
 * The folder of the build of a source folder; its name is a digest of the sources. Without sources, the build in their
 * place, if there is one.
 */
export async function buildFolderOf(source: string): Promise<string | undefined> {
  const builds = join(source, "dist");
  if (!existsSync(join(source, "build.ts"))) {
    const names = existsSync(builds) ? await readdir(builds) : [];
    return names.map((name) => join(builds, name)).find((folder) => existsSync(join(folder, "index.html")));
  }
  const digest = new Bun.CryptoHasher("sha256");
  for (const folder of [source, sharedSource]) {
    for (const path of await listFiles(folder, ignored)) {
      const content = await readFile(join(folder, path));
      digest.update(`${path}\n${content.length}\n`).update(content);
    }
  }
  return join(builds, digest.digest("hex").slice(0, 16));
}
