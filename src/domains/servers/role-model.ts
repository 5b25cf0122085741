import Type, { type Static } from "typebox";
import { Id, input, model } from "../../protocol/schema.ts";
import { OverrideInput, PermissionBits } from "../conversations/index.ts";
import { Role, RoleField } from "./model.ts";

const Name = Type.String({ minLength: 1, maxLength: 32 });
const ignored = Type.Optional(
  Type.Integer({ description: "Without effect: there is a route for the order." }),
);

export const RoleDraft = input("DataCreateRole", "What the role is to be.", { name: Name, rank: ignored });

export const NewRole = model("NewRoleResponse", "A role that was just created.", { id: Id, role: Role });

export const RoleEdit = input("DataEditRole", "What is to change; the rest stays as it is.", {
  name: Type.Optional(Name),
  colour: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: "Anything that CSS takes for a colour or gradient.",
    }),
  ),
  hoist: Type.Optional(Type.Boolean({ description: "Whether its members are listed apart." })),
  icon: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: "Id of an uploaded file." })),
  rank: ignored,
  remove: Type.Optional(
    Type.Array(RoleField, { default: [], description: "Fields to empty, before others are set." }),
  ),
});
export type RoleEdit = Static<typeof RoleEdit>;

export const RoleRanks = input("DataEditRoleRanks", "The new order.", {
  ranks: Type.Array(Type.String(), { description: "All roles, the highest first." }),
});

export const RolePermissions = input("DataSetServerRolePermission", "What the role allows and denies.", {
  permissions: OverrideInput,
});

export const DefaultPermissions = input("DataPermissionsValue", "What everybody may do.", {
  permissions: PermissionBits,
});
