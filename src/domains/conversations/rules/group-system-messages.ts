import type { PartialChannel } from "../model.ts";
import type { SystemMessage } from "../system-model.ts";

/** What is said in a group of what somebody changed of it; what was removed is passed over. */
export function systemMessagesOfEdit(
  { owner: to, name, description, icon }: PartialChannel,
  { owner: from, by }: { owner: string; by: string },
): SystemMessage[] {
  const news: SystemMessage[] = [];
  if (to !== undefined) news.push({ type: "channel_ownership_changed", from, to });
  if (name !== undefined) news.push({ type: "channel_renamed", name, by });
  if (description !== undefined) news.push({ type: "channel_description_changed", by });
  if (icon !== undefined) news.push({ type: "channel_icon_changed", by });
  return news;
}
