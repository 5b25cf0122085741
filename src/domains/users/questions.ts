import { question } from "../../declare/question.ts";

export interface Connections {
  /** Ids of servers that both are in. */
  readonly servers: string[];
  /** Ids of direct conversations and groups that both are in. */
  readonly channels: string[];
}

export const MutualConnections = question<{ readonly a: string; readonly b: string }, Connections>({
  name: "mutual connections",
  doc: "Where do these two users meet?",
});

export const ServersOf = question<string, readonly string[]>({
  name: "servers of",
  doc: "Which servers is this user in?",
});
