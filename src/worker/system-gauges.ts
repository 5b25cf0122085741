import { gauge } from "../declare/gauge.ts";
import type { SystemTables } from "../store/system-tables.ts";
import { backupGauges } from "./backup-gauges.ts";

/** Rows that are counted at most, so that a long queue does not make the count slow. */
const maxCounted = 100_000;

/** The figures about tables that belong to no domain. */
export const systemGauges = [
  gauge({
    name: "ermine_jobs",
    help: "Jobs by state: waiting for their time, due, running or given_up. At most 100 000 are counted.",
    labels: ["state"],
    async read(db) {
      const now = db.services.clock.now();
      const states = await db
        .sql<SystemTables>()
        .selectFrom((eb) =>
          eb.selectFrom("jobs").select(["failed", "leased_until", "run_at"]).limit(maxCounted).as("counted"),
        )
        .select((eb) =>
          eb
            .case()
            .when("failed", "=", 1)
            .then("given_up")
            .when("leased_until", ">", now)
            .then("running")
            .when("run_at", "<=", now)
            .then("due")
            .else("waiting")
            .end()
            .as("state"),
        )
        .select((eb) => eb.fn.countAll<number>().as("jobs"))
        .groupBy("state")
        .execute();
      const counts = new Map(states.map(({ state, jobs }) => [state, Number(jobs)]));
      return ["waiting", "due", "running", "given_up"].map((state) => ({
        labels: { state },
        value: counts.get(state) ?? 0,
      }));
    },
  }),
  gauge({
    name: "ermine_outbox_announcements",
    help: "Events that the command line has left for the server and that it has not published yet (SQLite).",
    async read(db) {
      const row = await db
        .sql<SystemTables>()
        .selectFrom("outbox")
        .select((eb) => eb.fn.countAll<number>().as("announcements"))
        .executeTakeFirst();
      return Number(row?.announcements ?? 0);
    },
  }),
  ...backupGauges,
];
