import { createResource } from "solid-js";
import { type Client, sessionState } from "./client.ts";
import { useConnection } from "./context.tsx";

/** How long pages share a list whose changes no event announces: the time of a walk through the settings. */
export const sharedForMs = 10_000;

interface HeldList {
  readonly list: Promise<unknown>;
  readonly generation: number;
  readonly fetchedAt: number;
}

const heldLists = sessionState(() => new Map<string, HeldList>());

interface ListRequest<T> {
  /** Names the list. */
  readonly key: string;
  /** How long pages share what was fetched; without it, for as long as events keep it up to date. */
  readonly maxAgeMs?: number;
  /** Whether it has to be fetched again: somebody has changed it, or tries again. */
  readonly isForced: boolean;
  fetch(): Promise<T>;
}

/** Fetches a list that several pages show, unless one of them has done so recently. */
export function fetchOnce<T>(
  client: Client,
  { key, maxAgeMs = Number.POSITIVE_INFINITY, isForced, fetch }: ListRequest<T>,
): Promise<T> {
  const lists = heldLists(client);
  const generation = client.generation();
  const known = lists.get(key);
  const now = Date.now();
  if (known && !isForced && known.generation === generation && now - known.fetchedAt < maxAgeMs)
    return known.list as Promise<T>;
  const list = fetch();
  lists.set(key, { list, generation, fetchedAt: now });
  list.catch(() => lists.get(key)?.list === list && lists.delete(key));
  return list;
}

/** Has the next page fetch a list again. */
export const forgetList = (client: Client, key: string) => heldLists(client).delete(key);

/** Such a list on a page: fetched once for each key and connection, and again by `refetch`. */
export function useSharedList<T>(key: () => string, fetch: () => Promise<T>, maxAgeMs?: number) {
  const { client, generation } = useConnection();
  return createResource(
    () => ({ name: key(), generation: generation() }),
    ({ name }: { name: string }, { refetching }: { refetching: unknown }) =>
      fetchOnce(client, { key: name, maxAgeMs, isForced: refetching !== false, fetch }),
  );
}
