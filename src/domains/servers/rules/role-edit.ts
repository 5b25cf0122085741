import type { File } from "../../../declare/file.ts";
import type { PartialRole, RoleField } from "../model.ts";
import type { RoleEdit } from "../role-model.ts";
import type { RoleRow } from "../tables.ts";

const columnOf = { Colour: "colour", Icon: "icon" } as const satisfies Record<RoleField, keyof RoleRow>;

/** An edit with the file itself in place of its id. */
export type ResolvedRoleEdit = Pick<RoleEdit, "name" | "colour" | "hoist" | "remove"> & {
  readonly icon?: File | undefined;
};

export interface PlannedRoleEdit {
  /** The columns that are other than before. */
  readonly changes: Partial<RoleRow>;
  readonly data: PartialRole;
  readonly clear: RoleField[];
  /** The values that the same fields had, as far as they had one. */
  readonly before: PartialRole;
}

/** What an edit does to a role. Fields are emptied before others are set. */
export function planRoleEdit(
  row: RoleRow,
  { remove = [], name, colour, hoist, icon }: ResolvedRoleEdit,
): PlannedRoleEdit {
  const wanted: Partial<RoleRow> = {
    ...Object.fromEntries(remove.map((field) => [columnOf[field], null])),
    ...(name !== undefined && { name }),
    ...(colour !== undefined && { colour }),
    ...(hoist !== undefined && { hoist: Number(hoist) }),
    ...(icon !== undefined && { icon: JSON.stringify(icon) }),
  };
  const columns = (Object.keys(wanted) as (keyof RoleRow)[]).filter((key) => wanted[key] !== row[key]);
  const pick = (from: Partial<RoleRow>): Partial<RoleRow> =>
    Object.fromEntries(columns.map((column) => [column, from[column]]));
  const changes = pick(wanted);
  return {
    changes,
    data: partialRole(changes),
    clear: [...new Set(remove)].filter((field) => changes[columnOf[field]] === null),
    before: partialRole(pick(row)),
  };
}

/** Columns in the form in which clients know them. Empty ones are left out. */
function partialRole({ name, colour, hoist, icon }: Partial<RoleRow>): PartialRole {
  return {
    ...(name !== undefined && { name }),
    ...(typeof colour === "string" && { colour }),
    ...(hoist !== undefined && { hoist: hoist === 1 }),
    ...(typeof icon === "string" && { icon: JSON.parse(icon) as File }),
  };
}
