import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { SQL } from "bun";
import { backUpTo, newSource, newTarget } from "../support/backups/backups.ts";
import { openSession } from "../support/database/copied-database.ts";
import { environmentOf, mainFile, runErmine } from "../support/processes/program.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(120_000);

/** The lock that servers, and commands that need all of them stopped, hold on a database. */
const lock = "pg_advisory_lock(3707, 1)";

test("a restore that loses its lock on the database to another process ends, and says so", async () => {
  using source = await newSource("sqlite");
  using target = await newTarget("postgres");
  const { archive } = await backUpTo(source, join(source.folder, "single.tar"));
  const url = target.databaseUrl;
  await using sessions = new AsyncDisposableStack();
  const openRival = () => sessions.adopt(new SQL({ url, max: 1 }), (each) => each.close());
  const { query } = sessions.use(openSession(url));

  // Its rows can be neither inserted nor read meanwhile, whenever it comes to them.
  const [blocker, thief] = [openRival(), openRival()];
  await blocker.unsafe("begin");
  const child = Bun.spawn([process.execPath, mainFile, "restore", archive], {
    cwd: target.dataDir,
    env: environmentOf(target),
    stdio: ["ignore", "ignore", "pipe"],
  });
  sessions.defer(async () => {
    child.kill("SIGKILL");
    await child.exited;
  });
  const holders = () => query("select pid from pg_stat_activity where application_name like 'ermine %-%'");
  const tableExists = "select 1 from information_schema.tables where table_name = 'accounts'";
  await until(async () => (await query(tableExists)).length > 0);
  await blocker.unsafe("lock table accounts in access exclusive mode");
  const [{ pid } = {}] = await holders();
  // It waits for the lock first, so that it gets it before the restore can take it again.
  const stolen = thief.unsafe(`select ${lock}`).execute();
  const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
  await until(async () => (await query(waiting)).length > 0);
  await query(`select pg_terminate_backend(${Number(pid)})`);
  await stolen;
  const refused = `select 1 from pg_stat_activity where application_name like 'ermine %-%'
    and pid <> ${Number(pid)} and state = 'idle' and query like '%pg_try_advisory_lock%'`;
  await until(async () => (await query(refused)).length > 0);
  // It asks twice before it believes it.
  await Bun.sleep(1_000);
  await blocker.unsafe("rollback");

  expect(await child.exited).toBe(1);
  expect(await new Response(child.stderr).text()).toContain("Another server is running");
  await thief.unsafe("select pg_advisory_unlock_all()");
  expect(await runErmine(target, ["accounts", "list"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("was interrupted"),
  });
  expect((await runErmine(target, ["restore", archive])).code).toBe(0);
});
