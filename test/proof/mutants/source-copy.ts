import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isComponentTest } from "../../support/run/match-tests.ts";

const top = join(import.meta.dir, "../../..");

/** A copy of the repository in which sources are changed and tests run. */
export class SourceCopy implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "ermine-mutants-"));

  constructor() {
    const listed = Bun.spawnSync(["git", "ls-files", "-z"], { cwd: top }).stdout.toString().split("\0");
    for (const file of listed.filter((path) => path !== "")) {
      mkdirSync(dirname(join(this.#folder, file)), { recursive: true });
      cpSync(join(top, file), join(this.#folder, file), { verbatimSymlinks: true });
    }
    for (const modules of ["node_modules", "web/node_modules", "runtime/node_modules"])
      symlinkSync(join(top, modules), join(this.#folder, modules));
  }

  write(file: string, source: string): void {
    writeFileSync(join(this.#folder, file), source);
  }

  restore(file: string): void {
    this.write(file, readFileSync(join(top, file), "utf8"));
  }

  /** Runs one test file to its end, or for so long; what takes longer has failed. With `marks`, as `marks.ts` says. */
  async test(file: string, maxMs: number, marks?: string): Promise<boolean> {
    const folder = mkdtempSync(join(tmpdir(), "ermine-mutant-test-"));
    const options = isComponentTest(file)
      ? ["--config=web/component-tests/support/bunfig.toml", "--conditions=browser"]
      : [];
    if (marks !== undefined) options.push("--preload", join(import.meta.dir, "marks.ts"));
    const child = Bun.spawn([process.execPath, "test", "--timeout", "60000", "--bail", ...options, file], {
      cwd: this.#folder,
      env: { ...process.env, TMPDIR: folder, ...(marks !== undefined && { ERMINE_MUTANT_MARKS: marks }) },
      stdio: ["ignore", "ignore", "ignore"],
      detached: true,
    });
    const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), maxMs);
    const code = await child.exited;
    clearTimeout(timer);
    rmSync(folder, { recursive: true, force: true });
    return code === 0;
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
