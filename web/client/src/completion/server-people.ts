import { fileUrl } from "../model/files.ts";
import type { Client } from "../session/client.ts";
import { addresses } from "../session/server.ts";
import { sessionState } from "../session/session-state.ts";
import { type Candidate, personCandidate } from "./rank.ts";

interface Kept {
  readonly generation: number;
  readonly people: Promise<readonly Candidate[]>;
}

/** What was fetched, by server. */
const peopleByServer = sessionState(() => new Map<string, Kept>());

/**
 * All members of a server, fetched once for each time the connection came up. They stay out of the state, of
 * which most would never be shown.
 */
export function serverPeople(client: Client, serverId: string): Promise<readonly Candidate[]> {
  const servers = peopleByServer(client);
  const generation = client.generation();
  const before = servers.get(serverId);
  if (before?.generation === generation) return before.people;
  const people = fetchPeople(client, serverId);
  servers.set(serverId, { generation, people });
  // A failure is not kept: the next attempt fetches again.
  people.catch(() => servers.delete(serverId));
  return people;
}

async function fetchPeople(client: Client, serverId: string): Promise<readonly Candidate[]> {
  const { members, users } = await client.api.get(`/servers/${serverId}/members`);
  const byId = new Map(users.map((user) => [user._id, user]));
  return members.flatMap((member) => {
    const user = byId.get(member._id.user);
    if (!user) return [];
    const avatar = member.avatar ?? user.avatar;
    return [
      personCandidate({
        id: user._id,
        name: member.nickname ?? user.display_name ?? user.username,
        detail: `${user.username}#${user.discriminator}`,
        avatarUrl: avatar ? fileUrl(addresses, avatar) : undefined,
      }),
    ];
  });
}
