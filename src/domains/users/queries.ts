import { domainQuery } from "../../declare/domain-query.ts";
import type { Reader } from "../../declare/tx.ts";

interface Connections {
  /** Ids of servers. */
  readonly servers: string[];
  /** Ids of direct messages and groups. */
  readonly channels: string[];
  /** The channels whose calls the user is in. */
  readonly calls: string[];
}

interface ConnectionsRequest {
  readonly userId: string;
  readonly sharedWith?: string;
}

export const ConnectionsOf = domainQuery<ConnectionsRequest, Partial<Connections>>({
  name: "connections of",
  doc: "The servers and calls that a user is in; with another user named, the servers and conversations that they share.",
});

export async function findConnections(db: Reader, request: ConnectionsRequest): Promise<Connections> {
  const parts = await db.query(ConnectionsOf, request);
  return {
    servers: parts.flatMap(({ servers = [] }) => servers),
    channels: parts.flatMap(({ channels = [] }) => channels),
    calls: parts.flatMap(({ calls = [] }) => calls),
  };
}
