import type { UsersTables } from "../../../src/domains/users/tables.ts";
import type { Person } from "../accounts/people.ts";
import type { TestServer } from "../server/server.ts";

type Pair = readonly [Pick<Person, "id">, Pick<Person, "id">];

/** The stored relation of the first user to the second, and of the second to the first. */
export function readRelations(
  { running }: Pick<TestServer, "running">,
  [first, second]: Pair,
): Promise<string> {
  return running.store.read(async (db) => {
    const ids = [first.id, second.id];
    const rows = await db
      .sql<UsersTables>()
      .selectFrom("relations")
      .selectAll()
      .where("user_id", "in", ids)
      .where("other_id", "in", ids)
      .execute();
    const side = (id: string) => rows.find(({ user_id }) => user_id === id)?.status ?? "None";
    return `${side(first.id)}/${side(second.id)}`;
  });
}
