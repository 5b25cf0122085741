import type { UsersTables } from "../../src/domains/users/tables.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

type Two = readonly [Pick<Person, "id">, Pick<Person, "id">];

/** How two people stand to each other, as stored: the first, then the second. */
export function relationsOf({ running }: Pick<TestServer, "running">, [first, second]: Two): Promise<string> {
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
