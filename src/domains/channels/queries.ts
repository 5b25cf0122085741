import type { MembershipContext } from "../../permissions/servers.ts";
import { domainQuery } from "../../store/domain-query.ts";

/** Answered by those who know servers; nobody answers for a server that does not exist. */
export const StandingInServer = domainQuery<
  { readonly serverId: string; readonly userId: string },
  MembershipContext | undefined
>({
  name: "standing in server",
  doc: "What decides what this user may do in this server?",
});

export const RoleInServer = domainQuery<
  { readonly serverId: string; readonly roleId: string },
  { readonly rank: number } | undefined
>({
  name: "role in server",
  doc: "Does this server have this role, and how high is it?",
});
