import { existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sourceFiles, top } from "../../architecture/source-files.ts";

interface SourceCheck {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Less garbage collection for the compiler, which is written in Go, keeps most of what it allocates, and ends soon. */
export const rareCollecting = { GOGC: "off", GOMEMLIMIT: "3GiB" };

/**
 * The type checks that a change of these paths concerns; all of them if there are no paths. The compiler caches its
 * results, so that the next check takes seconds.
 */
export function typeChecks(paths: readonly string[] = []): SourceCheck[] {
  const concerns = (folders: RegExp) => paths.length === 0 || paths.some((path) => folders.test(path));
  const check = (name: string, project: string): SourceCheck => {
    const stored = join(project, "node_modules/.cache/types.tsbuildinfo");
    const incremental = ["--incremental", "--tsBuildInfoFile", stored];
    return {
      name,
      command: ["node_modules/.bin/tsc", "--noEmit", "--pretty", "false", ...incremental, "-p", project],
      env: rareCollecting,
    };
  };
  return [
    ...(concerns(/^(?!web\/)/) ? [check("types", ".")] : []),
    // The web client imports some rules of the server.
    ...(concerns(/^(web|src)(\/(?!.*\.test\.ts$)|$)|^web\//)
      ? [check("types of the web client", "web")]
      : []),
  ];
}

export function lintCheck(paths: readonly string[] = ["."]): SourceCheck {
  const command = ["node_modules/.bin/biome", "check", "--error-on-warnings", "--no-errors-on-unmatched"];
  return { name: "lint", command: [...command, ...paths], env: {} };
}

/** Its modification time is when the last lint that found nothing began. */
const lintMark = join(top, "node_modules/.cache/lint-passed");

/** The files of the project that changed since then; undefined if no lint passed yet, or the rules changed. */
export function changedSinceLint(): string[] | undefined {
  const changedAt = (file: string) => statSync(join(top, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const since = statSync(lintMark, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (["biome.json", "bun.lock"].some((file) => changedAt(file) >= since)) return undefined;
  const listed = Bun.spawnSync(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: top,
  });
  if (!listed.success) return undefined;
  const files = listed.stdout.toString().split("\0").filter(Boolean);
  return files.filter((file) => changedAt(file) >= since);
}

export function markLint(beganAt: Date): void {
  mkdirSync(dirname(lintMark), { recursive: true });
  writeFileSync(lintMark, "");
  utimesSync(lintMark, beganAt, beganAt);
}

/** These files, and those that they import, directly or not. */
export function withImports(files: readonly string[]): Set<string> {
  const all = new Set(files);
  for (const file of all)
    if (existsSync(join(top, file)))
      for (const { imports } of sourceFiles(file)) for (const target of imports) all.add(target);
  return all;
}

/** The errors of the compiler, each with its further lines, by whether they are in these files. */
export function sortTypeErrors(output: string, files: ReadonlySet<string>) {
  const errors = output.split(/\n(?=\S)/).filter((error) => error.trim() !== "");
  const isInFiles = (error: string) => files.has(/^(.+?)\(\d+,\d+\): error/.exec(error)?.[1] ?? "");
  return {
    own: errors.filter(isInFiles),
    others: errors.filter((error) => !isInFiles(error)),
  };
}
