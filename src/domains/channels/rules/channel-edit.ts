import type { File } from "../../../protocol/file.ts";
import { type PlannedEdit, planEdit } from "../../../rules/plan-edit.ts";
import type { ChannelEdit, ChannelField, PartialChannel, TextChannel } from "../model.ts";
import type { ChannelRow } from "../tables.ts";
import { defaultOverride } from "./text-channel.ts";

const empty = {
  Description: { description: null },
  Icon: { icon: null },
  DefaultPermissions: { default_allow: null, default_deny: null },
  Voice: { voice: null },
  Slowmode: { slowmode: null },
} satisfies Record<ChannelField, Partial<ChannelRow>>;

export type PlannedChannelEdit = PlannedEdit<ChannelRow, ChannelField, PartialChannel>;

/** Whether an edit changes no field at all. */
export function isEmptyEdit({ archived: _, remove = [], ...fields }: ChannelEdit): boolean {
  return remove.length === 0 && Object.keys(fields).length === 0;
}

/** The changes that an edit makes to a channel of a server, or to a group. */
export function planChannelEdit(
  row: ChannelRow,
  { name, description, owner, nsfw, voice, slowmode, remove }: ChannelEdit,
  icon: File | undefined,
): PlannedChannelEdit {
  const set = {
    name,
    description,
    owner_id: owner,
    icon: icon && JSON.stringify(icon),
    nsfw: nsfw === undefined ? undefined : Number(nsfw),
    voice: voice && JSON.stringify(voice),
    slowmode,
  };
  return planEdit(row, { remove, set }, { empty, show: partialChannel, json: ["voice"] });
}

/** Columns under the names that clients know. Unlike in a whole channel, `nsfw` is there even if it is false. */
function partialChannel(columns: Partial<ChannelRow>): PartialChannel {
  const {
    name,
    description,
    owner_id: owner,
    icon,
    nsfw,
    voice,
    slowmode,
    default_allow = null,
    default_deny = null,
  } = columns;
  const default_permissions = defaultOverride({ default_allow, default_deny });
  return {
    ...(typeof name === "string" && { name }),
    ...(typeof description === "string" && { description }),
    ...(typeof owner === "string" && { owner }),
    ...(typeof icon === "string" && { icon: JSON.parse(icon) as File }),
    ...(nsfw !== undefined && { nsfw: nsfw === 1 }),
    ...(typeof voice === "string" && { voice: JSON.parse(voice) as NonNullable<TextChannel["voice"]> }),
    ...(typeof slowmode === "number" && { slowmode }),
    ...(default_permissions && { default_permissions }),
  };
}
