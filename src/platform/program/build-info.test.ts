import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildInfo } from "./build-info.ts";

const git = Bun.which("git");

function run(folder: string, ...args: string[]): string {
  const author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
  const { exitCode, stdout, stderr } = Bun.spawnSync([git ?? "", ...author, ...args], { cwd: folder });
  if (exitCode !== 0) throw new Error(stderr.toString());
  return stdout.toString().trim();
}

test.skipIf(git === null)("the commit of a clone, of a further working tree, and none elsewhere", () => {
  const folder = mkdtempSync(join(tmpdir(), "ermine-build-"));
  const commitOf = (path = folder) => buildInfo(path).commit;
  try {
    expect(commitOf()).toBe("unknown");
    run(folder, "init", "--quiet");
    expect(commitOf()).toBe("unknown");
    run(folder, "commit", "--quiet", "--allow-empty", "-m", "first");
    const first = run(folder, "rev-parse", "HEAD");
    expect(commitOf()).toBe(first);
    const tree = join(folder, "tree");
    run(folder, "worktree", "add", "--quiet", "-b", "more/work", tree);
    run(tree, "commit", "--quiet", "--allow-empty", "-m", "second");
    const second = run(tree, "rev-parse", "HEAD");
    expect([commitOf(), commitOf(tree)]).toEqual([first, second]);
    run(folder, "pack-refs", "--all");
    expect([commitOf(), commitOf(tree)]).toEqual([first, second]);
    run(folder, "checkout", "--quiet", "--detach");
    expect(commitOf()).toBe(first);
    writeFileSync(join(folder, ".git", "HEAD"), "nothing of Git");
    expect(commitOf()).toBe("unknown");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
