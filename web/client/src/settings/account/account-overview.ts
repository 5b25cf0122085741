import type { Resource } from "solid-js";
import type { AccountOverview } from "../../../../protocol/types.ts";
import type { Client } from "../../session/client.ts";
import { useClient } from "../../session/context.tsx";
import { fetchOnce, forgetList, sharedForMs, useSharedList } from "../../session/fetch-once.ts";

const key = "account";
const fetchNow = (client: Client) => client.api.get("/auth/account/overview");

/** What all pages of the account show, in one request: the server allows three of them below /auth in ten seconds. */
export function useAccountOverview() {
  const client = useClient();
  return useSharedList(
    () => key,
    () => fetchNow(client),
    sharedForMs,
  );
}

/** A part of such a page. */
export interface AccountSection {
  readonly overview: Resource<AccountOverview>;
  readonly refetch: () => void;
}

export const fetchAccountOverview = (client: Client) =>
  fetchOnce(client, { key, maxAgeMs: sharedForMs, isForced: false, fetch: () => fetchNow(client) });

/** Has the next page fetch it again. */
export const forgetAccountOverview = (client: Client) => forgetList(client, key);
