import { createSignal, untrack } from "solid-js";
import type { Client, User } from "stoat.js";

type Relation = NonNullable<User["relationship"]>;

const relationsByClient = new WeakMap<Client, () => ReadonlyMap<string, Relation>>();

/**
 * The people with whom the user has a relation.
 * Kept from events, as looking at each known user for every change is too much with thousands of members.
 */
function relationsOf(client: Client): () => ReadonlyMap<string, Relation> {
  const known = relationsByClient.get(client);
  if (known) return known;
  const [relations, setRelations] = createSignal<ReadonlyMap<string, Relation>>(readAll(client));
  client.on("ready", () => setRelations(readAll(client)));
  client.on("userUpdate", ({ id, relationship = "None" }) => {
    if ((untrack(relations).get(id) ?? "None") === relationship) return;
    setRelations((before) => {
      const next = new Map(before);
      if (relationship === "None") next.delete(id);
      else next.set(id, relationship);
      return next;
    });
  });
  relationsByClient.set(client, relations);
  return relations;
}

function readAll(client: Client): ReadonlyMap<string, Relation> {
  return untrack(() => {
    const related = client.users.filter(({ relationship }) => (relationship ?? "None") !== "None");
    return new Map(related.map(({ id, relationship }) => [id, relationship as Relation]));
  });
}

/** The people who have one of these relations with the user, by name. */
export function peopleWith(client: Client, ...wanted: readonly Relation[]): User[] {
  const found: User[] = [];
  for (const [id, relation] of relationsOf(client)()) {
    const user = wanted.includes(relation) && client.users.get(id);
    if (user) found.push(user);
  }
  return found.sort((a, b) => a.displayName.localeCompare(b.displayName));
}
