import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../src/compose/open-database.ts";
import { configWith } from "../../src/config/load.ts";
import type { JobRow, SystemTables } from "../../src/store/system-tables.ts";
import { newTicket } from "../support/accounts/people.ts";
import { newImportedPerson } from "../support/imports/imported-person.ts";
import { readArchive } from "../support/imports/read-archive.ts";
import { allowLoggedErrors } from "../support/log/test-log.ts";
import { killWhen } from "../support/processes/kill-when.ts";
import { environmentOf, mainFile, runErmine } from "../support/processes/program.ts";
import { type ServerProcess, startProcess } from "../support/processes/server-process.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { type Engine, newHome, type TestHome } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { newCommunity } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(180_000);

/** Enough that the job is still at work when it is noticed. */
const messageCount = 20_000;

const unfinished = ({ dataDir }: TestHome) =>
  readdirSync(dataDir).filter((name) => name.startsWith("export-"));

/** As when the lease of the process that was killed is over, which takes a minute. */
async function changeJob(home: TestHome, changes: Partial<JobRow>): Promise<void> {
  await using database = await openDatabase(
    configWith({ data_dir: home.dataDir, database_url: home.databaseUrl }),
  );
  await database.write((queries) =>
    queries
      .sql<SystemTables>()
      .updateTable("jobs")
      .set({ leased_until: 0, ...changes })
      .where("name", "=", "export_server")
      .execute(),
  );
}

thoroughTest.each([...anyEngine])(
  "an archive is finished after its server was killed, or is shown as failed, on %s",
  async (engine) => {
    allowLoggedErrors(/job given up/);
    const home = await newHome(engine);
    const server = await openServer(engine, { home });
    const { id, channel, owner } = await newCommunity(server);
    await newImportedPerson(server, { id, channel }, messageCount);
    const ticket = await newTicket(server, owner);
    const later = await newTicket(server, owner);
    await server.stop();

    const path = `/servers/${id}/export`;
    const request = ({ client }: ServerProcess, by: string) =>
      client.post(path, undefined, { token: owner.token, headers: { "x-mfa-ticket": by } });
    const shown = async ({ client }: ServerProcess) => (await client.get(path, owner)).body;
    const killWhileWriting = async (process: ServerProcess) => {
      const isWriting = () =>
        unfinished(home).some((name) => existsSync(join(home.dataDir, name, "archive.tar")));
      while (!isWriting()) await Bun.sleep(1);
      process.kill("SIGKILL");
      await process.exited;
      expect(unfinished(home)).toHaveLength(1);
    };

    {
      await using process = await startProcess(home);
      expect((await request(process, ticket)).status).toBe(200);
      await killWhileWriting(process);
    }
    await changeJob(home, {});
    {
      await using process = await startProcess(home);
      await until(async () => (await shown(process)).state === "ready");
      const { download, messages } = await shown(process);
      expect(messages).toBe(messageCount);
      const file = join(home.dataDir, "received.tar");
      writeFileSync(file, await (await fetch(`${process.url}${download}`)).bytes());
      const { parts } = await readArchive(file);
      expect(parts[`messages/${channel}.jsonl`]).toHaveLength(messageCount);
      expect(unfinished(home)).toEqual([]);

      expect((await request(process, later)).status).toBe(200);
      await killWhileWriting(process);
    }
    // The third process that died in it.
    await changeJob(home, { attempts: 3 });
    {
      await using process = await startProcess(home);
      await until(async () => (await shown(process)).state === "failed");
      await until(() => unfinished(home).length === 0);
    }
    home.remove();
  },
);

thoroughTest.each([...anyEngine])(
  "a command beside one that writes the same archive is refused, on %s",
  async (engine) => {
    const { home, channel, file, words, archives } = await openExport(engine);
    const first = Bun.spawn([process.execPath, mainFile, ...words], {
      cwd: home.dataDir,
      env: environmentOf(home),
      stdio: ["ignore", "ignore", "ignore"],
    });
    while (!archives().some((name) => hasContent(join(home.dataDir, name)))) await Bun.sleep(1);
    first.kill("SIGSTOP");
    expect(await runErmine(home, words)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Another export is writing ${file}.`),
    });
    first.kill("SIGCONT");
    expect(await first.exited).toBe(0);
    expect(archives()).toEqual(["club.tar"]);
    expect((await readArchive(file)).parts[`messages/${channel}.jsonl`]).toHaveLength(messageCount);
    home.remove();
  },
);

test.each([...anyEngine])("a killed command leaves no archive, and runs again, on %s", async (engine) => {
  const { home, channel, file, words, archives } = await openExport(engine);
  // The archive is being written.
  await killWhen(home, words, () => archives().some((name) => hasContent(join(home.dataDir, name))));
  expect(existsSync(file)).toBe(false);
  expect(await runErmine(home, words)).toMatchObject({ code: 0 });
  expect(archives()).toEqual(["club.tar"]);
  expect((await readArchive(file)).parts[`messages/${channel}.jsonl`]).toHaveLength(messageCount);
  home.remove();
});

async function openExport(engine: Engine) {
  const home = await newHome(engine);
  const server = await openServer(engine, { home });
  const { id, channel } = await newCommunity(server);
  await newImportedPerson(server, { id, channel }, messageCount);
  await server.stop();
  const file = join(home.dataDir, "club.tar");
  const words = ["export", "server", id, "--into", file];
  const archives = () => readdirSync(home.dataDir).filter((name) => name.startsWith("club.tar"));
  return { home, channel, file, words, archives };
}

/** Whether a file, or one in a folder, is not empty. */
function hasContent(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isDirectory()
      ? readdirSync(path).some((name) => hasContent(join(path, name)))
      : stats.size > 0;
  } catch {
    // It was deleted in the meantime.
    return false;
  }
}
