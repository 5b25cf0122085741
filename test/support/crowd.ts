import type { ServersTables } from "../../src/domains/servers/index.ts";
import type { UsersTables } from "../../src/domains/users/index.ts";
import { newUserRow } from "../../src/domains/users/rules/new-user.ts";
import type { TestServer } from "./server.ts";

const manyAtOnce = 500;

/** Ids of users who cannot log in, but are quickly made. */
export async function newCrowd({ running }: TestServer, size: number): Promise<string[]> {
  const common = { discriminator: "0001", policy_acknowledged_at: 0 };
  const users = Array.from({ length: size }, () => running.services.ids.next()).map((id) =>
    newUserRow({ ...common, id, username: `Many ${id}` }),
  );
  await running.store.write(async (tx) => {
    for (let at = 0; at < size; at += manyAtOnce) {
      const some = users.slice(at, at + manyAtOnce);
      await tx.sql<UsersTables>().insertInto("users").values(some).execute();
    }
  });
  return users.map(({ id }) => id);
}

/** Lets them in, and tells nobody. */
export async function letIn(
  { running }: TestServer,
  { id: server_id }: { id: string },
  crowd: readonly string[],
): Promise<void> {
  const common = { server_id, nickname: null, pronouns: null, avatar: null, timeout_until: null };
  const joined_at = running.services.clock.now();
  const members = crowd.map((user_id) => ({ ...common, user_id, joined_at, can_publish: 1, can_receive: 1 }));
  await running.store.write(async (tx) => {
    await tx.sql<ServersTables>().insertInto("members").values(members).execute();
  });
}
