import type { Client, User } from "stoat.js";

/** The people who were asked for already, by connection. */
const asked = new WeakMap<Client, Set<string>>();

/** A person, if known. An unknown one is fetched once, and is there when the server has answered. */
export function knownUser(client: Client, id: string): User | undefined {
  const user = client.users.get(id);
  if (user) return user;
  const before = asked.get(client) ?? new Set();
  asked.set(client, before);
  if (!before.has(id)) {
    before.add(id);
    // Somebody who cannot be fetched stays unknown, which is what the mention then says.
    client.users.fetch(id).catch(() => undefined);
  }
  return undefined;
}
