import type { Client, Server, User, UserProfile } from "stoat.js";

/** What a profile shows beyond what the library knows of the user. */
export interface ProfileData {
  readonly pronouns?: string;
  /** Absent if the user may not be seen by everyone. */
  readonly profile?: UserProfile;
  readonly mutualFriends: readonly User[];
  readonly mutualServers: readonly Server[];
}

export async function fetchProfile(client: Client, userId: string): Promise<ProfileData> {
  const user = await client.users.fetch(userId);
  const [raw, profile, mutual] = await Promise.all([
    orNothing(client.api.get(`/users/${userId as ""}`)),
    orNothing(user.fetchProfile()),
    user.self ? undefined : orNothing(user.fetchMutual()),
  ]);
  if (raw) {
    const { online, status, relationship } = raw;
    client.users.updateUnderlyingObject(userId, { online, status: status ?? undefined, relationship });
  }
  const friends = await Promise.all((mutual?.users ?? []).map((id) => orNothing(client.users.fetch(id))));
  return {
    // The library's types do not have this field yet.
    pronouns: (raw as { pronouns?: string } | undefined)?.pronouns,
    profile,
    mutualFriends: friends.filter((friend) => friend !== undefined),
    mutualServers: (mutual?.servers ?? [])
      .map((id) => client.servers.get(id))
      .filter((server) => server !== undefined),
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
