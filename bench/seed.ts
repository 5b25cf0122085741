import type { AccountsTables } from "../src/domains/accounts/index.ts";
import type { ChannelsTables } from "../src/domains/channels/index.ts";
import type { UsersTables } from "../src/domains/users/index.ts";
import { newUserRow } from "../src/domains/users/rules/new-user.ts";
import { randomToken } from "../src/platform/ids/ids.ts";
import { digestToken } from "../src/platform/secrets/vault.ts";
import type { RunningServer } from "../src/server/start-server.ts";

export interface SeededPerson {
  readonly id: string;
  readonly token: string;
}

const batch = 500;

/** Inserts users with sessions directly into the database. */
export async function seedPeople({ store, services }: RunningServer, count: number): Promise<SeededPerson[]> {
  const people = Array.from({ length: count }, () => ({ id: services.ids.next(), token: randomToken(64) }));
  for (let at = 0; at < people.length; at += batch) {
    const some = people.slice(at, at + batch);
    await store.write(async (tx) => {
      const accounts = some.map(({ id }) => ({
        id,
        email: `${id}@example.com`,
        email_normalised: id,
        password_hash: "",
        verification: "verified" as const,
        disabled: 0,
        totp: "disabled" as const,
      }));
      await tx
        .sql<AccountsTables>()
        .insertInto("accounts")
        .values(accounts as never)
        .execute();
      const sessions = some.map(({ id, token }) => ({
        id: services.ids.next(),
        user_id: id,
        token_digest: digestToken(token),
        name: "bench",
        last_seen: 0,
        subscription: null,
      }));
      await tx.sql<AccountsTables>().insertInto("sessions").values(sessions).execute();
      const users = some.map(({ id }) =>
        newUserRow({ id, username: `user${id}`, discriminator: "0042", policy_acknowledged_at: 0 }),
      );
      await tx.sql<UsersTables>().insertInto("users").values(users).execute();
    });
  }
  return people;
}

/** Makes each user a friend of the `reach` users next to them on either side, in a ring. */
export async function seedFriends(
  { store }: RunningServer,
  people: readonly SeededPerson[],
  reach: number,
): Promise<void> {
  for (let at = 0; reach > 0 && at < people.length; at += 20) {
    const rows = people.slice(at, at + 20).flatMap(({ id }, index) =>
      Array.from({ length: 2 * reach }, (_, side) => {
        const offset = side < reach ? side + 1 : reach - side - 1;
        const other = people[(at + index + offset + people.length) % people.length];
        return { user_id: id, other_id: other?.id ?? id, status: "Friend" as const, since: side };
      }),
    );
    await store.write((tx) => tx.sql<UsersTables>().insertInto("relations").values(rows).execute());
  }
}

/** Opens a direct conversation between the first two users. */
export async function seedConversation(
  { store, services }: RunningServer,
  people: readonly SeededPerson[],
): Promise<string> {
  const id = services.ids.next();
  const pair = people.slice(0, 2).map((person) => person.id);
  await store.write(async (tx) => {
    const channel = {
      id,
      kind: "DirectMessage" as const,
      pair: pair.join(" "),
      active: 1,
      last_message_id: null,
    };
    const recipients = pair.map((user_id, position) => ({ channel_id: id, user_id, position }));
    await tx.sql<ChannelsTables>().insertInto("channels").values(channel).execute();
    await tx.sql<ChannelsTables>().insertInto("channel_recipients").values(recipients).execute();
  });
  return id;
}
