import { invalid } from "../../../declare/error.ts";
import { maxInitialRecipients, type PartialChannel } from "../model.ts";
import type { SystemMessage } from "../system-model.ts";

/** The recipients of a new group other than its creator, without duplicates. */
export function newRecipients(creator: string, users: readonly string[] = []): string[] {
  const others = new Set(users);
  if (others.size > maxInitialRecipients)
    throw invalid(`users: must not have more than ${maxInitialRecipients} items`);
  others.delete(creator);
  return [...others];
}

/** The system messages about an edit of a group. Removed fields get none. */
export function systemMessagesOfEdit(
  { owner: to, name, description, icon }: PartialChannel,
  { owner: from, by }: { owner: string; by: string },
): SystemMessage[] {
  const messages: SystemMessage[] = [];
  if (to !== undefined) messages.push({ type: "channel_ownership_changed", from, to });
  if (name !== undefined) messages.push({ type: "channel_renamed", name, by });
  if (description !== undefined) messages.push({ type: "channel_description_changed", by });
  if (icon !== undefined) messages.push({ type: "channel_icon_changed", by });
  return messages;
}
