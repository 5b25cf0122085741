import { isDeepStrictEqual } from "node:util";
import type { File } from "../../../declare/file.ts";
import type { ChannelEdit, ChannelField, PartialChannel, TextChannel } from "../model.ts";
import type { ChannelRow } from "../tables.ts";

const keyOf = {
  Description: "description",
  Icon: "icon",
  DefaultPermissions: "default_permissions",
  Voice: "voice",
  Slowmode: "slowmode",
} as const satisfies Record<ChannelField, keyof TextChannel>;

export interface PlannedChannelEdit {
  readonly changes: Partial<ChannelRow>;
  /** What is new. */
  readonly data: PartialChannel;
  /** What was there and is there no longer. */
  readonly clear: ChannelField[];
  /** What all these were before. */
  readonly before: PartialChannel;
}

/** Whether an edit names anything that can be edited. */
export function isEmptyEdit({ archived: _, remove = [], ...fields }: ChannelEdit): boolean {
  return remove.length === 0 && Object.keys(fields).length === 0;
}

/**
 * What an edit does to a channel of a server. Fields are emptied before others are set, so one that is set as well
 * is not counted as emptied; nor is one that was empty before.
 */
export function planChannelEdit(
  channel: TextChannel,
  { name, description, nsfw, voice, slowmode, remove }: ChannelEdit,
  icon: File | undefined,
): PlannedChannelEdit {
  const was: TextChannel = { ...channel, nsfw: channel.nsfw ?? false };
  const given = Object.entries({ name, description, icon, nsfw, voice, slowmode }).filter(
    ([, value]) => value !== undefined,
  );
  const set = new Set(given.map(([key]) => key));
  const clear = [...new Set(remove)].filter(
    (field) => was[keyOf[field]] !== undefined && !set.has(keyOf[field]),
  );
  const fresh = given.filter(([key, value]) => !isDeepStrictEqual(was[key as keyof TextChannel], value));
  const data: PartialChannel = Object.fromEntries(fresh);
  const touched = new Set([...fresh.map(([key]) => key), ...clear.map((field) => keyOf[field])]);
  return {
    changes: { ...columnsOf(data), ...emptied(clear) },
    data,
    clear,
    before: Object.fromEntries(Object.entries(was).filter(([key]) => touched.has(key))),
  };
}

function columnsOf({ icon, nsfw, voice, name, description, slowmode }: PartialChannel): Partial<ChannelRow> {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(icon && { icon: JSON.stringify(icon) }),
    ...(nsfw !== undefined && { nsfw: nsfw ? 1 : 0 }),
    ...(voice && { voice: JSON.stringify(voice) }),
    ...(slowmode !== undefined && { slowmode }),
  };
}

function emptied(fields: readonly ChannelField[]): Partial<ChannelRow> {
  const columns = fields.flatMap((field) =>
    field === "DefaultPermissions" ? ["default_allow", "default_deny"] : [keyOf[field]],
  );
  return Object.fromEntries(columns.map((column) => [column, null]));
}
