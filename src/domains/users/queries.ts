import { domainQuery } from "../../declare/domain-query.ts";

export interface Connections {
  /** Ids of servers. */
  readonly servers: string[];
  /** Ids of direct messages and groups. */
  readonly channels: string[];
}

export const CallsOf = domainQuery<{ readonly userId: string }, string[]>({
  name: "calls of",
  doc: "The channels whose calls a user is in.",
});

/** Without `sharedWith`, providers may leave out `channels`: no caller needs all conversations of a user. */
export const ConnectionsOf = domainQuery<
  { readonly userId: string; readonly sharedWith?: string },
  Connections
>({
  name: "connections of",
  doc: "The servers that a user is in; with another user named, the servers and conversations that they share.",
});
