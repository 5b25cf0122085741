import type { File } from "../../../protocol/file.ts";
import type { Reader } from "../../../store/tx.ts";
import { listUsers } from "../../users/index.ts";
import type { Snapshot } from "../model.ts";
import { filesIn, filesOfMessage, filesOfUser } from "../rules/files-in.ts";
import type { ReportPage } from "../rules/report-page.ts";
import { listBlobKeys } from "../store/evidence.ts";
import { listSnapshots } from "../store/reports.ts";
import type { ReportRow } from "../tables.ts";

/** A report with all that one needs to read it. */
export async function readReport(db: Reader, report: ReportRow): Promise<ReportPage> {
  const rows = await listSnapshots(db, report.id);
  const snapshots = rows.map(({ content }) => JSON.parse(content) as Snapshot);
  const people = await listUsers(db, [...new Set([report.author_id, ...snapshots.flatMap(peopleIn)])]);
  return {
    report,
    snapshots,
    names: new Map(people.map(({ id, username, discriminator }) => [id, `${username}#${discriminator}`])),
    blobKeys: await listBlobKeys(
      db,
      snapshots.flatMap(shownFiles).map(({ _id }) => _id),
    ),
  };
}

function shownFiles(snapshot: Snapshot): File[] {
  if (snapshot.kind !== "Message") return filesIn(snapshot);
  const { author } = snapshot;
  return [...messagesIn(snapshot).flatMap(filesOfMessage), ...(author ? filesOfUser(author) : [])];
}

function messagesIn(snapshot: Snapshot) {
  return snapshot.kind === "Message" ? [...snapshot.before, snapshot.message, ...snapshot.after] : [];
}

function peopleIn(snapshot: Snapshot): string[] {
  if (snapshot.kind === "Server") return [snapshot.server.owner];
  return messagesIn(snapshot).map(({ author }) => author);
}
