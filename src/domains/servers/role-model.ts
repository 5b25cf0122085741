import Type, { type Static } from "typebox";
import { OverrideInput, PermissionBits } from "../../protocol/permission-bits.ts";
import { Id, input, maxFields, maxIds, model, SafeInteger } from "../../protocol/schema.ts";
import { Role } from "../members/index.ts";
import { RoleField } from "./model.ts";

const Name = Type.String({ minLength: 1, maxLength: 32 });
const ignored = Type.Optional(
  Type.With(SafeInteger, { description: "Ignored; another route sets the order of roles." }),
);

export const RoleDraft = input("DataCreateRole", "The new role.", { name: Name, rank: ignored });

export const NewRole = model("NewRoleResponse", "A role that was just created.", { id: Id, role: Role });

export const RoleEdit = input("DataEditRole", "The fields to change; all others stay as they are.", {
  name: Type.Optional(Name),
  colour: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: "Anything that CSS takes for a colour or gradient.",
    }),
  ),
  hoist: Type.Optional(Type.Boolean({ description: "Whether clients list its members separately." })),
  icon: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: "Id of an uploaded file." })),
  rank: ignored,
  remove: Type.Optional(
    Type.Array(RoleField, {
      maxItems: maxFields,
      default: [],
      description: "Fields to empty, before others are set.",
    }),
  ),
});
export type RoleEdit = Static<typeof RoleEdit>;

export const RoleRanks = input("DataEditRoleRanks", "The new order.", {
  ranks: Type.Array(Id, { maxItems: maxIds, description: "All roles, the highest first." }),
});

export const RolePermissions = input("DataSetServerRolePermission", "What the role allows and denies.", {
  permissions: OverrideInput,
});

export const DefaultPermissions = input("DataPermissionsValue", "What every member may do.", {
  permissions: PermissionBits,
});
