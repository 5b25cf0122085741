import { updateAccount } from "../../../src/domains/accounts/store/accounts.ts";
import { newTicket, newUser, type Person } from "../../support/accounts/people.ts";
import { newBot } from "../../support/bots/bots.ts";
import type { ErrorCase, ErrorCases } from "../../support/error-cases/error-case.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { makePrivileged, newOperator } from "../../support/operators/operators.ts";
import { about, reported } from "../../support/operators/reports.ts";
import type { TestServer } from "../../support/server/server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { holdExport } from "../../support/servers/exports.ts";

interface OperatorCall {
  readonly server: TestServer;
  readonly operator: Person;
  readonly call: (path: string, body?: object) => Promise<ApiResponse>;
}

const operators = new WeakMap<TestServer, Promise<Person>>();

/** One operator for all cases of a server. */
function asOperator(
  method: "get" | "post" | "patch" | "delete",
  work: (call: OperatorCall) => Promise<ApiResponse>,
): ErrorCase {
  return async (pool) => {
    const server = await pool.server();
    const made = operators.get(server) ?? newOperator(server);
    operators.set(server, made);
    const operator = await made;
    const call = (path: string, body = {}) =>
      method === "get"
        ? server.client.get(`/admin${path}`, operator)
        : server.client[method](`/admin${path}`, body, operator);
    return work({ server, operator, call });
  };
}

const unknown = (method: "get" | "post" | "patch" | "delete", path: string, body?: object) =>
  asOperator(method, ({ call }) => call(path, body));

export const errorCases: ErrorCases = {
  admin_confirm: {
    SecondFactorRequired: async (pool) => {
      const server = await pool.server();
      const person = await newUser(server);
      await makePrivileged(server, person);
      const ticket = await newTicket(server, person);
      return server.client.post("/admin/confirm", {}, { token: person.token, ticket });
    },
    InvalidToken: asOperator("post", ({ call }) => call("/confirm")),
  },
  admin_read_conversation: { NotFound: unknown("get", "/channels/unknown/messages") },
  admin_fetch_user: { NotFound: unknown("get", "/users/unknown") },
  admin_edit_user: {
    NotFound: unknown("patch", "/users/unknown"),
    InvalidOperation: asOperator("patch", ({ call, operator }) =>
      call(`/users/${operator.id}`, { privileged: false }),
    ),
  },
  admin_disable_account: {
    NotFound: unknown("post", "/users/unknown/disable"),
    InvalidOperation: asOperator("post", ({ call, operator }) => call(`/users/${operator.id}/disable`)),
  },
  admin_enable_account: {
    NotFound: unknown("post", "/users/unknown/enable"),
    InvalidOperation: asOperator("post", async ({ server, call }) => {
      const { id } = await newUser(server);
      await server.running.store.write((tx) => updateAccount(tx, id, { deletion: "deleted" }));
      return call(`/users/${id}/enable`);
    }),
  },
  admin_recover_account: {
    NotFound: unknown("post", "/users/unknown/recover"),
    InvalidOperation: asOperator("post", ({ call, operator }) => call(`/users/${operator.id}/recover`)),
  },
  admin_end_sessions: { NotFound: unknown("delete", "/users/unknown/sessions") },
  admin_end_session: { NotFound: unknown("delete", "/users/unknown/sessions/unknown") },
  admin_wipe_user: {
    NotFound: unknown("post", "/users/unknown/wipe", { reason: "spam" }),
    InvalidOperation: asOperator("post", ({ call, operator }) =>
      call(`/users/${operator.id}/wipe`, { reason: "spam" }),
    ),
  },
  admin_fetch_server: { NotFound: unknown("get", "/servers/unknown") },
  admin_edit_server: {
    NotFound: unknown("patch", "/servers/unknown", { flags: 1 }),
    InvalidOperation: asOperator("patch", async ({ server, call }) => {
      const { id } = await newCommunity(server);
      const bot = await newBot(server);
      return call(`/servers/${id}`, { owner: bot.id });
    }),
    Banned: asOperator("patch", async ({ server, call }) => {
      const { id, owner } = await newCommunity(server);
      const banned = await newMember(server, { id });
      await server.client.put(`/servers/${id}/bans/${banned.id}`, {}, owner);
      return call(`/servers/${id}`, { owner: banned.id });
    }),
  },
  admin_delete_server: { NotFound: unknown("delete", "/servers/unknown") },
  admin_request_export: {
    NotFound: unknown("post", "/servers/unknown/export"),
    InvalidOperation: asOperator("post", async ({ server, call }) => {
      const { id } = await newCommunity(server);
      await holdExport(server, id);
      return call(`/servers/${id}/export`);
    }),
  },
  admin_fetch_export: { NotFound: unknown("get", "/servers/unknown/export") },
  admin_delete_export: { NotFound: unknown("delete", "/servers/unknown/export") },
  admin_fetch_report: { NotFound: unknown("get", "/reports/unknown") },
  admin_close_report: {
    NotFound: unknown("patch", "/reports/unknown"),
    InvalidOperation: asOperator("patch", async ({ server, operator, call }) => {
      const { id } = await reported(server, await newUser(server), about("User", operator.id));
      await call(`/reports/${id}`);
      return call(`/reports/${id}`);
    }),
  },
  admin_delete_message: { NotFound: unknown("delete", "/messages/unknown") },
  admin_retry_job: { NotFound: unknown("post", "/jobs/unknown/retry") },
  admin_revoke_invite: { NotFound: unknown("delete", "/invites/unknown") },
};
