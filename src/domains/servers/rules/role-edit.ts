import type { File } from "../../../protocol/file.ts";
import { type PlannedEdit, planEdit } from "../../../rules/plan-edit.ts";
import type { RoleRow } from "../../members/index.ts";
import type { PartialRole, RoleField } from "../model.ts";
import type { RoleEdit } from "../role-model.ts";

const empty = { Colour: { colour: null }, Icon: { icon: null } } satisfies Record<RoleField, object>;

/** An edit with the icon's file in place of its id. */
export type ResolvedRoleEdit = Pick<RoleEdit, "name" | "colour" | "hoist" | "remove"> & {
  readonly icon?: File | undefined;
};

export function planRoleEdit(
  row: RoleRow,
  { remove, name, colour, hoist, icon }: ResolvedRoleEdit,
): PlannedEdit<RoleRow, RoleField, PartialRole> {
  const set = {
    name,
    colour,
    hoist: hoist === undefined ? undefined : Number(hoist),
    icon: icon && JSON.stringify(icon),
  };
  return planEdit(row, { remove, set }, { empty, show: partialRole });
}

/** Columns in the form that clients get, without empty ones. */
function partialRole({ name, colour, hoist, icon }: Partial<RoleRow>): PartialRole {
  return {
    ...(name !== undefined && { name }),
    ...(typeof colour === "string" && { colour }),
    ...(hoist !== undefined && { hoist: hoist === 1 }),
    ...(typeof icon === "string" && { icon: JSON.parse(icon) as File }),
  };
}
