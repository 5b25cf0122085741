import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const top = join(import.meta.dir, "../..");

/** Seconds that the slowest files take, roughly. Only how evenly the parts are filled depends on them. */
const slowFiles = new Map([
  ["test/convergence/operations.test.ts", 95],
  ["test/api/declared-errors.test.ts", 54],
  ["test/faults/process.test.ts", 41],
  ["test/faults/cluster.test.ts", 40],
  ["test/cli/migrate-store.test.ts", 40],
  ["test/cli/backup.test.ts", 30],
  ["test/cli/backup-refusals.test.ts", 30],
  ["test/cli/backup-scheduled.test.ts", 15],
  ["test/faults/postgres-connection.test.ts", 32],
  ["test/api/hostile-input.test.ts", 28],
  ["test/visibility/visibility.test.ts", 27],
  ["test/authorisation/matrix.test.ts", 26],
  ["test/compat/published-description.test.ts", 25],
  ["test/convergence/calls.test.ts", 22],
  ["test/convergence/entering.test.ts", 19],
  ["test/faults/messages-crash.test.ts", 17],
  ["test/convergence/walk.test.ts", 16],
  ["src/store/key-check.test.ts", 16],
  ["test/cli/package.test.ts", 14],
  ["test/api/relationships-races.test.ts", 16],
  ["test/api/files-life.test.ts", 15],
  ["test/cli/program.test.ts", 15],
  ["test/faults/instance.test.ts", 15],
  ["test/api/validation-cost.test.ts", 14],
  ["test/voice/doctor.test.ts", 13],
  ["test/cluster/rolling-upgrade.test.ts", 13],
  ["test/voice/walk.test.ts", 13],
  ["src/platform/bus/postgres.test.ts", 12],
  ["test/api/files-serving-previews.test.ts", 12],
  ["test/cli/users.test.ts", 12],
  ["test/cluster/stopping.test.ts", 12],
  ["test/api/large-values.test.ts", 11],
  ["test/faults/full-disk.test.ts", 8],
  ["test/faults/readiness.test.ts", 8],
  ["test/voice/own-livekit.test.ts", 11],
  ["test/api/push-slow-services.test.ts", 11],
  ["test/cli/files-move.test.ts", 11],
  ["src/worker/worker.test.ts", 10],
  ["test/stream/server-views-connections.test.ts", 10],
  ["test/voice/healing.test.ts", 9],
  ["test/web/accessibility.test.ts", 60],
  ["test/web/voice.test.ts", 60],
  ["test/web/hostile.test.ts", 37],
  ["test/web/moderation.test.ts", 30],
  ["test/web/people.test.ts", 30],
  ["test/web/messages.test.ts", 30],
  ["test/web/composer.test.ts", 28],
  ["test/web/media.test.ts", 25],
  ["test/web/servers.test.ts", 22],
  ["test/web/settings.test.ts", 20],
  ["test/web/getting-in.test.ts", 20],
  ["test/web/notifications.test.ts", 15],
  ["test/web/search.test.ts", 15],
  ["test/web/admin.test.ts", 17],
  ["test/web/admin-pages.test.ts", 17],
  ["test/web/sizes.test.ts", 15],
  ["test/web/restart.test.ts", 15],
  ["test/web/failures.test.ts", 12],
  ["test/web/embeds.test.ts", 12],
  ["test/web/keyboard.test.ts", 10],
  ["test/web/markdown.test.ts", 9],
]);
const usualSeconds = 1.4;

const secondsOf = (file: string) => slowFiles.get(file) ?? usualSeconds;

/**
 * Splits all test files into parts: longest file first, each to the shortest part. The parts take about as long as each
 * other, the first ones less by what is to follow them, in seconds.
 */
export function splitTestFiles(count: number, followed: readonly number[] = []): string[][] {
  const parts = Array.from({ length: count }, (_, index) => ({
    seconds: followed[index] ?? 0,
    files: [] as string[],
  }));
  for (const file of listTests().toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const [shortest] = parts.toSorted((a, b) => a.seconds - b.seconds);
    if (!shortest) continue;
    shortest.seconds += secondsOf(file);
    shortest.files.push(asArgument(file));
  }
  return parts.map((part) => part.files);
}

/** The test files at these paths (files or folders, relative to the project), and the paths that hold none. */
export function matchTests(paths: string[]): { files: string[]; unmatched: string[] } {
  const tests = listTests();
  const filesAt = (path: string) => {
    const wanted = relative(top, resolve(top, path));
    return tests.filter((file) => wanted === "" || file === wanted || file.startsWith(`${wanted}/`));
  };
  const unmatched = paths.filter((path) => filesAt(path).length === 0);
  const files = paths.length === 0 ? tests : [...new Set(paths.flatMap(filesAt))];
  return { files: files.map(asArgument), unmatched };
}

function listTests(): string[] {
  const folders = readdirSync(top, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const own = folders.filter(({ name }) => name !== "node_modules");
  const found = own.flatMap(({ name }) => [...new Bun.Glob(`${name}/**/*.test.ts`).scanSync(top)]);
  return found.filter((path) => !path.includes("/node_modules/")).sort();
}

/** `bun test` takes a path with a leading dot as one file, and any other text as a filter on all paths. */
const asArgument = (file: string) => `./${file}`;
