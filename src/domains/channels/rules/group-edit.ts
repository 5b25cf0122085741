import type { PartialChannel } from "../model.ts";
import type { SystemMessage } from "../system-model.ts";

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
