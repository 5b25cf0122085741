import { newStaffed } from "../member-calls.ts";
import { newUser, type Person } from "../people.ts";
import { rolesIn } from "../role-calls.ts";
import { allowAll } from "../roles-held.ts";
import type { Provocation, Provocations, Stage } from "./stage.ts";

type Calls = ReturnType<typeof rolesIn>;
type Call = (
  calls: Calls,
  by: Person & { readonly reason?: string },
  role: string,
) => ReturnType<Calls["create"]>;

async function begin(stage: Stage, config?: Record<string, unknown>) {
  const server = await stage.server(config);
  const place = await newStaffed(server);
  return { on: server, ...place, calls: rolesIn(server, place) };
}

const tooLongReason =
  (call: Call): Provocation =>
  async (stage) => {
    const { calls, owner, memberRole } = await begin(stage);
    return call(calls, { ...owner, reason: "r".repeat(513) }, memberRole);
  };

const nowhere =
  (call: Call): Provocation =>
  async (stage) => {
    const { on, owner, memberRole } = await begin(stage);
    return call(rolesIn(on, { id: "nowhere" }), owner, memberRole);
  };

const withoutPermission =
  (call: Call): Provocation =>
  async (stage) => {
    const { calls, member, memberRole } = await begin(stage);
    return call(calls, member, memberRole);
  };

/** By somebody who may, but not to a role as high as their own. */
const toEqual =
  (call: Call): Provocation =>
  async (stage) => {
    const { on, id, calls, member, memberRole } = await begin(stage);
    await allowAll(on, { id }, ["ManageRole", "ManagePermissions"]);
    return call(calls, member, memberRole);
  };

/** By the owner, who may do whatever can be done at all. */
const byOwner =
  (call: Call): Provocation =>
  async (stage) => {
    const { calls, owner, memberRole } = await begin(stage);
    return call(calls, owner, memberRole);
  };

const guarded = (call: Call) => ({
  HeaderTooLarge: tooLongReason(call),
  NotFound: nowhere(call),
  MissingPermission: withoutPermission(call),
});

const create: Call = (calls, by) => calls.create(by);
const edit: Call = (calls, by, role) => calls.edit(by, role, { name: "New" });
const remove: Call = (calls, by, role) => calls.remove(by, role);
const reorder: Call = (calls, by) => calls.reorder(by, []);
const allow: Call = (calls, by, role) => calls.allow(by, role, [2 ** 52]);
const allowEverybody: Call = (calls, by) => calls.allowAll(by, 2 ** 52);

export const roleProvocations: Provocations = {
  roles_create_create: {
    ...guarded(create),
    async TooManyRoles(stage) {
      const { calls, owner } = await begin(stage, { limits: { global: { server_roles: 2 } } });
      return calls.create(owner);
    },
  },
  roles_fetch_fetch: {
    async NotFound(stage) {
      const { on, calls, memberRole } = await begin(stage);
      return calls.fetch(await newUser(on), memberRole);
    },
  },
  roles_edit_edit: { ...guarded(edit), NotElevated: toEqual(edit) },
  roles_delete_delete: { ...guarded(remove), NotElevated: toEqual(remove) },
  roles_edit_positions_edit_role_ranks: {
    ...guarded(reorder),
    InvalidOperation: byOwner(reorder),
    async NotElevated(stage) {
      const { on, id, calls, member, memberRole, moderatorRole } = await begin(stage);
      await allowAll(on, { id }, ["ManageRole"]);
      return calls.reorder(member, [memberRole, moderatorRole]);
    },
  },
  permissions_set_set_role_permission: {
    ...guarded(allow),
    NotElevated: toEqual(allow),
    CannotGiveMissingPermissions: byOwner(allow),
  },
  permissions_set_default_set_default_server_permissions: {
    ...guarded(allowEverybody),
    CannotGiveMissingPermissions: byOwner(allowEverybody),
  },
};
