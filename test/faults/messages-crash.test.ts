import { Database as Handle } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import pg from "pg";
import { password } from "../support/accounts/people.ts";
import { type ServerProcess, startProcess } from "../support/processes/server-process.ts";
import { amount } from "../support/run/thorough.ts";
import { type Engine, engines, newHome, type TestHome } from "../support/server/engines.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(180_000);

const channelCount = 20;
const cheapHashes = { ERMINE_PASSWORDS_MEMORY_KIB: "64", ERMINE_PASSWORDS_PASSES: "1" };
/** Starting the server takes longest. With PostgreSQL the database itself is not killed, so few rounds suffice. */
const rounds: Record<Engine, number> = { sqlite: amount(3, 30), postgres: amount(1, 5) };

interface StoredMessage {
  readonly channel_id: string;
  readonly id: string;
  readonly content: string;
}

for (const engine of engines)
  test(`an acknowledged message survives a killed process, on ${engine}`, async () => {
    const home = await newHome(engine);
    const { token, channels } = await createServer(home);
    /** The contents that were answered with 200, by channel and in order. */
    const acknowledged = new Map<string, string[]>(channels.map((id) => [id, []]));
    const countAcknowledged = () => [...acknowledged.values()].reduce((sum, { length }) => sum + length, 0);
    for (let round = 0; round < rounds[engine]; round++) {
      const before = countAcknowledged();
      await using server = await startProcess(home, cheapHashes);
      const writers = channels.map((channel) =>
        write(server, token, { channel, round, done: acknowledged.get(channel) ?? [] }),
      );
      await until(() => countAcknowledged() > before);
      await Bun.sleep(Math.random() * 200);
      server.kill("SIGKILL");
      await Promise.all([...writers, server.exited]);
      await expectStored(home, acknowledged);
    }
    await using server = await startProcess(home, cheapHashes);
    const [first = ""] = channels;
    const { body } = await server.client.get(`/channels/${first}`, { token });
    const stored = (await readMessages(home)).filter(({ channel_id }) => channel_id === first);
    expect(body.last_message_id).toBe(stored.at(-1)?.id);
    for (const [channel, contents] of acknowledged)
      for (const content of contents.slice(-3)) {
        const query = { query: `"${content}"`, limit: 100 };
        const found = await server.client.post(`/channels/${channel}/search`, query, { token });
        expect(found.body.map((message: StoredMessage) => message.content)).toContain(content);
      }
    home.remove();
  });

/** Acknowledged messages are stored once and in order; the others may or may not be stored. */
async function expectStored(home: TestHome, acknowledged: ReadonlyMap<string, string[]>): Promise<void> {
  const stored = Map.groupBy(await readMessages(home), ({ channel_id }) => channel_id);
  for (const [channel, contents] of acknowledged) {
    const found = (stored.get(channel) ?? []).map(({ content }) => content);
    expect(new Set(found).size).toBe(found.length);
    const expected = new Set(contents);
    expect(found.filter((content) => expected.has(content))).toEqual(contents);
  }
}

/** Creates an account with a server of twenty channels. */
async function createServer(home: TestHome): Promise<{ token: string; channels: string[] }> {
  await using server = await startProcess(home, cheapHashes);
  const { client } = server;
  const login = { email: "ann@example.com", password };
  await client.post("/auth/account/create", login);
  const { token } = (await client.post("/auth/session/login", login)).body;
  await client.post("/onboard/complete", { username: "Ann" }, { token });
  const { body } = await client.post("/servers/create", { name: "Place" }, { token });
  const channels: string[] = [body.channels[0]._id];
  while (channels.length < channelCount) {
    const path = `/servers/${body.server._id}/channels`;
    channels.push((await client.post(path, { name: "More" }, { token })).body._id);
  }
  return { token, channels };
}

/** Sends one message after another until the server is killed. */
async function write(
  { client }: ServerProcess,
  token: string,
  { channel, round, done }: { channel: string; round: number; done: string[] },
): Promise<void> {
  for (let count = 0; ; count++) {
    const content = `${round} ${count}`;
    try {
      const { status } = await client.post(`/channels/${channel}/messages`, { content }, { token });
      expect(status).toBe(200);
      done.push(content);
    } catch {
      return;
    }
  }
}

async function readMessages({ dataDir, databaseUrl }: TestHome): Promise<StoredMessage[]> {
  const query = "select channel_id, id, content from messages order by channel_id, id";
  if (databaseUrl === "") {
    using database = new Handle(join(dataDir, "ermine.db"));
    expect(database.query("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    return database.query(query).all() as StoredMessage[];
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<StoredMessage>(query);
  await client.end();
  return rows;
}
