import { findMember, memberView } from "../../../src/domains/members/index.ts";
import type { Person } from "../accounts/people.ts";
import type { ApiResponse, CallOptions } from "../http/client.ts";
import type { TestServer } from "../server/server.ts";
import { type Community, newCommunity, newMember } from "./communities.ts";
import { addRole, setDefaultPermissions } from "./roles.ts";

/** A server without default permissions, in which the moderator ranks above the member. */
export interface ModeratedServer extends Community {
  readonly moderator: Person;
  readonly member: Person;
  /** Has rank 5 and no permissions. */
  readonly moderatorRole: string;
  /** Has rank 10 and no permissions. */
  readonly memberRole: string;
}

export async function newModeratedServer(server: TestServer): Promise<ModeratedServer> {
  const community = await newCommunity(server);
  await setDefaultPermissions(server, community, []);
  const moderator = await newMember(server, community);
  const member = await newMember(server, community);
  const moderatorRole = await addRole(server, community, { rank: 5, holders: [moderator] });
  const memberRole = await addRole(server, community, { rank: 10, holders: [member] });
  return { ...community, moderator, member, moderatorRole, memberRole };
}

/** Calls about a member or ban of a server; each takes the caller and the target. */
export function memberCalls({ client }: TestServer, { id }: { id: string }) {
  type Call = (by: Person, to: { id: string }, body?: object, options?: CallOptions) => Promise<ApiResponse>;
  const call =
    (method: "put" | "patch" | "delete", below: "members" | "bans"): Call =>
    (by, to, body, options) =>
      client[method](`/servers/${id}/${below}/${to.id}`, body, { token: by.token, ...options });
  return {
    edit: call("patch", "members"),
    kick: call("delete", "members"),
    ban: call("put", "bans"),
    unban: call("delete", "bans"),
    bans: (by: Person) => client.get(`/servers/${id}/bans`, by),
  };
}

/** The status of a response, or its error type with the missing permission. */
export function verdict({ status, body }: ApiResponse): string {
  if (status < 300) return String(status);
  return body.permission === undefined ? body.type : `${body.type} ${body.permission}`;
}

/** The view of a member, or undefined. */
export async function readMember({ running }: TestServer, { id }: { id: string }, person: { id: string }) {
  const member = await running.store.read((db) => findMember(db, id, person.id));
  return member && memberView(member);
}
