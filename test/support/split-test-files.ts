import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const top = join(import.meta.dir, "../..");

/** Seconds that the slowest files take, roughly. Only how evenly the parts are filled depends on them. */
const slowFiles = new Map([
  ["test/convergence/operations.test.ts", 76],
  ["test/web/accessibility.test.ts", 73],
  ["test/web/voice.test.ts", 63],
  ["test/faults/process.test.ts", 58],
  ["test/web/messages.test.ts", 38],
  ["test/web/composer.test.ts", 37],
  ["test/cli/backup.test.ts", 34],
  ["test/cli/migrate-store.test.ts", 34],
  ["test/authorisation/matrix.test.ts", 32],
  ["test/cli/backup-refusals.test.ts", 31],
  ["test/faults/postgres-connection.test.ts", 31],
  ["test/convergence/entering.test.ts", 27],
  ["test/faults/cluster.test.ts", 27],
  ["test/api/declared-errors.test.ts", 25],
  ["test/web/hostile.test.ts", 24],
  ["test/api/validation-cost.test.ts", 22],
  ["test/web/moderation.test.ts", 22],
  ["test/cli/program.test.ts", 21],
  ["test/convergence/walk.test.ts", 21],
  ["test/web/people.test.ts", 21],
  ["test/web/admin-pages.test.ts", 20],
  ["test/convergence/calls.test.ts", 19],
  ["test/api/files-life.test.ts", 18],
  ["test/api/hostile-input.test.ts", 18],
  ["test/faults/instance.test.ts", 18],
  ["test/web/media.test.ts", 16],
  ["test/web/settings.test.ts", 16],
  ["test/cli/files-move.test.ts", 14],
  ["test/api/groups-races.test.ts", 13],
  ["test/compat/published-description.test.ts", 13],
  ["test/voice/doctor.test.ts", 13],
  ["test/web/admin.test.ts", 13],
  ["test/web/servers.test.ts", 13],
  ["test/stream/cluster-presence.test.ts", 12],
  ["test/voice/calls.test.ts", 12],
  ["test/api/groups-editing.test.ts", 11],
  ["test/faults/messages-shared.test.ts", 11],
  ["test/api/reads-beside-deletion.test.ts", 10],
  ["test/api/search-model.test.ts", 10],
  ["test/cli/users.test.ts", 10],
  ["test/cluster/rolling-upgrade.test.ts", 10],
  ["test/cluster/stopping.test.ts", 10],
  ["test/faults/messages-crash.test.ts", 10],
  ["test/stream/server-views-connections.test.ts", 10],
  ["test/visibility/visibility.test.ts", 10],
  ["test/voice/moderation.test.ts", 10],
  ["test/voice/walk.test.ts", 10],
  ["test/web/search.test.ts", 10],
  ["src/platform/bus/postgres.test.ts", 9],
  ["src/store/key-check.test.ts", 9],
  ["test/api/push-delivery.test.ts", 9],
  ["test/api/push-recipients.test.ts", 9],
  ["test/api/push-slow-services.test.ts", 9],
  ["test/api/relationships-races.test.ts", 22],
  ["test/cli/backup-scheduled.test.ts", 9],
  ["test/web/getting-in.test.ts", 9],
  ["test/api/files-serving-previews.test.ts", 8],
  ["test/api/rate-limits.test.ts", 8],
  ["test/api/unreads-model.test.ts", 8],
  ["test/api/verification-mail.test.ts", 8],
  ["test/stream/every-event.test.ts", 8],
  ["test/stream/gap-free-ready.test.ts", 8],
  ["test/voice/browser.test.ts", 8],
  ["test/web/restart.test.ts", 8],
  ["src/gateway/shared-presence.test.ts", 7],
  ["src/platform/nodes/postgres-link.test.ts", 7],
  ["test/api/account-deletion.test.ts", 7],
  ["test/api/files-quota.test.ts", 7],
  ["test/api/relationships-stream.test.ts", 7],
  ["test/cli/accounts.test.ts", 7],
  ["test/compat/bots-examples.test.ts", 7],
  ["test/compat/conversation-stoat-js.test.ts", 7],
  ["test/faults/full-disk.test.ts", 7],
  ["test/voice/join-call.test.ts", 7],
  ["test/voice/own-livekit.test.ts", 7],
  ["test/web/failures.test.ts", 7],
  ["test/api/files-hostile.test.ts", 6],
  ["test/api/files-upload.test.ts", 6],
  ["test/api/rate-limit-totals.test.ts", 6],
  ["test/api/usernames.test.ts", 6],
  ["test/cli/servers.test.ts", 6],
  ["test/faults/readiness.test.ts", 6],
  ["test/faults/redis-between-nodes.test.ts", 6],
  ["test/voice/crash.test.ts", 6],
  ["test/web/embeds.test.ts", 6],
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
