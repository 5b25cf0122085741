import type { UserProfile } from "../../../protocol/types.ts";
import type { Server } from "../model/server.ts";
import type { User } from "../model/user.ts";
import type { Client } from "../session/client.ts";
import { fetchOnce, sharedForMs } from "../session/fetch-once.ts";
import { fetchUser } from "../users/fetch-person.ts";

/** What a profile shows beyond what is known of the user. */
export interface ProfileData {
  readonly pronouns?: string;
  /** Absent if the user may not be seen by everyone. */
  readonly profile?: UserProfile;
  readonly mutualFriends: readonly User[];
  readonly mutualServers: readonly Server[];
}

/** The profile of a user, which cards share for a moment. */
export const fetchProfile = (client: Client, userId: string, server: Server | undefined) =>
  fetchOnce(client, {
    key: `profile ${userId}`,
    maxAgeMs: sharedForMs,
    // The user may just have changed it.
    isForced: userId === client.state.selfId,
    fetch: () => fetchNow(client, userId, server),
  });

async function fetchNow(client: Client, userId: string, server: Server | undefined): Promise<ProfileData> {
  const { api, users, servers, state } = client;
  // Events keep these up to date.
  const isCurrent = server?.getMember(userId) || users.get(userId)?.relationship === "Friend";
  const asked = isCurrent || userId === state.selfId ? undefined : api.get(`/users/${userId}`);
  const [user, profile, mutual] = await Promise.all([
    users.has(userId) ? asked && orNothing(asked) : asked,
    orNothing(api.get(`/users/${userId}/profile`)),
    userId === state.selfId ? undefined : orNothing(api.get(`/users/${userId}/mutual`)),
  ]);
  if (user) client.learn({ users: [user] }, true);
  const friends = await Promise.all((mutual?.users ?? []).map((id) => orNothing(fetchUser(client, id))));
  return {
    pronouns: state.users[userId]?.pronouns,
    profile,
    mutualFriends: friends.filter((friend) => friend !== undefined),
    mutualServers: (mutual?.servers ?? []).flatMap((id) => servers.get(id) ?? []),
  };
}

/** The server refuses parts of the profile of people whom one hardly knows: the card shows the rest. */
async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch {
    return undefined;
  }
}
