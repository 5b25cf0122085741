import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { applyStep, readSteps } from "./page-steps.ts";

const top = join(import.meta.dir, "../../..");
const page = "docs/adding-a-feature.md";

/**
 * Follows the guide to a new feature in a copy of the repository: writes its code there, generates what follows from it,
 * and runs the checks that a contributor runs.
 */
export async function proveFeature(log: (line: string) => void): Promise<boolean> {
  const copy = mkdtempSync(join(tmpdir(), "ermine-feature-"));
  try {
    copyRepository(copy);
    const steps = readSteps(readFileSync(join(copy, page), "utf8"));
    for (const step of steps) applyStep(copy, step);
    log(
      `${steps.length} files, ${steps.filter(({ path }) => path.startsWith("src/")).length} of them of the server`,
    );
    const bun = process.execPath;
    const written = steps.map(({ path }) => path);
    const commands = [
      [bun, "src/main.ts", "print-docs"],
      [bun, "web/protocol/generate.ts"],
      ["node_modules/.bin/biome", "check", "--error-on-warnings", ...written],
      ["node_modules/.bin/tsc", "--noEmit", "-p", "."],
      ["node_modules/.bin/tsc", "--noEmit", "-p", "web"],
      ["npm", "test", "--", "polls"],
    ];
    for (const command of commands) {
      log(`$ ${command.join(" ").replace(bun, "bun")}`);
      const code = await Bun.spawn(command, { cwd: copy, stdio: ["ignore", "inherit", "inherit"] }).exited;
      if (code !== 0) {
        log(`It ended with ${code}.`);
        return false;
      }
    }
    return true;
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
    if (file === "" || file.startsWith("docs/screenshots/")) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(top, file), join(copy, file), { force: true });
  }
  for (const folder of ["node_modules", "runtime/node_modules", "web/node_modules"])
    symlinkSync(join(top, folder), join(copy, folder));
}
