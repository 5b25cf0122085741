import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Which sources this program was made from. */
export interface BuildInfo {
  /** The commit in full, or "unknown". */
  readonly commit: string;
  /** When it was committed, in ISO 8601, or "unknown". */
  readonly committedAt: string;
}

/** The package build replaces this name with the value. */
declare const PACKAGED_BUILD: BuildInfo | undefined;

const top = join(import.meta.dir, "../../..");

/** What the packager wrote down or, in a clone of the repository, the commit that is checked out. */
export function buildInfo(folder = top): BuildInfo {
  if (typeof PACKAGED_BUILD !== "undefined") return PACKAGED_BUILD;
  return { commit: readCommit(join(folder, ".git")) ?? "unknown", committedAt: "unknown" };
}

/** Reads the files of Git itself: to run Git would take longer than the rest of the start, and it may be absent. */
function readCommit(path: string): string | undefined {
  try {
    const git = folderOf(path);
    const head = readFileSync(join(git, "HEAD"), "utf8").trim();
    if (!head.startsWith("ref: ")) return asCommit(head);
    const ref = head.slice("ref: ".length);
    const commonFile = join(git, "commondir");
    const common = existsSync(commonFile) ? resolve(git, readFileSync(commonFile, "utf8").trim()) : git;
    if (existsSync(join(common, ref))) return asCommit(readFileSync(join(common, ref), "utf8").trim());
    const packed = readFileSync(join(common, "packed-refs"), "utf8").split("\n");
    return asCommit(packed.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0] ?? "");
  } catch {
    return undefined;
  }
}

/** In a further working tree, `.git` is a file that names the folder. */
function folderOf(path: string): string {
  try {
    const [, folder = ""] = /^gitdir: (.*)\n?$/.exec(readFileSync(path, "utf8")) ?? [];
    return resolve(path, "..", folder);
  } catch {
    return path;
  }
}

function asCommit(text: string): string | undefined {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : undefined;
}
