import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { newUser } from "../support/accounts/people.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { hasSmallDisk, openSmallDisk, type SmallDisk } from "../support/database/small-disk.ts";
import { generateExport } from "../support/imports/generated-export.ts";
import { countMessages, importedRows } from "../support/imports/imported-rows.ts";
import { allowLoggedErrors, databaseErrors } from "../support/log/test-log.ts";
import { runErmine } from "../support/processes/program.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { openServer } from "../support/server/server.ts";
import { filesKey } from "../support/stoat/stored-files.ts";
import { archiveOf } from "../support/stoat/write-dump.ts";
import { openReadyStream } from "../support/stream/stream.ts";

setDefaultTimeout(300_000);

const size = { messages: 2_400, people: 50, channels: 3 };
/** Less than the messages need. */
const step = 256 * 1_024;

describe.if(hasSmallDisk)("an import on a disk without room", () => {
  test("says so, shows nothing, and is completed by the same command when there is room", async () => {
    allowLoggedErrors(...databaseErrors);
    await using opened = new AsyncDisposableStack();
    const folder = opened.adopt(mkdtempSync(join(tmpdir(), "ermine-generated-")), (path) =>
      rmSync(path, { recursive: true }),
    );
    const source = await generateExport(folder, size);
    const disk = opened.use(openSmallDisk(64) as SmallDisk);
    const migrated = opened.adopt(await newMigratedHome("sqlite"), (home) => home.remove());
    cpSync(migrated.dataDir, disk.path, { recursive: true });
    const server = opened.use(
      await openServer("sqlite", {
        home: { ...migrated, dataDir: disk.path },
        config: { ready: { min_free_bytes: 0 } },
      }),
    );
    const owner = await newUser(server);
    const words = ["import", "discord", source, "--owner", owner.id];
    const visibleServers = async () => {
      const { stream, ready } = await openReadyStream(server, owner);
      await stream[Symbol.asyncDispose]();
      return ready.servers;
    };

    // With a little more room each time, until there is room for some messages.
    for (let free = step; (await countMessages(server)) === 0; free += step) {
      disk.empty();
      disk.fill(free);
      const refused = await runErmine(server.home, words);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("disk is full") });
    }
    expect(await countMessages(server)).toBeLessThan(size.messages);
    disk.empty();
    expect(await visibleServers()).toEqual([]);

    expect(await runErmine(server.home, words)).toMatchObject({ code: 0 });
    expect(await visibleServers()).toHaveLength(1);
    await using whole = await openServer("sqlite");
    const other = await newUser(whole);
    expect(await runErmine(whole.home, [...words.slice(0, -1), other.id])).toMatchObject({ code: 0 });
    expect(await countMessages(whole)).toBe(size.messages);
    expect(await importedRows(server, owner)).toEqual(await importedRows(whole, other));
  });
});

describe.if(hasSmallDisk)("a compressed archive that is larger than the disk", () => {
  thoroughTest("is refused before the disk is full, and nothing of it is left", async () => {
    using disk = openSmallDisk(32) as SmallDisk;
    const dataDir = join(disk.path, "data");
    const archive = join(disk.path, "dump");
    const message = { content: "0".repeat(2 ** 20) };
    const bomb = { users: [], messages: Array.from({ length: 64 }, (_, _id) => ({ _id, ...message })) };
    writeFileSync(archive, gzipSync(archiveOf(bomb)));
    const key = join(disk.path, "key");
    writeFileSync(key, `${filesKey.toString("base64")}\n`);
    const words = ["import", "stoat", "--dump", archive, "--files", disk.path, "--key-file", key];
    const home = { dataDir, databaseUrl: "", remove: () => {} };
    const minFree = 8 * 2 ** 20;
    let least = Number.POSITIVE_INFINITY;
    const watching = setInterval(() => {
      const { bavail, bsize } = statfsSync(disk.path);
      least = Math.min(least, bavail * bsize);
    }, 1);
    mkdirSync(dataDir);
    const { code, stderr } = await runErmine(home, words, { ERMINE_READY_MIN_FREE_BYTES: String(minFree) });
    clearInterval(watching);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("less than 8.4 MB free") });
    expect(readdirSync(join(dataDir, "import", "stoat"))).toEqual([]);
    expect(least).toBeGreaterThanOrEqual(minFree);
  });
});
