import { newUserRow } from "../../../src/domains/users/rules/new-user.ts";
import type { UserRow, UsersTables } from "../../../src/domains/users/tables.ts";
import type { TestServer } from "../server/server.ts";

/** Occupies discriminators of a username with rows of users that have no account. */
export async function occupyDiscriminators(
  { running }: Pick<TestServer, "running">,
  username: string,
  discriminators: readonly string[],
): Promise<void> {
  const rows: UserRow[] = discriminators.map((discriminator) =>
    newUserRow({ id: `${username}#${discriminator}`, username, discriminator, policy_acknowledged_at: 0 }),
  );
  await running.store.write(async (tx) => {
    for (let at = 0; at < rows.length; at += 1_000) {
      await tx
        .sql<UsersTables>()
        .insertInto("users")
        .values(rows.slice(at, at + 1_000))
        .execute();
    }
  });
}
