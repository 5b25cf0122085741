import { Database } from "bun:sqlite";
import { join } from "node:path";
import pg from "pg";
import { encodeTime } from "ulid";
import {
  channelTerm,
  searchId,
  searchWords,
  toTsvector,
} from "../src/domains/messages/rules/search-index.ts";

export interface Seeding {
  readonly folder: string;
  /** Empty for SQLite in the folder. */
  readonly databaseUrl: string;
  readonly channels: readonly string[];
  readonly authors: readonly string[];
  readonly messages: number;
}

interface Written {
  readonly channel: string;
  readonly id: string;
  readonly author: string;
  readonly content: string;
  /** Normalised, as the search compares them. */
  readonly words: readonly string[];
}

const consonants = "bcdfghjklmnpqrstvwxz";
const vowels = "aeiou";
const syllables = [...consonants].flatMap((first) => [...vowels].map((then) => first + then));
const vocabulary = Array.from({ length: 400 }, (_, index) =>
  [index, index * 7 + 3, index * 13 + 5]
    .slice(0, 2 + (index % 2))
    .map((number) => syllables[(number + Math.floor(index / syllables.length)) % syllables.length])
    .join(""),
);
const compared = vocabulary.map((word) => searchWords(word).join(""));
const wordsEach = 10;

/** Two of three messages contain the first, one of some hundred the other. */
export const commonWord = vocabulary[0] ?? "";
export const rareWord = vocabulary.at(-1) ?? "";

/** Inserts messages, spread over channels, users and the last year, into a database that no server has open. */
export async function seedMessages(seeding: Seeding): Promise<void> {
  const write = messagesOf(seeding);
  if (seeding.databaseUrl === "") seedSqlite(seeding, write);
  else await seedPostgres(seeding, write);
}

const setLast =
  "update channels set last_message_id = (select max(id) from messages where channel_id = channels.id)";

function seedSqlite({ folder, channels, messages }: Seeding, write: (number: number) => Written): void {
  using db = new Database(join(folder, "ermine.db"), { strict: true });
  db.run("pragma synchronous = off");
  db.run("pragma cache_size = -500000");
  const indexes = db
    .query("select name, sql from sqlite_master where type = 'index' and tbl_name = 'messages' and sql > ''")
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) db.run(`drop index ${name}`);
  const message = db.prepare(
    "insert into messages (channel_id, id, author_id, content) values (?1, ?2, ?3, ?4)",
  );
  const place = db.prepare("insert into indexed_messages (search_id, channel_id) values (?1, ?2)");
  const index = db.prepare("insert into message_words (rowid, channel, content) values (?1, ?2, ?3)");
  db.transaction(() => {
    for (const number of byChannel(channels.length, messages)) {
      const { channel, id, author, content } = write(number);
      message.run(channel, id, author, content);
    }
    // In the order in which they would have been sent.
    for (let number = 0; number < messages; number++) {
      const { channel, id, words } = write(number);
      place.run(searchId(id), channel);
      index.run(searchId(id), channel, words.join(" "));
    }
    db.run(setLast);
  })();
  for (const { sql } of indexes) db.run(sql);
  db.run("pragma wal_checkpoint(truncate)");
}

const batch = 5_000;

async function seedPostgres(
  { databaseUrl, channels, messages }: Seeding,
  write: (number: number) => Written,
): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    "select indexname, indexdef from pg_indexes where tablename = 'messages' and indexname <> 'messages_key'",
  );
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
  let some: Written[] = [];
  const flush = async () => {
    await client.query(
      `insert into messages (channel_id, id, author_id, content, words)
      select channel, id, author, content, words::tsvector
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
        as written (channel, id, author, content, words)`,
      [
        some.map(({ channel }) => channel),
        some.map(({ id }) => id),
        some.map(({ author }) => author),
        some.map(({ content }) => content),
        some.map(({ channel, words }) => toTsvector(words, channelTerm(channel))),
      ],
    );
    some = [];
  };
  for (const number of byChannel(channels.length, messages)) {
    some.push(write(number));
    if (some.length === batch) await flush();
  }
  await flush();
  await client.query(setLast);
  await client.query("set maintenance_work_mem = '512MB'");
  for (const { indexdef } of indexes) await client.query(indexdef);
  // As autovacuum would have left it by now.
  await client.query("vacuum analyze");
  await client.end();
}

/** The numbers of all messages, grouped by channel: the order of the table, so that inserts only append to it. */
function* byChannel(channels: number, messages: number): Generator<number> {
  for (let channel = 0; channel < channels; channel++)
    for (let number = channel; number < messages; number += channels) yield number;
}

/** The message with a number, always the same. Consecutive numbers go through the channels, and forward in time. */
function messagesOf({ channels, authors, messages }: Seeding): (number: number) => Written {
  const year = 365 * 24 * 3_600_000;
  const start = Date.now() - year;
  const inOrder = channels.toSorted();
  return (number) => {
    const random = createRandom(number);
    const picked = Array.from({ length: wordsEach }, () => pickWord(random));
    return {
      channel: inOrder[number % inOrder.length] ?? "",
      id: encodeTime(start + Math.floor((number * year) / messages), 10) + encodeTime(number, 16),
      author: authors[Math.floor(random() * authors.length)] ?? "",
      content: picked.map((word) => vocabulary[word]).join(" "),
      words: picked.map((word) => compared[word] ?? ""),
    };
  };
}

/** The index of a word in the list: the higher, the rarer, as in any language. */
function pickWord(random: () => number): number {
  return Math.floor((vocabulary.length + 1) ** random()) - 1;
}

/** Mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
