import { sql } from "kysely";
import { newUserRow } from "../../../src/domains/users/rules/new-user.ts";
import type { UsersTables } from "../../../src/domains/users/tables.ts";
import type { TestServer } from "../server/server.ts";

/** Occupies discriminators of a username with rows of users that have no account. */
export async function occupyDiscriminators(
  { running }: Pick<TestServer, "running">,
  username: string,
  [discriminator = "", ...others]: readonly string[],
): Promise<void> {
  const first = { id: `${username}#${discriminator}`, username, discriminator, policy_acknowledged_at: 0 };
  const row = newUserRow(first);
  const columns = Object.keys(row).map((name) => sql.ref(name));
  // Copies of the first in one statement: thousands of rows as its values would take long to compile.
  const values = Object.keys(row).map((name) => {
    if (name === "id") return sql`username || '#' || list.value`;
    return name === "discriminator" ? sql`list.value` : sql.ref(name);
  });
  await running.store.write(async (tx) => {
    const db = tx.sql<UsersTables>();
    await db.insertInto("users").values(row).execute();
    const json = JSON.stringify(others);
    const list =
      tx.dialect === "sqlite" ? sql`json_each(${json})` : sql`json_array_elements_text(${json}::text::json)`;
    await sql`
      insert into users (${sql.join(columns)})
      select ${sql.join(values)} from users, ${list} as list where users.id = ${row.id}
    `.execute(db);
  });
}
