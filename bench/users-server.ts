/** Ermine in a process of its own, with people in communities and messages in their channels. */
import { configWith } from "../src/config/load.ts";
import type { AccountsTables } from "../src/domains/accounts/index.ts";
import { createLog } from "../src/platform/log/log.ts";
import { startServer } from "../src/server/start-server.ts";
import { seedFriends, seedPeople } from "./seed.ts";
import { seedMessages } from "./seed-messages.ts";
import { type SeededServer, seedServer } from "./seed-servers.ts";
import { type ActiveUser, activePassword } from "./user-actions.ts";

const { folder, databaseUrl, people: count } = JSON.parse(process.argv[2] ?? "{}");
/** Everybody is in two communities of this size, each with ten channels. */
const [members, channelCount, messagesEach] = [100, 10, 200];
const plenty = 1_000_000_000;
const config = configWith({
  port: 0,
  data_dir: folder,
  database_url: databaseUrl,
  // The rate limiter is on. All people come from one address here, which would be too many.
  ratelimits: { total_address: plenty, auth: plenty, account: plenty, any: plenty },
  voice: { mode: "off" },
  web: { enabled: false },
  events: { connects_by_address: 0, ping_within_ms: 3_600_000, shutdown_spread_ms: 0 },
});
const open = () => startServer(config, { log: createLog("error") });

let running = await open();
const people = await seedPeople(running, count);
await seedFriends(running, people, 1);
await setPassword();
const servers: SeededServer[] = [];
for (let at = 0; at < people.length; at += members / 2) {
  // Each half is the first of one community and the second of another.
  const some = [
    ...people.slice(at, at + members),
    ...people.slice(0, Math.max(0, at + members - people.length)),
  ];
  servers.push(await seedServer(running, some, channelCount));
}
const users = people.map(({ id, token }, index): ActiveUser => {
  const half = Math.floor(index / (members / 2));
  const own = [servers[half], servers[(half + servers.length - 1) % servers.length]].filter(
    (server) => !!server,
  );
  return {
    id,
    token,
    email: `${id}@example.com`,
    servers: own.map(({ id: server, channels }) => ({ id: server, channels })),
    directMessage: "",
    channel: own[0]?.channels[0] ?? "",
    newest: "",
    oldest: "",
    own: undefined,
  };
});
await running.stop();
const channels = servers.flatMap((server) => server.channels);
await seedMessages({
  folder,
  databaseUrl,
  channels,
  authors: people.map(({ id }) => id),
  messages: channels.length * messagesEach,
});
running = await open();
await openDirectMessages();

process.on("message", async () => {
  await running.stop();
  process.exit(0);
});
process.send?.({
  api: `http://127.0.0.1:${running.port}`,
  stream: `ws://127.0.0.1:${running.port}/ws`,
  users,
});

/** One hash for all, because to compute each would take minutes. */
async function setPassword(): Promise<void> {
  const email = "first@example.com";
  await fetch(`http://127.0.0.1:${running.port}/api/auth/account/create`, {
    method: "POST",
    body: JSON.stringify({ email, password: activePassword }),
  });
  await running.store.write(async (tx) => {
    const sql = tx.sql<AccountsTables>();
    const { password_hash } = await sql
      .selectFrom("accounts")
      .select("password_hash")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    await sql
      .updateTable("accounts")
      .set(({ fn }) => ({ password_hash, email_normalised: fn<string>("lower", ["email"]) }))
      .where("email", "<>", email)
      .execute();
  });
}

/** Everybody has one with a friend. */
async function openDirectMessages(): Promise<void> {
  for (const [index, user] of users.entries()) {
    const other = users[index ^ 1]?.id ?? user.id;
    const response = await fetch(`http://127.0.0.1:${running.port}/api/users/${other}/dm`, {
      headers: { "x-session-token": user.token },
    });
    const { _id } = (await response.json()) as { _id: string };
    Object.assign(user, { directMessage: _id });
  }
}
