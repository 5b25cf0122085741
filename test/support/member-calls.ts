import { findMember, memberView } from "../../src/domains/servers/index.ts";
import type { Answer, CallOptions } from "./client.ts";
import { type Community, newCommunity, newMember } from "./communities.ts";
import type { Person } from "./people.ts";
import { addRole, allowAll } from "./roles-held.ts";
import type { TestServer } from "./server.ts";

export { audited as readAudit } from "./audited.ts";

/** A server in which nobody may do anything but by their role; the moderator is above the member. */
export interface Staffed extends Community {
  readonly moderator: Person;
  readonly member: Person;
  /** Of rank 5; allows nothing yet. */
  readonly moderatorRole: string;
  /** Of rank 10. */
  readonly memberRole: string;
}

export async function newStaffed(server: TestServer): Promise<Staffed> {
  const community = await newCommunity(server);
  await allowAll(server, community, []);
  const moderator = await newMember(server, community);
  const member = await newMember(server, community);
  const moderatorRole = await addRole(server, community, { rank: 5, holders: [moderator] });
  const memberRole = await addRole(server, community, { rank: 10, holders: [member] });
  return { ...community, moderator, member, moderatorRole, memberRole };
}

/** A call concerning a member or ban of a server: who calls, and whom it is about. */
export function callsIn({ client }: TestServer, { id }: { id: string }) {
  type Call = (by: Person, to: { id: string }, body?: object, options?: CallOptions) => Promise<Answer>;
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

/** What an answer amounts to, with the permission that is missing. */
export function verdict({ status, body }: Answer): string {
  if (status < 300) return String(status);
  return body.permission === undefined ? body.type : `${body.type} ${body.permission}`;
}

/** A member as clients see it, or nothing. */
export async function seeMember({ running }: TestServer, { id }: { id: string }, person: { id: string }) {
  const found = await running.store.read((db) => findMember(db, id, person.id));
  return found && memberView(found);
}
