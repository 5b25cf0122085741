import type { RelationshipStatus } from "../../../protocol/types.ts";
import type { User } from "../model/user.ts";
import type { Client } from "../session/client.ts";

/**
 * The people who have one of these relations with the user, by name. The user's own list names those with any: looking
 * at each known user for every change would be too much with thousands of members.
 */
export function peopleWith({ state, users }: Client, ...wanted: readonly RelationshipStatus[]): User[] {
  const related = (state.users[state.selfId]?.relations ?? []).flatMap(({ _id }) => users.get(_id) ?? []);
  return related
    .filter(({ relationship }) => wanted.includes(relationship))
    .sort((a, b) => a.displayName.localeCompare(b.displayName));
}
