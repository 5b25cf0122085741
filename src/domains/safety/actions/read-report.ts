import type { Reader } from "../../../declare/tx.ts";
import type { File } from "../../../protocol/file.ts";
import { nameUsers } from "../../users/index.ts";
import type { ReportSnapshot } from "../model.ts";
import type { ReportPage } from "../rules/report-page.ts";
import { filesOfMessage, filesOfSnapshot, filesOfUser } from "../rules/snapshot-files.ts";
import { listBlobKeys, listSnapshots } from "../store/reports.ts";
import type { ReportRow } from "../tables.ts";

/** Loads a report with its snapshots, the current names of users and the storage keys of files. */
export async function readReport(db: Reader, report: ReportRow): Promise<ReportPage> {
  const rows = await listSnapshots(db, report.id);
  const snapshots = rows.map(({ content }) => JSON.parse(content) as ReportSnapshot);
  return {
    report,
    snapshots,
    names: await nameUsers(db, [report.author_id, ...snapshots.flatMap(userIdsIn)]),
    blobKeys: await listBlobKeys(
      db,
      snapshots.flatMap(shownFiles).map(({ _id }) => _id),
    ),
  };
}

function shownFiles(snapshot: ReportSnapshot): File[] {
  if (snapshot.kind !== "Message") return filesOfSnapshot(snapshot);
  const { author } = snapshot;
  return [...messagesIn(snapshot).flatMap(filesOfMessage), ...(author ? filesOfUser(author) : [])];
}

function messagesIn(snapshot: ReportSnapshot) {
  return snapshot.kind === "Message" ? [...snapshot.before, snapshot.message, ...snapshot.after] : [];
}

function userIdsIn(snapshot: ReportSnapshot): string[] {
  if (snapshot.kind === "Server") return [snapshot.server.owner];
  return messagesIn(snapshot).map(({ author }) => author);
}
