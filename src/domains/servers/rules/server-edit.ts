import type { File } from "../../../protocol/file.ts";
import { type PlannedEdit, planEdit } from "../../../rules/plan-edit.ts";
import type { Category, PartialServer, ServerField, ServerRow } from "../../members/index.ts";
import type { ServerEdit } from "../model.ts";

const empty = {
  Description: { description: null },
  Categories: { categories: null },
  SystemMessages: { system_messages: null },
  Icon: { icon: null },
  Banner: { banner: null },
} satisfies Record<ServerField, Partial<ServerRow>>;

const jsonColumns = ["categories", "system_messages", "icon", "banner"] as const;
const flagColumns: readonly string[] = ["analytics", "discoverable"];

/** An edit with files in place of their ids, and with categories that hold only channels of the server. */
type ResolvedServerEdit = Omit<ServerEdit, "icon" | "banner" | "categories"> & {
  readonly icon?: File | undefined;
  readonly banner?: File | undefined;
  readonly categories?: Category[] | undefined;
};

export function planServerEdit(
  row: ServerRow,
  { remove, ...edit }: ResolvedServerEdit,
): PlannedEdit<ServerRow, ServerField, PartialServer> {
  const { owner, icon, banner, categories, system_messages, analytics, discoverable, ...plain } = edit;
  const set = {
    ...plain,
    owner_id: owner,
    icon: icon && JSON.stringify(icon),
    banner: banner && JSON.stringify(banner),
    categories: categories && JSON.stringify(categories),
    system_messages: system_messages && JSON.stringify(system_messages),
    analytics: analytics === undefined ? undefined : Number(analytics),
    discoverable: discoverable === undefined ? undefined : Number(discoverable),
  };
  return planEdit(row, { remove, set }, { empty, show: partialServer, json: jsonColumns });
}

/** Categories without channels of other servers; undefined if a channel is listed twice. */
export function sortIntoCategories(
  categories: readonly Category[],
  channelIds: readonly string[],
): Category[] | undefined {
  const listed = categories.flatMap(({ channels }) => channels);
  if (new Set(listed).size < listed.length) return undefined;
  const ownIds = new Set(channelIds);
  return categories.map((category) => ({
    ...category,
    channels: category.channels.filter((id) => ownIds.has(id)),
  }));
}

/** Columns under the names and in the form that clients get, without empty ones. */
function partialServer(columns: Partial<ServerRow>): PartialServer {
  const fields = Object.entries(columns)
    .filter(([, value]) => value !== null)
    .map(([column, value]) => {
      if ((jsonColumns as readonly string[]).includes(column)) return [column, JSON.parse(String(value))];
      if (flagColumns.includes(column)) return [column, value === 1];
      return [column === "owner_id" ? "owner" : column, value];
    });
  return Object.fromEntries(fields);
}
