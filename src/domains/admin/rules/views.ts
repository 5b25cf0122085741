import type { OperatorActionRow } from "../../../store/system-tables.ts";
import type { RegistrationInviteRow } from "../../accounts/index.ts";
import type { listBotsAfter } from "../../bots/index.ts";
import type { ServerRow } from "../../members/index.ts";
import type { ReportedContent, ReportRow } from "../../safety/index.ts";
import type { AdminAction, AdminBot, AdminInvite, AdminReport, AdminServer } from "../model.ts";
import { createdAt, fileOf, timestamp } from "./user-views.ts";

export function serverView(row: ServerRow, members: number, ownerName: string | undefined): AdminServer {
  return {
    _id: row.id,
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    ...(row.icon !== null && { icon: fileOf(row.icon) }),
    owner: row.owner_id,
    ...(ownerName !== undefined && { owner_name: ownerName }),
    created_at: createdAt(row.id),
    members,
    flags: row.flags,
    discoverable: row.discoverable === 1,
  };
}

export function reportView(row: ReportRow): AdminReport {
  const content = JSON.parse(row.content) as ReportedContent;
  return {
    _id: row.id,
    created_at: createdAt(row.id),
    author: row.author_id,
    status: row.status,
    type: content.type,
    content_id: content.id,
    reason: content.report_reason,
    additional_context: row.additional_context,
    notes: row.notes,
    ...(row.rejection_reason !== null && { rejection_reason: row.rejection_reason }),
    ...(row.closed_at !== null && { closed_at: timestamp(row.closed_at) }),
  };
}

export function inviteView(row: RegistrationInviteRow): AdminInvite {
  return {
    code: row.code,
    created_at: timestamp(row.created_at),
    uses: row.uses,
    ...(row.max_uses !== null && { max_uses: row.max_uses }),
    ...(row.claimed_by !== null && { last_claimed_by: row.claimed_by }),
  };
}

export function botView(row: Awaited<ReturnType<typeof listBotsAfter>>[number]): AdminBot {
  return {
    _id: row.id,
    username: row.username,
    discriminator: row.discriminator,
    ...(row.avatar !== null && { avatar: fileOf(row.avatar) }),
    owner: row.owner_id,
    owner_name: `${row.owner_username}#${row.owner_discriminator}`,
    public: row.public === 1,
    created_at: createdAt(row.id),
  };
}

export function actionView(
  { id, target, details, ...action }: OperatorActionRow,
  actorName: string | undefined,
): AdminAction {
  return {
    _id: id,
    at: createdAt(id),
    ...action,
    ...(actorName !== undefined && { actor_name: actorName }),
    ...(target !== null && { target }),
    details: JSON.parse(details) as Record<string, unknown>,
  };
}
