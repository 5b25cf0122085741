import { question } from "../../declare/question.ts";
import type { ServerStanding } from "../../permissions/servers.ts";

/** Answered by those who know servers; nobody answers for a server that does not exist. */
export const StandingInServer = question<
  { readonly serverId: string; readonly userId: string },
  ServerStanding | undefined
>({
  name: "standing in server",
  doc: "What decides what this user may do in this server?",
});

export const RoleInServer = question<
  { readonly serverId: string; readonly roleId: string },
  { readonly rank: number } | undefined
>({
  name: "role in server",
  doc: "Does this server have this role, and how high is it?",
});
