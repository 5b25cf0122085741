import { describe, expect, test } from "bun:test";
import pg from "pg";
import { openPostgresProxy } from "../../../../test/support/postgres/postgres-proxy.ts";
import { engines, newHome } from "../../../../test/support/server/engines.ts";
import { AlreadyRunning } from "../../data-directory/data-directory.ts";
import { ServerLock } from "./server-lock.ts";

describe.each(engines.filter((engine) => engine === "postgres"))("the lock of a server on %s", (engine) => {
  /** Ends the connections that have or had a lock. */
  async function cutConnections(connectionString: string): Promise<void> {
    const admin = new pg.Client({ connectionString });
    await admin.connect();
    await admin.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await admin.end();
  }

  /** The first attempts may fail while the lost connection is noticed. */
  async function holdAgain(lock: ServerLock): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const error = await lock.hold().then(
        () => undefined,
        (reason) => reason,
      );
      if (error === undefined) return;
      if (error instanceof AlreadyRunning || attempt === 5) throw error;
    }
  }

  test("belongs to one server until it ends, also over a lost connection", async () => {
    const home = await newHome(engine);
    const second = new ServerLock(home.databaseUrl, "alone");
    {
      await using first = new ServerLock(home.databaseUrl, "alone");
      await first.acquire();
      await first.hold();
      await expect(second.acquire()).rejects.toBeInstanceOf(AlreadyRunning);
      await cutConnections(home.databaseUrl);
      await holdAgain(first);
      await holdAgain(second).catch((error) => expect(error).toBeInstanceOf(AlreadyRunning));
      await expect(second.hold()).rejects.toBeInstanceOf(AlreadyRunning);
    }
    await second.acquire();
    await second[Symbol.asyncDispose]();
    home.remove();
  });

  test("stays with its server when the connection dies without a reset", async () => {
    const home = await newHome(engine);
    using proxy = await openPostgresProxy(home.databaseUrl);
    await using first = new ServerLock(proxy.url, "alone", 500);
    await first.acquire();
    for (const connection of proxy.connections) {
      connection.set("up", "swallow");
      connection.set("down", "swallow");
    }
    await expect(first.hold()).rejects.toThrow("does not respond");
    await first.hold();
    await using second = new ServerLock(home.databaseUrl, "alone");
    await expect(second.hold()).rejects.toBeInstanceOf(AlreadyRunning);
    home.remove();
  });

  test("is lost if another server takes it while the connection is lost", async () => {
    const home = await newHome(engine);
    await using first = new ServerLock(home.databaseUrl, "alone");
    await first.acquire();
    await cutConnections(home.databaseUrl);
    await using second = new ServerLock(home.databaseUrl, "alone");
    await second.acquire();
    await expect(holdAgain(first)).rejects.toBeInstanceOf(AlreadyRunning);
    home.remove();
  });

  test("is shared by servers that all share it, and by no other", async () => {
    const home = await newHome(engine);
    const alone = new ServerLock(home.databaseUrl, "alone");
    {
      await using first = new ServerLock(home.databaseUrl, "shared");
      await using second = new ServerLock(home.databaseUrl, "shared");
      await Promise.all([first.acquire(), second.acquire()]);
      await expect(alone.hold()).rejects.toThrow("cluster.enabled");
    }
    await alone.acquire();
    await using third = new ServerLock(home.databaseUrl, "shared");
    await expect(third.hold()).rejects.toThrow("without cluster.enabled");
    await alone[Symbol.asyncDispose]();
    home.remove();
  });
});
