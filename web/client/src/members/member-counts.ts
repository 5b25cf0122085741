import { latestOf } from "@ui/loaded.tsx";
import { batch, createMemo } from "solid-js";
import type { Member } from "../model/member.ts";
import type { Server } from "../model/server.ts";
import type { Client } from "../session/client.ts";
import { useClient } from "../session/context.tsx";
import { useSharedList } from "../session/fetch-once.ts";
import { fetchMembers } from "./open-rosters.ts";

/** All members of a server, fetched once for each connection; changes come by events. */
export function useMembers(server: () => Server) {
  const client = useClient();
  const [fetched, { refetch }] = useSharedList(
    () => `members ${server().id}`,
    () => putMembers(client, server().id),
  );
  const members = createMemo((): readonly Member[] =>
    latestOf(fetched) ? knownMembers(client, server().id) : [],
  );
  return { fetched, refetch, members };
}

/** Puts all members into the state. Those who were known before and are not among them have left meanwhile. */
async function putMembers(client: Client, server: string): Promise<true> {
  const before = Object.keys(client.state.members[server] ?? {});
  const fetched = await fetchMembers(client, server);
  const [members, users] = [fetched.map(({ member }) => member), fetched.map(({ user }) => user)];
  const present = new Set(members.map(({ _id }) => _id.user));
  batch(() => {
    client.learn({ members, users }, true);
    client.change((state) => {
      for (const user of before) if (!present.has(user)) delete state.members[server]?.[user];
    });
  });
  return true;
}

function knownMembers(client: Client, server: string): readonly Member[] {
  return Object.keys(client.state.members[server] ?? {}).flatMap((user) => client.member(server, user) ?? []);
}

/** How many members have each role, once they are fetched. */
export function useMemberCounts(server: () => Server) {
  const { fetched, members } = useMembers(server);
  return createMemo(() => {
    if (!latestOf(fetched)) return undefined;
    const counts = new Map<string, number>();
    for (const { roles } of members()) for (const id of roles) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  });
}
