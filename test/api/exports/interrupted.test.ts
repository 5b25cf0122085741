import { afterAll, afterEach, beforeAll, expect, spyOn, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runExport } from "../../../src/domains/exports/actions/run-export.ts";
import { sweepExportsJob } from "../../../src/domains/exports/jobs.ts";
import { findExport, putExport } from "../../../src/domains/exports/store/server-exports.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { type Community, newCommunity } from "../../support/servers/communities.ts";

describeServer("an export", engines, (server) => {
  let community: Community;
  const now = spyOn(performance, "now");
  beforeAll(async () => {
    community = await newCommunity(server);
    const message = { content: "hello" };
    await server.client.post(`/channels/${community.channel}/messages`, message, community.owner);
  });
  afterEach(() => now.mockReset());
  afterAll(async () => {
    now.mockRestore();
  });

  const store = (id: string, state: "waiting" | "running") =>
    server.running.store.write((tx) =>
      putExport(tx, community.id, { id, state, requested_at: 0, messages: 0, files: 0 }),
    );
  const foldersIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith("export-"));

  test("fails, and nothing else does, if the database is lost while it reports how far it is", async () => {
    const { services, store: own } = server.running;
    await store("01M00000000000000000000001", "waiting");
    let time = 0;
    // Every report is due.
    now.mockImplementation(() => (time += 10_000));
    let writes = 0;
    const context = {
      services,
      read: own.read,
      write: (async (work) => {
        if (++writes === 2) throw new Error("the connection is lost");
        return own.write(work);
      }) as typeof own.write,
    };
    const running = runExport({ id: "01M00000000000000000000001", serverId: community.id }, context);
    await expect(running).rejects.toThrow("the connection is lost");
    expect((await own.read((db) => findExport(db, community.id)))?.state).toBe("failed");
    expect(foldersIn(services.config.data_dir)).toEqual([]);
  });

  test("that a kill has ended leaves nothing behind for long", async () => {
    const { services, store: own } = server.running;
    const folderOf = (id: string) => join(services.config.data_dir, `export-${id}-AbC123`);
    const [running, killed] = ["01M00000000000000000000002", "01M00000000000000000000003"];
    await store(running, "running");
    for (const id of [running, killed]) {
      mkdirSync(folderOf(id));
      writeFileSync(join(folderOf(id), "archive.tar"), "half of it");
    }
    await sweepExportsJob.run({ services, read: own.read, write: own.write }, null as never);
    expect([running, killed].map((id) => existsSync(folderOf(id)))).toEqual([true, false]);
  });
});
