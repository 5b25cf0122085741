import type { ServersTables } from "../../../src/domains/members/index.ts";
import type { UsersTables } from "../../../src/domains/users/index.ts";
import { newUserRow } from "../../../src/domains/users/rules/new-user.ts";
import type { TestServer } from "../server/server.ts";

const batchSize = 500;

/** Inserts users without accounts, which is fast, and returns their ids. */
export async function insertUsers({ running }: TestServer, size: number): Promise<string[]> {
  const common = { discriminator: "0001", policy_acknowledged_at: 0 };
  const users = Array.from({ length: size }, () => running.services.ids.next()).map((id) =>
    newUserRow({ ...common, id, username: `Many ${id}` }),
  );
  await running.store.write(async (tx) => {
    for (let at = 0; at < size; at += batchSize) {
      const batch = users.slice(at, at + batchSize);
      await tx.sql<UsersTables>().insertInto("users").values(batch).execute();
    }
  });
  return users.map(({ id }) => id);
}

/** Inserts member rows without announcing them. */
export async function addMembers(
  { running }: TestServer,
  { id: server_id }: { id: string },
  userIds: readonly string[],
): Promise<void> {
  const common = { server_id, nickname: null, pronouns: null, avatar: null, timeout_until: null };
  const joined_at = running.services.clock.now();
  const members = userIds.map((user_id) => ({
    ...common,
    user_id,
    joined_at,
    can_publish: 1,
    can_receive: 1,
  }));
  await running.store.write(async (tx) => {
    await tx.sql<ServersTables>().insertInto("members").values(members).execute();
  });
}
