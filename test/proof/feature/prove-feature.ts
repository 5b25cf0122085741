import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { applyStep, readSteps } from "./page-steps.ts";

const top = join(import.meta.dir, "../../..");
const page = "docs/adding-a-feature.md";
/** A feature with routes, events, a table and a part of the client touches no more files than this. */
const maxFiles = 35;

/** The tests with the tables that cover all features. */
const tables = [
  ...["events", "imports", "web-imports", "architecture-page", "migrations", "registry"].map(
    (name) => `test/architecture/${name}.test.ts`,
  ),
  "src/platform/database/golden-schema.test.ts",
  "test/api/users/rows-of-users.test.ts",
  "test/stream/every-event.test.ts",
];
/** Tests with many rows of other features; only those of notes run. */
const rowsOfNotes = ["test/authorisation/matrix.test.ts", "test/api/http/declared-errors.test.ts"];

/**
 * Follows the guide to a new feature in a copy of the repository: writes its code there, renews the generated files,
 * runs the checks and tests that a contributor runs, and counts the files.
 */
export async function proveFeature(log: (line: string) => void): Promise<boolean> {
  const copy = mkdtempSync(join(tmpdir(), "ermine-feature-"));
  try {
    copyRepository(copy);
    const git = (...args: string[]) => Bun.spawnSync(["git", ...args], { cwd: copy }).stdout.toString();
    git("init", "--quiet");
    git("add", "--all");
    for (const step of readSteps(readFileSync(join(copy, page), "utf8"))) applyStep(copy, step);
    const bun = process.execPath;
    const test = [bun, "test/run.ts"];
    const commands = [
      [bun, "dev/generate.ts"],
      ["node_modules/.bin/biome", "check", "--error-on-warnings", "src", "test/api", "web"],
      ["node_modules/.bin/tsc", "--noEmit", "-p", "."],
      ["node_modules/.bin/tsc", "--noEmit", "-p", "web"],
      [...test, "notes", ...tables],
      [...test, ...rowsOfNotes, "-t", "note_|the table of|the authorisation matrix"],
      [...test, "test/convergence/operations.test.ts", "-t", "a note is written"],
    ];
    for (const command of commands) {
      log(`$ ${command.join(" ").replace(bun, "bun")}`);
      const code = await Bun.spawn(command, { cwd: copy, stdio: ["ignore", "inherit", "inherit"] }).exited;
      if (code !== 0) {
        log(`It ended with ${code}.`);
        return false;
      }
    }
    const changed = git("status", "--short", "--untracked-files=all").split("\n");
    const added = changed.filter((line) => line.startsWith("??"));
    const edited = changed.filter((line) => /^.M/.test(line));
    for (const line of [...added, ...edited]) log(line);
    const count = added.length + edited.length;
    log(`${count} files: ${added.length} new, ${edited.length} changed (at most ${maxFiles})`);
    return count <= maxFiles;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Copies the files that belong to the repository as they are now. Installed packages are shared. */
function copyRepository(copy: string): void {
  const listed = Bun.spawnSync(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: top,
  });
  const files = new Set(listed.stdout.toString().split("\0"));
  for (const file of files) {
    if (file === "" || file.startsWith("docs/screenshots/") || !existsSync(join(top, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(top, file), join(copy, file), { force: true });
  }
  for (const folder of ["node_modules", "runtime/node_modules", "web/node_modules"])
    symlinkSync(join(top, folder), join(copy, folder));
}
