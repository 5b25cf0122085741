import { realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, normalize, sep } from "node:path";
import { MalformedExport } from "../malformed-export.ts";
import type { ExportFile } from "./export-files.ts";

type Origin = Pick<ExportFile, "path" | "name" | "root">;

export function isRemote(address: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(address);
}

/**
 * The path of a file of the export, or undefined if it is not there. Exports made on Windows have backslashes, and some
 * people move their exports into subfolders. Throws where the path leads out of the folder of the export.
 */
export function resolveMedia(address: string, origin: Origin, line: number): string | undefined {
  const given = address.replaceAll("\\", "/");
  if (given === "" || given.includes("\0")) return undefined;
  const refused = () => new MalformedExport(origin.name, line, `${address} leads out of the folder`);
  if (isAbsolute(given) || /^[a-z]:/i.test(given)) throw refused();
  for (let folder = dirname(origin.path); ; folder = dirname(folder)) {
    const path = normalize(join(folder, given));
    if (!isInside(path, origin.root)) throw refused();
    const found = existingFile(path) ?? existingFile(decoded(path));
    if (found !== undefined) {
      if (!isInside(found, origin.root)) throw refused();
      return found;
    }
    // What begins with .. is not looked for elsewhere.
    if (folder === origin.root || given.startsWith("..")) return undefined;
  }
}

function isInside(path: string, root: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** The path without symbolic links, if it is a regular file. */
function existingFile(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export function nameOfMedia(address: string): string {
  return basename(address.replaceAll("\\", "/").replace(/[?#].*$/, ""));
}
