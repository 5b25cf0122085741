import { createMemo, createResource } from "solid-js";
import type { Server, ServerMember } from "stoat.js";
import { useConnection } from "../session/context.tsx";
import { fetchOnce } from "../session/fetch-once.ts";
import { latestOf } from "../settings/loaded.tsx";

/** All members of a server, fetched once for each connection; changes come by events. */
export function useMembers(server: () => Server) {
  const connection = useConnection();
  const { client, generation } = connection;
  const [fetched, { refetch }] = createResource(
    () => ({ id: server().id, generation: generation() }),
    ({ id }: { id: string }, { refetching }: { refetching: unknown }) =>
      fetchOnce(connection, {
        key: `members ${id}`,
        isForced: refetching !== false,
        fetch: () => server().fetchMembers(),
      }),
  );
  const members = createMemo((): readonly ServerMember[] =>
    latestOf(fetched) ? client.serverMembers.filter(({ id }) => id.server === server().id) : [],
  );
  return { fetched, refetch, members };
}

/** How many members have each role, once they are fetched. */
export function useMemberCounts(server: () => Server) {
  const { fetched, members } = useMembers(server);
  return createMemo(() => {
    if (!latestOf(fetched)) return undefined;
    const counts = new Map<string, number>();
    for (const { roles } of members())
      for (const id of roles ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  });
}
