/**
 * A control for sending: the least that a server must do to store messages durably, written by hand in one file. It knows
 * the caller by the digest of a token, stores the row and the channel's last message, shares commits with others, and
 * answers with the headers of Ermine. It checks no access and no body, limits nothing, indexes no word and has no events.
 */
import { Database } from "bun:sqlite";
import { closeSync, fdatasync, openSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { monotonicFactory } from "ulid";

interface Message {
  readonly channel: string;
  readonly id: string;
  readonly author: string;
  readonly content: string;
}

/** Stores messages. Resolves when they are durable. */
type Store = (message: Message) => Promise<void>;

const { RAW_DATABASE: databaseUrl = "", RAW_FOLDER: folder = "", RAW_PORT: port } = process.env;
const { RAW_TOKENS: tokens = "[]", RAW_HEADERS } = process.env;
const headers = new Headers(JSON.parse(RAW_HEADERS ?? "{}"));
const digest = (token: string) => Bun.SHA256.hash(token, "base64url");
const authors = new Map((JSON.parse(tokens) as string[]).map((token, index) => [digest(token), `${index}`]));
const newId = monotonicFactory();
const { store, close } = databaseUrl === "" ? openSqlite() : await openPostgres();
let count = 0;

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  async fetch(request, server) {
    if (request.method !== "POST") return new Response("ready");
    const [, , , channel = ""] = new URL(request.url).pathname.split("/");
    server.requestIP(request);
    const author = authors.get(digest(request.headers.get("x-session-token") ?? ""));
    if (author === undefined) return new Response(null, { status: 401 });
    const { content } = (await request.json()) as { content: string };
    const id = newId();
    await store({ channel, id, author, content });
    headers.set("x-request-id", `raw-${(++count).toString(36)}`);
    return Response.json({ _id: id, nonce: id, channel, author, content }, { headers });
  },
});
process.on("SIGTERM", async () => {
  server.stop(true);
  await close();
  process.exit(0);
});

/** Commits what has come so far; what comes meanwhile waits for the next sync. */
function openSqlite(): { store: Store; close(): void } {
  const path = join(folder, "raw.db");
  const db = new Database(path, { create: true, strict: true });
  for (const statement of [
    "pragma journal_mode = wal",
    "pragma synchronous = normal",
    "pragma cache_size = -32768",
    "pragma wal_autocheckpoint = 8000",
    "create table channels (id text primary key, last text) without rowid",
    `create table messages (channel text, id text, author text, nonce text, content text, flags int, pinned int,
      primary key (channel, id)) without rowid`,
  ])
    db.run(statement);
  const log = openSync(`${path}-wal`, "r+");
  const begin = db.prepare("begin immediate");
  const commit = db.prepare("commit");
  const insert = db.prepare("insert into messages values (?, ?, ?, ?, ?, 0, 0)");
  const setLast = db.prepare(
    "insert into channels values (?, ?) on conflict do update set last = excluded.last",
  );
  let waiting: (() => void)[] = [];
  let isSyncing = false;
  const flush = () => {
    if (isSyncing || waiting.length === 0) return;
    const answered = waiting;
    waiting = [];
    isSyncing = true;
    commit.run();
    fdatasync(log, (error) => {
      if (error) throw error;
      isSyncing = false;
      for (const answer of answered) answer();
      if (waiting.length > 0) setImmediate(flush);
    });
  };
  return {
    store({ channel, id, author, content }) {
      if (!db.inTransaction) begin.run();
      insert.run(channel, id, author, null, content);
      setLast.run(channel, id);
      return new Promise((resolve) => {
        if (waiting.push(resolve) === 1) setImmediate(flush);
      });
    },
    close() {
      db.close();
      closeSync(log);
    },
  };
}

/** Stores what has come so far in one transaction, sent at once; what comes meanwhile waits for the next one. */
async function openPostgres(): Promise<{ store: Store; close(): Promise<void> }> {
  const client = new SQL({ url: databaseUrl, max: 1 });
  const session = await client.reserve();
  for (const statement of [
    "create table raw_channels (id text primary key, last text)",
    `create table raw_messages (channel text, id text, author text, nonce text, content text, flags int, pinned int,
      primary key (channel, id))`,
  ])
    await session.unsafe(statement);
  const setLast = `insert into raw_channels select * from unnest($1::text[], $2::text[])
    on conflict (id) do update set last = excluded.last`;
  const insert = `insert into raw_messages select channel, id, author, null, content, 0, 0
    from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as new(channel, id, author, content)`;
  const waiting: { readonly message: Message; resolve(): void }[] = [];
  let isRunning = false;
  const listOf = (values: readonly string[]) => `{${values.map((value) => JSON.stringify(value)).join(",")}}`;
  const runAll = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      const stored = waiting.splice(0);
      const last = new Map(stored.map(({ message: { channel, id } }) => [channel, id]));
      const column = (key: keyof Message) => listOf(stored.map(({ message }) => message[key]));
      await Promise.all([
        session`begin isolation level serializable`,
        session.unsafe(setLast, [listOf([...last.keys()]), listOf([...last.values()])]),
        session.unsafe(insert, [column("channel"), column("id"), column("author"), column("content")]),
        session`commit`,
      ]);
      for (const { resolve } of stored) resolve();
    }
    isRunning = false;
  };
  return {
    store(message) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ message, resolve });
      if (!isRunning) void runAll();
      return promise;
    },
    close: () => client.close(),
  };
}
