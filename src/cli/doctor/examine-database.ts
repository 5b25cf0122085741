import { sql } from "kysely";
import type { Services } from "../../declare/services.ts";
import type { Database } from "../../platform/database/port.ts";
import { clockAheadMs, maxClockDifferenceMs } from "../../platform/nodes/clock-difference.ts";
import { clockIsBehindBy } from "../../startup/clock-check.ts";
import { confirmsCommitsEarly } from "../../startup/commit-check.ts";
import { checkWebPushKey } from "../../startup/key-check.ts";
import type { SystemTables } from "../../store/system-tables.ts";
import { attempt, type Finding, ok, warning } from "./finding.ts";

const slowMs = 200;

export async function examineDatabase(
  database: Database,
  { vault, secrets, config }: Services,
): Promise<Finding[]> {
  const advice = "Check that the disk or the database server works; the message says what failed.";
  return [
    await attempt("database", advice, () => examineWrites(database)),
    await attempt("clock", "Set the time of this machine, and keep it with NTP.", () =>
      examineClock(database),
    ),
    await attempt("push", "Put back secrets.json, or run `ermine secrets accept`.", async () => {
      await checkWebPushKey(database, vault, secrets);
      if (config.public_url.startsWith("https://")) return ok("push", "the key belongs to the database");
      return warning(
        "push",
        "the key belongs to the database, but browsers allow notifications only over https",
        "Put a proxy with TLS in front, and set public_url.",
      );
    }),
  ];
}

async function examineWrites(database: Database): Promise<Finding> {
  const started = performance.now();
  await database.write(async (queries) => {
    const value = new Date().toISOString();
    await queries
      .sql<SystemTables>()
      .insertInto("meta")
      .values({ key: "doctor_ran_at", value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
  });
  const writeMs = Math.round(performance.now() - started);
  const version = await database.read((queries) =>
    queries
      .sql()
      .selectNoFrom(
        database.dialect === "sqlite"
          ? sql<string>`'SQLite ' || sqlite_version()`.as("text")
          : sql<string>`'PostgreSQL ' || current_setting('server_version')`.as("text"),
      )
      .executeTakeFirstOrThrow(),
  );
  const text = `${version.text}, a write takes ${writeMs} ms`;
  if (await confirmsCommitsEarly(database))
    return warning(
      "database",
      `${text}; synchronous_commit is off, and Ermine turns it on for its own writes only`,
      "Set synchronous_commit = on in PostgreSQL: what other programs write may be lost in a power cut.",
    );
  if (writeMs <= slowMs) return ok("database", text);
  return warning("database", text, "Every message waits for such a write: use a faster disk or network.");
}

async function examineClock(database: Database): Promise<Finding> {
  const now = Date.now();
  const advice = "Set the time of this machine, and keep it with NTP.";
  const behind = await clockIsBehindBy(database, now);
  if (behind > 0)
    return warning("clock", `${Math.round(behind / 1_000)} s behind the last run of the server`, advice);
  if (database.dialect === "sqlite") return ok("clock", new Date(now).toISOString());
  const { ms } = await database.read((queries) =>
    queries
      .sql()
      .selectNoFrom(sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`.as("ms"))
      .executeTakeFirstOrThrow(),
  );
  const ahead = clockAheadMs(Number(ms), { before: now, after: Date.now() });
  if (Math.abs(ahead) <= maxClockDifferenceMs) return ok("clock", new Date(now).toISOString());
  const seconds = (Math.abs(ahead) / 1_000).toFixed(1);
  const text = `${seconds} s ${ahead > 0 ? "ahead of" : "behind"} the clock of PostgreSQL, by which all nodes are compared`;
  return warning("clock", text, advice);
}
