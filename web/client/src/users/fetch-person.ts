import type { User } from "../model/user.ts";
import type { Client } from "../session/client.ts";

/** A user, who is fetched if nothing is known of them. */
export async function fetchUser(client: Client, id: string): Promise<User | undefined> {
  if (!client.users.has(id)) client.learn({ users: [await client.api.get(`/users/${id}`)] });
  return client.users.get(id);
}

/** Fetches a member of whom nothing is known. */
export async function fetchMember(client: Client, serverId: string, userId: string): Promise<void> {
  if (client.member(serverId, userId)) return;
  const reply = await client.api.get(`/servers/${serverId}/members/${userId}`);
  client.learn({ members: ["member" in reply ? reply.member : reply] });
}
