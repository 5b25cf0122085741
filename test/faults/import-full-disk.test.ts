import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newUser } from "../support/accounts/people.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { hasSmallDisk, openSmallDisk, type SmallDisk } from "../support/database/small-disk.ts";
import { generateExport } from "../support/imports/generated-export.ts";
import { countMessages, importedRows } from "../support/imports/imported-rows.ts";
import { allowLoggedErrors, databaseErrors } from "../support/log/test-log.ts";
import { runErmine } from "../support/processes/program.ts";
import { openServer } from "../support/server/server.ts";
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
