import { domainQuery } from "../../store/domain-query.ts";

export interface Connections {
  /** Ids of servers that both are in. */
  readonly servers: string[];
  /** Ids of direct conversations and groups that both are in. */
  readonly channels: string[];
}

export const MutualConnections = domainQuery<{ readonly a: string; readonly b: string }, Connections>({
  name: "mutual connections",
  doc: "Where do these two users meet?",
});

export const ServersOf = domainQuery<string, readonly string[]>({
  name: "servers of",
  doc: "Which servers is this user in?",
});
