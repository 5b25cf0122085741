import type { Announcement } from "../../../src/visibility/announcement.ts";
import type { Engine } from "../server/engines.ts";
import { openServer, type TestServer, type TestServerOptions } from "../server/server.ts";

type RecordedAnnouncement = Omit<Announcement, "position" | "mark">;

export interface AnnouncementRecorder extends AsyncDisposable {
  /** The announcements since the last call, without where they are in the log. */
  take(): RecordedAnnouncement[];
}

/**
 * Records the announcements of commits with their topics. Transient announcements are left out: the presence of a user
 * who was connected in an earlier test may end only now.
 */
export async function recordAnnouncements({
  running,
}: Pick<TestServer, "running">): Promise<AnnouncementRecorder> {
  // A response may come before the announcements of its commit: those of earlier calls must be out first.
  const { position: newest } = await running.store.snapshot(async () => {});
  await running.bus.waitFor(newest);
  const recorded: RecordedAnnouncement[] = [];
  const subscription = await running.bus.subscribe("all", ({ position, ...rest }) => {
    if (position !== undefined) recorded.push(rest);
  });
  return { take: () => recorded.splice(0), [Symbol.asyncDispose]: () => subscription.end() };
}

/** A server whose announcements are recorded until it stops. */
export async function openRecordedServer(
  engine: Engine,
  options?: TestServerOptions,
): Promise<{ server: TestServer; announcements: AnnouncementRecorder }> {
  const server = await openServer(engine, options);
  return { server, announcements: await recordAnnouncements(server) };
}
