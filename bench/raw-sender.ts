/**
 * A control for sending: the least that a server must do to store messages durably, written by hand in one file. It knows
 * the caller by the digest of a token, stores the row and the channel's last message, syncs many commits at once, and
 * answers with the headers of Ermine. It checks no access and no body, limits nothing, indexes no word and has no events.
 */
import { Database } from "bun:sqlite";
import { closeSync, fdatasync, openSync } from "node:fs";
import { join } from "node:path";
import { monotonicFactory } from "ulid";

const { RAW_FOLDER: folder = "", RAW_PORT: port, RAW_TOKENS: tokens = "[]", RAW_HEADERS } = process.env;
const headers = new Headers(JSON.parse(RAW_HEADERS ?? "{}"));
const digest = (token: string) => Bun.SHA256.hash(token, "base64url");
const authors = new Map((JSON.parse(tokens) as string[]).map((token, index) => [digest(token), `${index}`]));
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
const newId = monotonicFactory();

let waiting: (() => void)[] = [];
let isSyncing = false;
let count = 0;

/** Commits what has come so far and answers once it is on disk; what comes meanwhile waits for the next sync. */
function flush(): void {
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
}

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
    if (!db.inTransaction) begin.run();
    insert.run(channel, id, author, null, content);
    setLast.run(channel, id);
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(flush);
    });
    headers.set("x-request-id", `raw-${(++count).toString(36)}`);
    return Response.json({ _id: id, nonce: id, channel, author, content }, { headers });
  },
});
process.on("SIGTERM", () => {
  server.stop(true);
  db.close();
  closeSync(log);
  process.exit(0);
});
