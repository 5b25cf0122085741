import { domainQuery } from "../../declare/domain-query.ts";
import type { Reader } from "../../declare/tx.ts";
import type { CommunityDescription } from "./model.ts";

export const DescribeCommunity = domainQuery<Record<string, never>, CommunityDescription | undefined>({
  name: "describe community",
  doc: "The server that new accounts join, as people see it who are not logged in.",
});

/** Undefined unless the host is there for one community. */
export async function describeCommunity(db: Reader): Promise<CommunityDescription | undefined> {
  if (db.services.config.community.server === "") return undefined;
  return (await db.query(DescribeCommunity, {}))[0];
}
