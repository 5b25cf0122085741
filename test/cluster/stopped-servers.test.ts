import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { lockStoppedServer } from "../../src/cli/lock-stopped-server.ts";
import { configWith } from "../../src/config/load.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { runErmine, startErmine } from "../support/processes/program.ts";
import { engines, newHome } from "../support/server/engines.ts";
import { openTwoNodes } from "./two-nodes.ts";

setDefaultTimeout(60_000);

const cluster = { ERMINE_CLUSTER_ENABLED: "true", ERMINE_CLUSTER_SHARED_FILES: "true" };
const isRunning =
  "Another server is running on this PostgreSQL database. Stop it, and all other nodes of its cluster, then run this command again.\n";

describe.skipIf(!engines.includes("postgres"))("commands that move data", () => {
  test("are refused on any machine until the last node has stopped", async () => {
    await using opened = await openTwoNodes();
    const { databaseUrl } = opened.home;
    // Another machine, with a data directory of its own.
    const [empty, copied] = [await newHome("sqlite"), await newMigratedHome("sqlite")];
    // One after the other, as each would keep the other from running.
    const results = async () => [
      await runErmine({ ...empty, databaseUrl }, ["files", "move", "--to", "s3"], cluster),
      await runErmine(copied, ["migrate-store", "--to", databaseUrl]),
    ];
    const refused = { code: 1, stdout: "", stderr: isRunning };
    expect(await results()).toEqual([refused, refused]);
    await opened.nodes[0].stop();
    expect(await results()).toEqual([refused, refused]);
    await opened.nodes[1].stop();
    for (const { stderr } of await results()) expect(stderr).not.toContain("running");
    for (const home of [empty, copied]) home.remove();
  });

  test("keep nodes from starting", async () => {
    const home = await newHome("postgres");
    const other = await newHome("sqlite");
    await using locks = new AsyncDisposableStack();
    const config = configWith({ data_dir: other.dataDir, database_url: home.databaseUrl });
    await lockStoppedServer(config, locks);
    expect(await startErmine(home, ["serve"], { ...cluster, ERMINE_PORT: "0" })).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "A server without cluster.enabled, or a command that needs all servers stopped, is running on this PostgreSQL database.\n",
    });
    await locks.disposeAsync();
    for (const each of [home, other]) each.remove();
  });
});
