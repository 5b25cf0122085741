import type { File } from "../../../declare/file.ts";
import type { Category, PartialServer, ServerEdit, ServerField } from "../model.ts";
import type { ServerRow } from "../tables.ts";

const columnOf = {
  Description: "description",
  Categories: "categories",
  SystemMessages: "system_messages",
  Icon: "icon",
  Banner: "banner",
} as const satisfies Record<ServerField, keyof ServerRow>;

const jsonColumns: readonly string[] = ["categories", "system_messages", "icon", "banner"];
const flagColumns: readonly string[] = ["analytics", "discoverable"];

/** An edit with the files themselves in place of their ids, and categories as they can be stored. */
export type ResolvedEdit = Omit<ServerEdit, "icon" | "banner" | "categories"> & {
  readonly icon?: File | undefined;
  readonly banner?: File | undefined;
  readonly categories?: Category[] | undefined;
};

export interface PlannedEdit {
  /** The columns that are other than before. */
  readonly changes: Partial<ServerRow>;
  /** What members are told: new values, and fields that have none any more. */
  readonly data: PartialServer;
  readonly clear: ServerField[];
  /** The values that the same fields had, as far as they had any. */
  readonly before: PartialServer;
}

/**
 * What an edit does to a server. Fields are emptied before others are set, so one that is set as well is not
 * counted as emptied; nor is one that was empty before.
 */
export function planServerEdit(row: ServerRow, { remove = [], ...edit }: ResolvedEdit): PlannedEdit {
  const emptied = Object.fromEntries(remove.map((field) => [columnOf[field], null]));
  const wanted: Partial<ServerRow> = { ...emptied, ...columnsOf(edit) };
  const columns = (Object.keys(wanted) as (keyof ServerRow)[]).filter(
    (column) => wanted[column] !== row[column],
  );
  const changes = pick(wanted, columns);
  return {
    changes,
    data: partialServer(changes),
    clear: [...new Set(remove)].filter((field) => changes[columnOf[field]] === null),
    before: partialServer(pick(row, columns)),
  };
}

/** What was put into categories; channels of other servers are left out. None, if a channel is there twice. */
export function sortIntoCategories(
  categories: readonly Category[],
  channelIds: readonly string[],
): Category[] | undefined {
  const listed = categories.flatMap(({ channels }) => channels);
  if (new Set(listed).size < listed.length) return undefined;
  const own = new Set(channelIds);
  return categories.map((category) => ({
    ...category,
    channels: category.channels.filter((id) => own.has(id)),
  }));
}

function columnsOf(edit: Omit<ResolvedEdit, "remove">): Partial<ServerRow> {
  const { owner, icon, banner, categories, system_messages, analytics, discoverable, ...plain } = edit;
  const columns = {
    ...plain,
    owner_id: owner,
    icon: icon && JSON.stringify(icon),
    banner: banner && JSON.stringify(banner),
    categories: categories && JSON.stringify(categories),
    system_messages: system_messages && JSON.stringify(system_messages),
    analytics: analytics === undefined ? undefined : Number(analytics),
    discoverable: discoverable === undefined ? undefined : Number(discoverable),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

function pick(row: Partial<ServerRow>, columns: readonly (keyof ServerRow)[]): Partial<ServerRow> {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}

/** Columns under the names and in the form in which clients know them. Empty ones are left out. */
function partialServer(columns: Partial<ServerRow>): PartialServer {
  const fields = Object.entries(columns)
    .filter(([, value]) => value !== null)
    .map(([column, value]) => {
      if (jsonColumns.includes(column)) return [column, JSON.parse(String(value))];
      if (flagColumns.includes(column)) return [column, value === 1];
      return [column === "owner_id" ? "owner" : column, value];
    });
  return Object.fromEntries(fields);
}
