import { domainQuery } from "../../declare/domain-query.ts";

export interface OwnedServer {
  readonly id: string;
  readonly name: string;
}

export const OwnedServersOf = domainQuery<{ readonly userId: string }, readonly OwnedServer[]>({
  name: "owned servers of",
  doc: "The servers that a user owns.",
});
