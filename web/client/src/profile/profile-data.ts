import type { UserProfile } from "../../../protocol/types.ts";
import type { Server } from "../model/server.ts";
import type { User } from "../model/user.ts";
import type { Client } from "../session/client.ts";
import { fetchUser } from "../users/fetch-person.ts";

/** What a profile shows beyond what is known of the user. */
export interface ProfileData {
  readonly pronouns?: string;
  /** Absent if the user may not be seen by everyone. */
  readonly profile?: UserProfile;
  readonly mutualFriends: readonly User[];
  readonly mutualServers: readonly Server[];
}

export async function fetchProfile(client: Client, userId: string): Promise<ProfileData> {
  const { api, users, servers, state } = client;
  const asked = api.get(`/users/${userId}`);
  const [user, profile, mutual] = await Promise.all([
    users.has(userId) ? orNothing(asked) : asked,
    orNothing(api.get(`/users/${userId}/profile`)),
    userId === state.selfId ? undefined : orNothing(api.get(`/users/${userId}/mutual`)),
  ]);
  if (user) client.learn({ users: [user] }, true);
  const friends = await Promise.all((mutual?.users ?? []).map((id) => orNothing(fetchUser(client, id))));
  return {
    pronouns: user?.pronouns,
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
