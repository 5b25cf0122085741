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

/** The servers and calls that a user is in; with `sharedWith`, the servers and conversations that both share. */
export const ConnectionsOf = domainQuery<ConnectionsRequest, Partial<Connections>>("ConnectionsOf");

export async function findConnections(db: Reader, request: ConnectionsRequest): Promise<Connections> {
  const parts = await db.query(ConnectionsOf, request);
  return {
    servers: parts.flatMap(({ servers = [] }) => servers),
    channels: parts.flatMap(({ channels = [] }) => channels),
    calls: parts.flatMap(({ calls = [] }) => calls),
  };
}
