import { newUser, type Person } from "../../support/accounts/people.ts";
import { newBot } from "../../support/bots/bots.ts";
import type { ErrorCase, ErrorCases, ServerPool } from "../../support/error-cases/error-case.ts";
import { newModeratedServer } from "../../support/servers/member-calls.ts";
import { roleCalls } from "../../support/servers/role-calls.ts";

type Calls = ReturnType<typeof roleCalls>;
type Call = (
  calls: Calls,
  by: Person & { readonly reason?: string },
  role: string,
) => ReturnType<Calls["create"]>;

async function setUp(pool: ServerPool, config?: Record<string, unknown>) {
  const server = await pool.server(config);
  const community = await newModeratedServer(server);
  return { on: server, ...community, calls: roleCalls(server, community) };
}

const tooLongReason =
  (call: Call): ErrorCase =>
  async (pool) => {
    const { calls, owner, memberRole } = await setUp(pool);
    return call(calls, { ...owner, reason: "r".repeat(513) }, memberRole);
  };

const nowhere =
  (call: Call): ErrorCase =>
  async (pool) => {
    const { on, owner, memberRole } = await setUp(pool);
    return call(roleCalls(on, { id: "nowhere" }), owner, memberRole);
  };

const withoutPermission =
  (call: Call): ErrorCase =>
  async (pool) => {
    const { calls, member, memberRole } = await setUp(pool);
    return call(calls, member, memberRole);
  };

/** A call by the owner, who has all permissions. */
const byOwner =
  (call: Call): ErrorCase =>
  async (pool) => {
    const { calls, owner, memberRole } = await setUp(pool);
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

export const errorCases: ErrorCases = {
  roles_create_create: {
    ...guarded(create),
    async TooManyRoles(pool) {
      const { calls, owner } = await setUp(pool, { limits: { global: { server_roles: 2 } } });
      return calls.create(owner);
    },
  },
  roles_fetch_fetch: {
    async NotFound(pool) {
      const { on, calls, memberRole } = await setUp(pool);
      return calls.fetch(await newUser(on), memberRole);
    },
  },
  roles_edit_edit: { ...guarded(edit) },
  roles_delete_delete: {
    ...guarded(remove),
    async InvalidOperation(pool) {
      const { on, id, calls, owner } = await setUp(pool);
      const bot = await newBot(on, owner);
      const invited = { server: id };
      await on.client.post(`/bots/${bot.id}/invite?permissions=0`, invited, owner);
      const { body } = await on.client.get(`/servers/${id}/members/${bot.id}`, owner);
      return calls.remove(owner, body.roles[0]);
    },
  },
  roles_edit_positions_edit_role_ranks: {
    ...guarded(reorder),
    InvalidOperation: byOwner(reorder),
  },
  permissions_set_set_role_permission: {
    ...guarded(allow),
    CannotGiveMissingPermissions: byOwner(allow),
  },
  permissions_set_default_set_default_server_permissions: {
    ...guarded(allowEverybody),
    CannotGiveMissingPermissions: byOwner(allowEverybody),
  },
};
