import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import { sql } from "kysely";
import pino from "pino";
import { configWith } from "../../src/config/load.ts";
import { migrations, newestVersion } from "../../src/migrations/index.ts";
import type { Migration, ReleasedMigration } from "../../src/migrations/kit.ts";
import { migrate, UnsupportedVersion } from "../../src/platform/database/migrate.ts";
import { UpgradeRefused } from "../../src/platform/database/upgrade-errors.ts";
import { startServer } from "../../src/server/start-server.ts";
import { openAt } from "../support/database/databases.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { startErmine } from "../support/processes/program.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { engines, type TestHome } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { newCommunity } from "../support/servers/communities.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const cluster = { enabled: true, shared_files: true };
const version = newestVersion;

const addColumn: ReleasedMigration = {
  name: "moods",
  breaks: false,
  up: async (db) => {
    await db.schema.alterTable("messages").addColumn("mood", "text").execute();
  },
};
const dropColumn: ReleasedMigration = {
  name: "no pins",
  breaks: "older versions read the column",
  up: async (db) => {
    await db.schema.alterTable("messages").dropColumn("pinned").execute();
  },
};

/** Migrates as the next version would, whose migrations are these besides the present ones. */
async function upgrade(home: TestHome, ...more: readonly Migration[]) {
  await using database = openAt("postgres", home);
  return await migrate(database, [...migrations, ...more], { directory: "" });
}

async function openNode(home: TestHome) {
  const lines: { msg: string; level: number }[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void lines.push(JSON.parse(line)) });
  return { server: await openServer("postgres", { home, config: { cluster }, log }), lines };
}

async function openHome() {
  const home = await newMigratedHome("postgres");
  return { ...home, [Symbol.dispose]: home.remove };
}

async function query(home: TestHome, text: string): Promise<Record<string, unknown>[]> {
  await using client = new SQL({ url: home.databaseUrl, max: 1 });
  return [...(await client.unsafe(text))];
}

describe.skipIf(!engines.includes("postgres"))("an upgrade while nodes run", () => {
  test("that they can live with is applied, and they go on and log it once", async () => {
    using home = await openHome();
    const { server, lines } = await openNode(home);
    await using _ = server;
    const { owner, channel } = await newCommunity(server);
    const { stream } = await openReadyStream(server, owner);
    expect(await upgrade(home, addColumn)).toMatchObject({ from: version, to: version + 1 });
    const newer = () => lines.filter(({ msg }) => msg.includes("newer version"));
    await until(() => newer().length > 0);
    // Several beats later there is still one line.
    const seen = async () => (await query(home, "select seen_us from nodes"))[0]?.seen_us;
    for (let beats = 0; beats < 2; beats++) {
      const before = await seen();
      await until(async () => (await seen()) !== before);
    }
    expect(newer()).toMatchObject([{ level: 40, database: version + 1, known: version }]);
    const sent = await server.client.post(`/channels/${channel}/messages`, { content: "hello" }, owner);
    expect(sent.status).toBe(200);
    expect(await stream.next("Message")).toMatchObject({ content: "hello" });
  });

  test("that they cannot live with is refused while they run, and changes nothing", async () => {
    using home = await openHome();
    {
      const { server } = await openNode(home);
      await using _ = server;
      const refusal = await upgrade(home, addColumn, dropColumn).catch((error) => error);
      expect(refusal).toBeInstanceOf(UpgradeRefused);
      expect(refusal.message).toMatch(
        /^This upgrade of the database \(no pins: older versions read the column\) needs all nodes to be stopped, but some are running: \S+ \(\S+\)\. Stop them, then start this one again; a killed node still counts for 10 seconds\.$/,
      );
      expect(await query(home, "select version from schema_version")).toEqual([{ version }]);
      expect(await query(home, "select * from nodes")).toHaveLength(1);
    }
    expect(await upgrade(home, addColumn, dropColumn)).toMatchObject({ from: version, to: version + 2 });
  });

  test("refuses what a single server cannot live with, although it has lost its lock for a moment", async () => {
    using home = await openHome();
    {
      await using server = await openServer("postgres", { home });
      // What `ermine migrate` could do in the moment in which the lock has no connection.
      await expect(upgrade(home, addColumn, dropColumn)).rejects.toThrow(
        /^This upgrade of the database \(no pins: .*\) needs all nodes to be stopped, but some are running: \S+ \(\S+\)\./,
      );
      expect(await query(home, "select version from schema_version")).toEqual([{ version }]);
      expect((await server.client.get("/")).status).toBe(200);
    }
    expect(await query(home, "select * from nodes")).toEqual([]);
    expect(await upgrade(home, addColumn, dropColumn)).toMatchObject({ to: version + 2 });
  });

  test("refuses older nodes that start later, with one line", async () => {
    using home = await openHome();
    await upgrade(home, addColumn);
    const variables = {
      ERMINE_PORT: "0",
      ERMINE_CLUSTER_ENABLED: "true",
      ERMINE_CLUSTER_SHARED_FILES: "true",
    };
    expect(await startErmine(home, ["serve"], variables)).toEqual({
      code: 78,
      stdout: "",
      stderr: `The database is at version ${version + 1}; this program knows versions up to ${version}. Start a newer Ermine, or restore a backup made with this one.\n`,
    });
  });

  test("refuses older nodes that started before it and had not registered yet", async () => {
    using home = await openHome();
    await using client = new SQL({ url: home.databaseUrl, max: 1 });
    const upgrading = await client.reserve();
    // What an upgrade that breaks nodes does: they wait with their registration.
    await upgrading.unsafe("begin; lock table nodes in share mode");
    await upgrading.unsafe("update schema_version set version = version + 1");
    const config = configWith({
      port: 0,
      data_dir: home.dataDir,
      database_url: home.databaseUrl,
      cluster,
      log: { level: "silent" },
      voice: { mode: "off" },
    });
    const starting = startServer(config).then(
      () => "started",
      (error) => error,
    );
    await until(async () => {
      const waiting = "select 1 from pg_locks where not granted and relation = 'nodes'::regclass";
      return (await query(home, waiting)).length > 0;
    });
    await upgrading.unsafe("commit");
    upgrading.release();
    expect(await starting).toBeInstanceOf(UnsupportedVersion);
    expect(await query(home, "select * from nodes")).toEqual([]);
  });

  thoroughTest("lets them read and write while it waits for a long transaction", async () => {
    using home = await openHome();
    const { server } = await openNode(home);
    await using _ = server;
    const { owner, channel } = await newCommunity(server);
    await using client = new SQL({ url: home.databaseUrl, max: 1 });
    const backup = await client.reserve();
    await backup.unsafe("begin; select 1 from messages limit 1");
    let isOver = false;
    const upgraded = upgrade(home, addColumn).finally(() => {
      isOver = true;
    });
    const isWaiting = async () =>
      (await query(home, "select 1 from pg_locks where not granted and relation = 'messages'::regclass"))
        .length > 0;
    for (let attempts = 0; attempts < 2; attempts++) {
      await until(isWaiting);
      const sent = await server.client.post(`/channels/${channel}/messages`, { content: "hello" }, owner);
      expect(sent.status).toBe(200);
    }
    expect(isOver).toBe(false);
    await backup.unsafe("commit");
    backup.release();
    expect(await upgraded).toMatchObject({ to: version + 1 });
  });

  thoroughTest("that keeps them waiting for too long is undone", async () => {
    using home = await openHome();
    const { server } = await openNode(home);
    await using _ = server;
    const slow: ReleasedMigration = {
      name: "slow",
      breaks: false,
      up: async (db) => {
        await addColumn.up(db, "postgres");
        await sql`select pg_sleep(60)`.execute(db);
      },
    };
    await expect(upgrade(home, slow)).rejects.toThrow(
      "The upgrade of the database takes too long while nodes are running, and was undone.",
    );
    expect(await query(home, "select version from schema_version")).toEqual([{ version }]);
  });
});
