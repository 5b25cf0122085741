import packageFile from "../package.json" with { type: "json" };
import type { Release } from "./target.ts";

/** What is checked out. `SOURCE_DATE_EPOCH` takes precedence, as in other builds. */
export function findRelease(top: string): Release {
  const [commit = "", seconds = ""] = git(top, "log", "-1", "--format=%H %ct").split(" ");
  // What the packages say they were made from must be so.
  if (git(top, "status", "--porcelain") !== "")
    throw new Error("there are changes that are not committed: packages are made from a commit");
  return { version: packageFile.version, commit, seconds: Number(process.env.SOURCE_DATE_EPOCH ?? seconds) };
}

function git(top: string, ...args: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...args], { cwd: top });
  if (exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.toString().trim();
}
