import { newTicket, newUser } from "../../support/accounts/people.ts";
import type { ErrorCase, ErrorCases, ServerPool } from "../../support/error-cases/error-case.ts";
import type { ApiResponse, CallOptions } from "../../support/http/client.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { holdExport } from "../../support/servers/exports.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

interface Call {
  readonly path?: string;
  readonly body?: object;
  readonly options?: CallOptions;
}

/** A call about a new server by its owner, or by a member with the default permissions. */
function inServer(method: Method, { path = "", body, options }: Call, by: "owner" | "member" = "owner") {
  return async (pool: ServerPool): Promise<ApiResponse> => {
    const server = await pool.server();
    const community = await newCommunity(server);
    const { token } = by === "owner" ? community.owner : await newMember(server, community);
    const called = `/servers/${community.id}${path}`;
    const all = { token, ...options };
    return method === "get" ? server.client.get(called, all) : server.client[method](called, body, all);
  };
}

/** A call about a server that does not exist. */
function nowhere(method: Method, { path = "", body }: Call = {}): ErrorCase {
  return async (pool) => {
    const server = await pool.server();
    const { token } = await newUser(server);
    const called = `/servers/unknown${path}`;
    return method === "get"
      ? server.client.get(called, { token })
      : server.client[method](called, body, { token });
  };
}

/** Creates this many servers and returns the last response. */
function createServers(limits: object, times: number, draft = {}): ErrorCase {
  return async (pool) => {
    const server = await pool.server({ limits });
    const { token } = await newUser(server);
    const responses: ApiResponse[] = [];
    for (let time = 0; time < times; time++)
      responses.push(await server.client.post("/servers/create", { name: "Place", ...draft }, { token }));
    const last = responses.at(-1);
    if (!last) throw new Error("no server was created");
    return last;
  };
}

const tooLong = { headers: { "x-audit-log-reason": "r".repeat(513) } };

/** Asks for an archive of a server with a ticket. */
function askingForExport(who: "owner" | "member" | "stranger", isHeld = false): ErrorCase {
  return async (pool) => {
    const server = await pool.server();
    const community = await newCommunity(server);
    const { id, owner } = community;
    const callers = {
      owner: () => owner,
      member: () => newMember(server, community),
      stranger: () => newUser(server),
    };
    const caller = await callers[who]();
    if (isHeld) await holdExport(server, id);
    const headers = { "x-mfa-ticket": await newTicket(server, caller) };
    return server.client.post(`/servers/${id}/export`, undefined, { token: caller.token, headers });
  };
}

export const errorCases: ErrorCases = {
  server_export_request: {
    InvalidCredentials: inServer("post", { path: "/export" }),
    NotFound: askingForExport("stranger"),
    InvalidOperation: askingForExport("owner", true),
  },
  server_export_fetch: {
    NotFound: nowhere("get", { path: "/export" }),
  },
  server_export_delete: {
    NotFound: nowhere("delete", { path: "/export" }),
  },
  server_create_create_server: {
    CantCreateServers: createServers({ global: { restrict_server_creation: ["somebody else"] } }, 1),
    TooManyServers: createServers({ new_user: { servers: 1 } }, 3),
    TooManyChannels: createServers({ global: { server_channels: 0 } }, 1, {
      categories: [{ title: "Talk", channels: [{ name: "x" }] }],
    }),
    TooManyRoles: createServers({ global: { server_roles: 0 } }, 1, {
      roles: [{ name: "x", permissions: { allow: 0, deny: 0 } }],
    }),
  },
  server_fetch_fetch: { NotFound: nowhere("get") },
  server_edit_edit: {
    HeaderTooLarge: inServer("patch", { body: {}, options: tooLong }),
    NotFound: nowhere("patch", { body: {} }),
    InvalidCredentials: inServer("patch", { body: { owner: "me" } }),
    InvalidOperation: inServer("patch", {
      body: { categories: [{ id: "a", title: "A", channels: ["x", "x"] }] },
    }),
  },
  server_delete_delete: { NotFound: nowhere("delete", { body: {} }) },
  server_ack_ack: {
    NotFound: nowhere("put", { path: "/ack", body: {} }),
  },
  message_search_server: {
    NotFound: nowhere("post", { path: "/search", body: { query: "x" } }),
  },
  channel_create_create_server_channel: {
    HeaderTooLarge: inServer("post", { path: "/channels", body: { name: "x" }, options: tooLong }),
    NotFound: nowhere("post", { path: "/channels", body: { name: "x" } }),
    async TooManyChannels(pool) {
      const server = await pool.server({ limits: { global: { server_channels: 0 } } });
      const { id, owner } = await newCommunity(server);
      return server.client.post(`/servers/${id}/channels`, { name: "x" }, owner);
    },
  },
  member_fetch_all_fetch_all: { NotFound: nowhere("get", { path: "/members" }) },
  member_fetch_fetch: { NotFound: inServer("get", { path: "/members/nobody" }) },
  member_experimental_query_member_experimental_query: {
    InvalidOperation: inServer("get", { path: "/members_experimental_query?query=a&experimental_api=false" }),
    NotFound: nowhere("get", { path: "/members_experimental_query?query=a&experimental_api=true" }),
  },
};
