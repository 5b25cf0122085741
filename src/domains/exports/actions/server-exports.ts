import type { Reader, Tx } from "../../../declare/tx.ts";
import type { MemberAccess, ServerRow } from "../../members/index.ts";
import { exportServerJob } from "../jobs.ts";
import type { ServerExport } from "../model.ts";
import { downloadPath } from "../rules/download-link.ts";
import { findExport, putExport, type StoredExport } from "../store/server-exports.ts";
import { removeExport } from "./remove-export.ts";

/** Only the owner takes a server along. Operators have routes of their own. */
export function assertOwner(
  { fail }: Pick<Tx<never, "NotOwner">, "fail">,
  { membership }: MemberAccess,
): void {
  if (!membership.owner) throw fail("NotOwner");
}

/** Asks for an archive, which replaces the one before. One at a time is written of a server. */
export async function requestExport(
  tx: Tx<never, "InvalidOperation">,
  serverId: string,
): Promise<ServerExport> {
  const known = await findExport(tx, serverId);
  if (known?.state === "waiting" || known?.state === "running") throw tx.fail("InvalidOperation");
  if (known) await removeExport(tx, serverId);
  const { ids, clock } = tx.services;
  const stored: StoredExport = {
    id: ids.next(),
    state: "waiting",
    requested_at: clock.now(),
    messages: 0,
    files: 0,
  };
  await putExport(tx, serverId, stored);
  await tx.enqueue(exportServerJob, { id: stored.id, server: serverId });
  return viewOf(stored);
}

/** The export with a download link for the owner of the server, or for an operator, whose download is recorded. */
export async function viewExport(
  db: Reader,
  { id: serverId, owner_id }: Pick<ServerRow, "id" | "owner_id">,
  operator = "",
): Promise<ServerExport> {
  const stored = await findExport(db, serverId);
  if (!stored) return { state: "none" };
  const { clock, secrets } = db.services;
  const download = { serverId, id: stored.id, owner: owner_id };
  return {
    ...viewOf(stored),
    ...(stored.content && {
      download: downloadPath(download, { operator, now: clock.now(), key: secrets }),
    }),
  };
}

function viewOf(stored: StoredExport): ServerExport {
  const { state, messages, files, content, expires_at } = stored;
  return {
    state,
    requested_at: new Date(stored.requested_at).toISOString(),
    messages,
    files,
    ...(expires_at !== undefined && { expires_at: new Date(expires_at).toISOString() }),
    ...(content && { size: content.size }),
  };
}
