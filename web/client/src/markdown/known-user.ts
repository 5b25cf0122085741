import type { User } from "../model/user.ts";
import { type Client, sessionState } from "../session/client.ts";

/** The people who are being asked for or cannot be known. */
const askedUsers = sessionState(() => new Set<string>());

/** A person, if known. An unknown one is fetched once, and is there when the server has answered. */
export function knownUser(client: Client, id: string): User | undefined {
  const user = client.users.get(id);
  if (user) return user;
  const before = askedUsers(client);
  if (!before.has(id)) {
    before.add(id);
    client.api.get(`/users/${id}`).then(
      (user) => client.learn({ users: [user] }),
      // Somebody who cannot be fetched stays unknown, which is what the page then says.
      () => undefined,
    );
  }
  return undefined;
}
