/** Run by `bun test --coverage`: sends as many plain messages as ERMINE_TEST_MESSAGES says, one after another. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configWith } from "../../../src/config/load.ts";
import { createLog } from "../../../src/platform/log/log.ts";
import { startServer } from "../../../src/server/start-server.ts";
import { newUser } from "../accounts/people.ts";
import { createClient } from "../http/client.ts";
import { openReadyStream } from "../stream/stream.ts";

const plenty = 1_000_000;

test("each message reaches another member", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ermine-send-"));
  const config = configWith({
    port: 0,
    data_dir: folder,
    database_url: "",
    passwords: { memory_kib: 64, passes: 1 },
    ratelimits: { auth: plenty, messaging: plenty, total: plenty, total_address: plenty },
    voice: { mode: "off" },
    events: { shutdown_spread_ms: 0 },
  });
  const running = await startServer(config, { log: createLog("error"), quietMs: 0 });
  const url = `http://127.0.0.1:${running.port}`;
  const client = createClient(`${url}/api`);
  const [author, reader] = [await newUser({ client }, "Author"), await newUser({ client }, "Reader")];
  const { body } = await client.post("/servers/create", { name: "Place" }, { token: author.token });
  const channel = `/channels/${body.channels[0]._id}`;
  const invite = await client.post(`${channel}/invites`, {}, { token: author.token });
  await client.post(`/invites/${invite.body._id}`, {}, { token: reader.token });
  // On a busy machine, jobs that repeat would run as many lines as the messages.
  await running.worker.stop(0);
  {
    await using stream = (await openReadyStream({ url }, reader)).stream;
    for (let sent = 0; sent < Number(process.env.ERMINE_TEST_MESSAGES); sent++) {
      const content = `What is said here is number ${sent}.`;
      const { status } = await client.post(`${channel}/messages`, { content }, { token: author.token });
      expect(status).toBe(200);
      expect(await stream.next("Message")).toMatchObject({ content });
    }
  }
  await running.stop();
  rmSync(folder, { recursive: true });
});
