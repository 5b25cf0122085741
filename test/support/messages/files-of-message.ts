import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const top = join(import.meta.dir, "../../..");
const program = "./test/support/programs/send-messages.ts";
/** More than what else happens may vary between two runs of the program. */
const messages = 400;

/** The files in `src/` of which a line runs for each message that a server on SQLite stores and delivers. */
export async function filesOfMessage(): Promise<string[]> {
  const [without, withMessages] = await Promise.all([countLines(1), countLines(1 + messages)]);
  const files = [...withMessages].filter(([file, lines]) =>
    [...lines].some(([line, runs]) => runs - (without.get(file)?.get(line) ?? 0) >= messages),
  );
  return files.map(([file]) => file).sort();
}

type RunsOfLines = Map<string, Map<number, number>>;

/** How often each line runs while a server starts, stores this many messages and stops. */
async function countLines(count: number): Promise<RunsOfLines> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-coverage-"));
  try {
    const options = ["--coverage", "--coverage-reporter=lcov", `--coverage-dir=${folder}`];
    const child = Bun.spawn([process.execPath, "test", program, ...options, "--timeout=60000"], {
      cwd: top,
      env: { ...process.env, ERMINE_TEST_MESSAGES: String(count) },
      stdout: "pipe",
      stderr: "pipe",
    });
    const output = Promise.all([child.stdout.text(), child.stderr.text()]);
    if ((await child.exited) !== 0) throw new Error((await output).join("\n"));
    return parseCoverage(readFileSync(join(folder, "lcov.info"), "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function parseCoverage(report: string): RunsOfLines {
  const files: RunsOfLines = new Map();
  for (const record of report.split("end_of_record")) {
    const file = /^SF:(src\/.*)$/m.exec(record)?.[1];
    if (!file) continue;
    const lines = record.matchAll(/^DA:(\d+),(\d+)$/gm);
    files.set(file, new Map([...lines].map(([, line, runs]) => [Number(line), Number(runs)])));
  }
  return files;
}
