import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const top = join(import.meta.dir, "../..");

/** Seconds that the slowest files take, roughly. Only how evenly the parts are filled depends on them. */
const slowFiles = new Map([
  ["test/web/accessibility.test.ts", 55],
  ["test/web/voice.test.ts", 53],
  ["test/convergence/operations.test.ts", 48],
  ["test/faults/process.test.ts", 44],
  ["test/cli/backup.test.ts", 34],
  ["test/faults/cluster.test.ts", 33],
  ["test/authorisation/matrix.test.ts", 32],
  ["test/web/composer.test.ts", 32],
  ["test/cli/migrate-store.test.ts", 31],
  ["test/faults/postgres-connection.test.ts", 30],
  ["test/web/hostile.test.ts", 30],
  ["test/web/moderation.test.ts", 28],
  ["test/web/messages.test.ts", 27],
  ["test/api/validation-cost.test.ts", 26],
  ["test/cli/backup-refusals.test.ts", 25],
  ["test/api/declared-errors.test.ts", 20],
  ["test/convergence/calls.test.ts", 19],
  ["test/web/admin-pages.test.ts", 19],
  ["test/api/files-life.test.ts", 17],
  ["test/api/hostile-input.test.ts", 16],
  ["test/web/settings.test.ts", 16],
  ["test/voice/walk.test.ts", 15],
  ["test/web/people.test.ts", 15],
  ["test/compat/published-description.test.ts", 14],
  ["test/faults/instance.test.ts", 14],
  ["test/web/servers.test.ts", 13],
  ["test/cli/files-move.test.ts", 12],
  ["test/cli/program.test.ts", 12],
  ["test/cluster/rolling-upgrade.test.ts", 12],
  ["test/convergence/walk.test.ts", 12],
  ["test/web/admin.test.ts", 12],
  ["test/web/getting-in.test.ts", 12],
  ["test/convergence/entering.test.ts", 11],
  ["test/stream/server-views-connections.test.ts", 11],
  ["test/visibility/visibility.test.ts", 11],
  ["test/voice/doctor.test.ts", 11],
  ["test/web/media.test.ts", 11],
  ["src/platform/bus/postgres.test.ts", 10],
  ["test/cli/backup-scheduled.test.ts", 10],
  ["test/faults/messages-crash.test.ts", 10],
  ["test/faults/redis-between-nodes.test.ts", 10],
  ["test/stream/cluster-presence.test.ts", 10],
  ["test/voice/join-call.test.ts", 10],
  ["test/web/failures.test.ts", 10],
  ["test/web/restart.test.ts", 10],
  ["src/store/key-check.test.ts", 9],
  ["test/api/files-serving-previews.test.ts", 9],
  ["test/api/relationships-races.test.ts", 9],
  ["test/cli/users.test.ts", 9],
  ["test/cluster/stopping.test.ts", 9],
  ["test/voice/browser.test.ts", 9],
  ["test/voice/own-livekit.test.ts", 9],
  ["test/api/groups-races.test.ts", 8],
  ["test/api/messages-together.test.ts", 8],
  ["test/api/push-recipients.test.ts", 8],
  ["test/api/search-model.test.ts", 8],
  ["test/faults/messages-shared.test.ts", 8],
  ["test/faults/readiness.test.ts", 8],
  ["test/web/search.test.ts", 8],
  ["test/api/reads-beside-deletion.test.ts", 7],
  ["test/faults/full-disk.test.ts", 7],
  ["test/voice/calls.test.ts", 7],
  ["test/voice/moderation.test.ts", 7],
  ["src/platform/blobs/s3.test.ts", 6],
  ["src/platform/nodes/postgres-link.test.ts", 6],
  ["src/platform/nodes/redis-link.test.ts", 6],
  ["src/platform/nodes/registry.test.ts", 6],
  ["src/worker/worker.test.ts", 6],
  ["test/api/admin-figures.test.ts", 6],
  ["test/api/conversations.test.ts", 6],
  ["test/api/usernames.test.ts", 6],
  ["test/cli/package.test.ts", 12],
  ["test/stream/gap-free-ready.test.ts", 6],
  ["test/voice/crash.test.ts", 6],
  ["src/platform/counters/redis.test.ts", 5],
  ["test/api/account-deletion.test.ts", 5],
  ["test/api/files-quota.test.ts", 5],
  ["test/api/large-values.test.ts", 5],
  ["test/api/profiles-username.test.ts", 5],
  ["test/api/reactions-races.test.ts", 5],
  ["test/api/relationships.test.ts", 5],
  ["test/api/unfurl-hostile.test.ts", 5],
  ["test/api/unreads.test.ts", 5],
  ["test/cli/servers.test.ts", 5],
  ["test/cluster/stopped-servers.test.ts", 5],
  ["test/web/embeds.test.ts", 5],
  ["test/web/keyboard.test.ts", 5],
  ["test/web/notifications.test.ts", 5],
]);
const usualSeconds = 1.3;

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
