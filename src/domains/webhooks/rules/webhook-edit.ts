import type { File } from "../../../protocol/file.ts";
import { type PlannedEdit, planEdit } from "../../../rules/plan-edit.ts";
import type { PartialWebhook, WebhookEdit, WebhookField } from "../model.ts";
import type { WebhookRow } from "../tables.ts";
import { partialView } from "./webhook-view.ts";

const empty = { Avatar: { avatar: null } } satisfies Record<WebhookField, Partial<WebhookRow>>;

export function planWebhookEdit(
  row: WebhookRow,
  { name, permissions, remove }: WebhookEdit,
  avatar: File | undefined,
): PlannedEdit<WebhookRow, WebhookField, PartialWebhook> {
  const set = { name, permissions, avatar: avatar && JSON.stringify(avatar) };
  return planEdit(row, { remove, set }, { empty, show: partialView });
}
