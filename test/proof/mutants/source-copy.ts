import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { readTestReport } from "../../support/run/junit-report.ts";
import { isComponentTest } from "../../support/run/match-tests.ts";
import { findMemoryFolder } from "../../support/run/memory-folder.ts";
import { killProcessesBelow } from "../../support/run/run-processes.ts";

const top = join(import.meta.dir, "../../..");
const newFolder = (name: string) => mkdtempSync(join(findMemoryFolder() ?? tmpdir(), `ermine-${name}-`));

export const readSource = (file: string): string => readFileSync(join(top, file), "utf8");

interface TestOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Of `bun test`. */
  readonly options: readonly string[];
  /** What takes longer is killed, and has failed. */
  readonly maxMs: number;
}

export interface TestOutcome {
  readonly passed: boolean;
  /** The files with a failed test: none if the process crashed or was killed. */
  readonly failed: readonly string[];
}

/** A copy of the repository in which sources are changed and tests run. */
export class SourceCopy implements Disposable {
  readonly #folder = newFolder("mutants");

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
    this.write(file, readSource(file));
  }

  /** Runs test files in one process. Tests of components and others need processes of their own. */
  async test(files: readonly string[], { env, options, maxMs }: TestOptions): Promise<TestOutcome> {
    const folder = newFolder("mutant-test");
    // PostgreSQL runs as another user than root and must be able to enter.
    chmodSync(folder, 0o711);
    const report = join(folder, "report.xml");
    const components = ["--config=web/component-tests/support/bunfig.toml", "--conditions=browser"];
    const command = [process.execPath, "test", "--reporter=junit", `--reporter-outfile=${report}`];
    const child = Bun.spawn(
      [...command, ...(files.some(isComponentTest) ? components : []), ...options, ...files],
      {
        cwd: this.#folder,
        env: {
          ...process.env,
          BUN_JSC_useFTLJIT: "0",
          BUN_JSC_useConcurrentJIT: "0",
          TMPDIR: folder,
          ...env,
        },
        stdio: ["ignore", "ignore", "ignore"],
        detached: true,
      },
    );
    const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), maxMs);
    const code = await child.exited;
    clearTimeout(timer);
    await killProcessesBelow(child.pid, folder);
    const { failures } = readTestReport(report);
    rmSync(folder, { recursive: true, force: true });
    return { passed: code === 0, failed: [...new Set(failures.map(({ file }) => `./${file}`))] };
  }

  /** Which places of mutants these test files run: see `marks.ts`. */
  async marks(
    files: readonly string[],
    { env, options, maxMs }: TestOptions,
  ): Promise<TestOutcome & { reached: Map<string, number[]> }> {
    const folder = newFolder("marks");
    const file = join(folder, "marks");
    const outcome = await this.test(files, {
      env: { ...env, ERMINE_MUTANT_MARKS: file },
      options: ["--preload", join(import.meta.dir, "marks.ts"), ...options],
      maxMs,
    });
    const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    rmSync(folder, { recursive: true, force: true });
    const reached = new Map<string, number[]>();
    for (const [, number = "", path = ""] of lines.map((line) => line.match(/^(\d+) (.*)$/) ?? [])) {
      const test = `./${relative(this.#folder, path)}`;
      reached.set(test, [...new Set([...(reached.get(test) ?? []), Number(number)])]);
    }
    return { ...outcome, reached };
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
