import type { Tx } from "../../../declare/tx.ts";
import type { File } from "../../../protocol/file.ts";
import { takeTicket } from "../../accounts/index.ts";
import { recordAudit } from "../../audit/index.ts";
import { listChannelIds } from "../../channels/index.ts";
import { claimFile, releaseFiles } from "../../files/index.ts";
import {
  assertServerPermission,
  type Category,
  findMember,
  lockServer,
  type Server,
  type ServerAccess,
  type ServerRow,
  ServerUpdated,
  updateServer,
} from "../../members/index.ts";
import { findUser, isBot } from "../../users/index.ts";
import type { ServerEdit } from "../model.ts";
import { planServerEdit, sortIntoCategories } from "../rules/server-edit.ts";
import { showServer } from "../store/show-server.ts";

type EditTx = Tx<typeof ServerUpdated, "NotFound" | "InvalidOperation">;

interface ServerEditRequest {
  readonly edit: ServerEdit;
  readonly by: string;
  readonly reason: string | undefined;
}

const managedFields = ["name", "description", "icon", "banner", "system_messages", "analytics"] as const;

export function needsManageServer(edit: ServerEdit): boolean {
  return (edit.remove ?? []).length > 0 || managedFields.some((field) => edit[field] !== undefined);
}

/** Consumes the MFA ticket that a transfer of the server needs. The ticket is spent even if the transfer fails. */
export async function consumeTransferTicket(
  tx: Tx<never, "InvalidCredentials">,
  ticket: string | undefined,
  userId: string,
): Promise<void> {
  if ((await takeTicket(tx, ticket ?? null, userId)) !== "taken") throw tx.fail("InvalidCredentials");
}

export function assertMayTransfer({ fail }: Pick<Tx<never, "NotOwner">, "fail">, access: ServerAccess): void {
  if (!access.membership.owner) throw fail("NotOwner");
}

/** Edits a server for a caller who holds ManageServer where the edit needs it. */
export async function editServer(
  tx: Tx<
    typeof ServerUpdated,
    "NotFound" | "MissingPermission" | "NotOwner" | "NotPrivileged" | "InvalidOperation"
  >,
  access: ServerAccess,
  request: ServerEditRequest,
): Promise<Server> {
  const { server, member } = access;
  const { remove = [], ...fields } = request.edit;
  if (remove.length === 0 && Object.keys(fields).length === 0) {
    if (!member) throw tx.fail("NotFound");
    return showServer(tx, server);
  }
  if (fields.owner !== undefined) assertMayTransfer(tx, access);
  // Operators set them under `/admin`.
  if (fields.flags !== undefined || fields.discoverable !== undefined) throw tx.fail("NotPrivileged");
  if (fields.categories !== undefined) assertServerPermission(tx, access, "ManageChannel");
  return showServer(tx, await applyServerEdit(tx, server, request));
}

/** Makes an edit without checking permissions; returns the row as it is then. */
export async function applyServerEdit(
  tx: EditTx,
  server: ServerRow,
  { edit, by, reason }: ServerEditRequest,
): Promise<ServerRow> {
  await lockServer(tx, server.id);
  const channelIds = await listChannelIds(tx, server.id);
  const { icon, banner, categories, ...rest } = edit;
  const systemChannelIds = Object.values(edit.system_messages ?? {});
  if (!systemChannelIds.every((id) => channelIds.includes(id))) throw tx.fail("NotFound");
  const ownCategories = categories && sortCategories(tx, categories, channelIds);
  const files = await claimServerFiles(tx, { icon, banner }, { server: server.id, uploader: by });
  if (edit.owner !== undefined) await assertMayOwn(tx, server.id, edit.owner);

  const { changes, data, clear, before } = planServerEdit(server, {
    ...rest,
    ...files,
    categories: ownCategories,
  });
  if (Object.keys(changes).length === 0) return server;
  await updateServer(tx, server.id, changes);
  await releaseFiles(tx, replacedFiles(server, changes));
  tx.emit(ServerUpdated, { id: server.id, data, clear });
  const action = { type: "ServerEdit", before, after: data } as const;
  await recordAudit(tx, { server: server.id, by, reason, action });
  return { ...server, ...changes };
}

async function assertMayOwn(tx: EditTx, serverId: string, userId: string): Promise<void> {
  const member = await findMember(tx, serverId, userId);
  const user = member && (await findUser(tx, userId));
  if (!user) throw tx.fail("NotFound");
  if (isBot(user)) throw tx.fail("InvalidOperation");
}

function sortCategories(
  tx: EditTx,
  categories: readonly Category[],
  channelIds: readonly string[],
): Category[] {
  const sorted = sortIntoCategories(categories, channelIds);
  if (!sorted) throw tx.fail("InvalidOperation");
  return sorted;
}

async function claimServerFiles(
  tx: EditTx,
  { icon, banner }: { icon: string | undefined; banner: string | undefined },
  { server, uploader }: { server: string; uploader: string },
): Promise<{ icon?: File | undefined; banner?: File | undefined }> {
  const claim = (id: string | undefined, use: "ServerIcon" | "ServerBanner") =>
    id === undefined ? undefined : claimFile(tx, { id, use, by: server, uploader });
  return { icon: await claim(icon, "ServerIcon"), banner: await claim(banner, "ServerBanner") };
}

function replacedFiles(before: ServerRow, changes: Partial<ServerRow>): string[] {
  return (["icon", "banner"] as const).flatMap((column) => {
    const old = before[column];
    return old !== null && column in changes ? [(JSON.parse(old) as File)._id] : [];
  });
}
