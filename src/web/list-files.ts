import { readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * The files below a folder by their paths in it, sorted. Leaves out names that begin with a dot, and symbolic links, which
 * may lead out of the folder. Bun's own recursive listing follows links to folders.
 */
export async function listFiles(folder: string, ignored: readonly string[] = []): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const paths = await Promise.all(
    entries.map(async (entry) => {
      const { name } = entry;
      if (name.startsWith(".") || ignored.includes(name)) return [];
      if (entry.isFile()) return [name];
      if (!entry.isDirectory()) return [];
      return (await listFiles(join(folder, name), ignored)).map((path) => `${name}/${path}`);
    }),
  );
  return paths.flat().sort();
}
