import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { VoiceTables } from "../../../src/domains/voice/tables.ts";
import type { SystemTables } from "../../../src/store/system-tables.ts";
import { newEmail, newUser, password } from "../../support/accounts/people.ts";
import { upload } from "../../support/http/multipart.ts";
import { postMessage, sendMessage } from "../../support/messages/sending.ts";
import { metricsOn, scrape, sumOf } from "../../support/metrics/scrape.ts";
import { openPushService } from "../../support/push/push-service.ts";
import { drainJobs, newPushConversation } from "../../support/push/push-subscriptions.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer } from "../../support/server/server.ts";
import { newCommunity } from "../../support/servers/communities.ts";

setDefaultTimeout(60_000);

test("the outcomes of notifications are counted by carrier", async () => {
  await using service = await openPushService();
  await using server = await openServer("sqlite", { config: { ...service.config, metrics: metricsOn } });
  for (const statuses of [[201, 410], [503]]) {
    const { ann, channel, atBob } = await newPushConversation(server, service);
    for (const status of statuses) {
      service.respondAt(atBob.path, { status });
      await sendMessage(server, { by: ann, channel });
      await drainJobs(server);
    }
  }
  const families = await scrape(server);
  const count = (outcome: string) =>
    sumOf(families, "ermine_push_deliveries_total", { carrier: "web", outcome });
  expect([count("sent"), count("gone"), count("retry")]).toEqual([1, 1, 1]);
});

test("the alerts about registrations and failed logins count both", async () => {
  await using server = await openServer("sqlite", { config: { metrics: metricsOn } });
  const account = { email: newEmail(), password };
  expect((await server.client.post("/auth/account/create", account)).status).toBe(204);
  const attempt = { ...account, password: "not the password" };
  expect((await server.client.post("/auth/session/login", attempt)).status).toBe(401);
  expect((await server.client.post("/auth/session/login", account)).status).toBe(200);
  const { samples = [] } = (await scrape(server)).get("ermine_http_requests_total") ?? {};
  const rules = await Bun.file(join(import.meta.dir, "../../../docs/operating/monitoring/alerts.yml")).text();
  const selectors = [...rules.matchAll(/\{route="(\/auth\/[a-z/]+)",status=~?"([\d|]+)"\}/g)];
  expect(selectors.length).toBeGreaterThanOrEqual(6);
  for (const [selector, route, statuses] of selectors) {
    const counted = samples.filter(
      ({ labels }) => labels.route === route && statuses?.split("|").includes(labels.status ?? ""),
    );
    expect([selector, counted.reduce((sum, { value }) => sum + value, 0)]).toEqual([selector, 1]);
  }
});

test("mails are counted by outcome, and jobs by state", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ermine-mails-"));
  await using server = await openServer("sqlite", { config: { metrics: metricsOn, smtp: { folder } } });
  const register = async () => {
    await server.client.post("/auth/account/create", { email: newEmail(), password });
    await server.drain();
  };
  await register();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "not a folder");
  await register();
  await server.running.store.write((tx) =>
    tx
      .sql<SystemTables>()
      .insertInto("jobs")
      .values([
        { id: "lost", name: "unknown", payload: "null", run_at: 0, attempts: 9, leased_until: 0, failed: 1 },
        {
          id: "busy",
          name: "unknown",
          payload: "null",
          run_at: 0,
          attempts: 1,
          leased_until: 9e15,
          failed: 0,
        },
        {
          id: "soon",
          name: "unknown",
          payload: "null",
          run_at: server.clock.now() - 1,
          attempts: 0,
          leased_until: 0,
          failed: 0,
        },
      ])
      .execute(),
  );
  const families = await scrape(server);
  expect(sumOf(families, "ermine_mails_total", { outcome: "sent" })).toBe(1);
  expect(sumOf(families, "ermine_mails_total", { outcome: "failed" })).toBe(1);
  const jobs = (state: string) => sumOf(families, "ermine_jobs", { state });
  expect([jobs("given_up"), jobs("running"), jobs("due")]).toEqual([1, 1, 1]);
  rmSync(folder);
  // The periodic jobs, and the mail that is to be tried again.
  expect(jobs("waiting")).toBeGreaterThan(5);
});

test.each([...engines])("calls, people in them and the bytes of files are counted on %s", async (engine) => {
  await using server = await openServer(engine, { config: { metrics: metricsOn } });
  const uploader = await newUser(server);
  const content = "twenty-two characters.";
  for (const more of ["", "!"]) await upload(server, uploader, { content: content + more });
  const inCall = (channel_id: string, user_id: string) => ({ channel_id, user_id });
  const members = [inCall("one", "ann"), inCall("one", "bob"), inCall("two", "cid")];
  const rest = { server_id: null, sid: "", session_id: null, joined_at: 0, recorded_at: 0 };
  await server.running.store.write((tx) =>
    tx
      .sql<VoiceTables>()
      .insertInto("voice_states")
      .values(members.map((member) => ({ ...member, ...rest, can_subscribe: 1, sources: "" })))
      .execute(),
  );
  const families = await scrape(server);
  expect(sumOf(families, "ermine_voice_calls")).toBe(2);
  expect(sumOf(families, "ermine_voice_participants")).toBe(3);
  expect(sumOf(families, "ermine_files_stored_bytes")).toBe(2 * content.length + 1);
});

/** Fails so often, with a conflict, when a transaction writes to the log of commits: the last thing that it does. */
const conflicts = 3;
const conflicting = [
  "create sequence conflicts",
  `create function conflict() returns trigger language plpgsql as $$ begin
     if nextval('conflicts') <= ${conflicts} then raise exception 'conflict' using errcode = '40001'; end if;
     return new;
   end $$`,
  "create trigger conflict before insert on stream for each row execute function conflict()",
];

test.if(engines.includes("postgres"))("a message whose transaction runs again is counted once", async () => {
  await using server = await openServer("postgres", { config: { metrics: metricsOn } });
  const { channel, owner: by } = await newCommunity(server);
  await server.running.store.write(async (tx) => {
    for (const statement of conflicting) await sql.raw(statement).execute(tx.sql());
  });
  expect((await postMessage(server, { channel, by })).status).toBe(200);
  const families = await scrape(server);
  expect(sumOf(families, "ermine_database_retries_total")).toBe(conflicts);
  expect(sumOf(families, "ermine_messages_sent_total")).toBe(1);
  expect(families.get("ermine_stream_lag_commits")?.samples).toMatchObject([{ value: 0 }]);
});
