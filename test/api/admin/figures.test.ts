import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import packageFile from "../../../package.json" with { type: "json" };
import { configKeys } from "../../../src/config/keys.ts";
import { configSchema } from "../../../src/config/schema.ts";
import type {
  AdminBackups,
  AdminConfigurationValue,
  AdminJob,
  AdminOverview,
} from "../../../src/domains/admin/state-model.ts";
import { newUser } from "../../support/accounts/people.ts";
import { backUpTo } from "../../support/backups/backups.ts";
import { newGroup } from "../../support/channels/groups.ts";
import { addFailedJob } from "../../support/database/failed-job.ts";
import { sendMessage } from "../../support/messages/sending.ts";
import { actionsOf, confirm, newOperator, type Operator } from "../../support/operators/operators.ts";
import { about, reported } from "../../support/operators/reports.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { minutes, seconds } from "../../support/server/test-clock.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(60_000);

const secrets = {
  smtp: { password: "hidden-1" },
  metrics: { token: "hidden-2" },
  backup: { passphrase: "hidden-3" },
  s3: { access_key_id: "hidden-4", secret_access_key: "hidden-5" },
  voice: {
    nodes: [
      {
        name: "near",
        public_url: "wss://near.example",
        url: "https://near.example",
        key: "k",
        secret: "hidden-6",
      },
    ] as const,
  },
};

describe.each([...preferPostgres])("figures in the admin API on %s", (engine) => {
  let server: TestServer;
  let operator: Operator;
  const folder = mkdtempSync(join(tmpdir(), "ermine-backups-"));
  beforeAll(async () => {
    const backup = { ...secrets.backup, keep: 5, to: folder };
    server = await openServer(engine, { config: { ...secrets, backup } });
    operator = await newOperator(server);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  const get = async <T>(path: string): Promise<T> => {
    const { status, body } = await server.client.get(`/admin/${path}`, operator);
    expect(status, path).toBe(200);
    return body;
  };
  const overview = () => get<AdminOverview>("overview");

  test("the overview tells what there is, and counts at most once in a minute", async () => {
    const started = server.running.services.activity.startedAt;
    const ann = await newUser(server);
    await reported(server, ann, about("User", operator.id));
    await addFailedJob(server);
    server.clock.advance(minutes(2));
    const before = await overview();
    expect(before).toMatchObject({
      version: packageFile.version,
      node: hostname(),
      started_at: new Date(started).toISOString(),
      open_reports: 1,
      failed_jobs: 1,
      online_users: 0,
      counts: { users: 2, bots: 0, accounts: 2, servers: 0, messages: 0, files: 0, file_bytes: 0 },
      counted_at: expect.any(String),
    });
    expect(before.counts.database_bytes).toBeGreaterThan(10_000);
    const { stream } = await openReadyStream(server, ann);
    await newUser(server);
    const soon = await overview();
    expect(soon).toMatchObject({ counted_at: before.counted_at, counts: { users: 2 }, online_users: 1 });
    stream.close();
    server.clock.advance(minutes(10));
    await until(async () => (await overview()).counts.users === 3);
    expect((await overview()).counted_at).not.toBe(before.counted_at);
  });

  test("the overview has a sample for every ten seconds, with what was done meanwhile", async () => {
    await confirm(server, operator);
    const ann = await newUser(server);
    const { _id: channel } = await newGroup(server, ann);
    const { stream } = await openReadyStream(server, ann);
    const { activity } = server.running.services;
    for (let count = 0; count < 5; count += 1) await sendMessage(server, { by: ann, channel });
    server.clock.advance(seconds(10));
    await until(() => activity.samples.some(({ messagesPerSecond }) => messagesPerSecond > 0));
    const { samples } = await overview();
    stream.close();
    expect(samples.length).toBeLessThanOrEqual(360);
    const times = samples.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    // A request is counted when it comes, and its message once it is stored: perhaps in the next sample.
    for (const figure of ["connections", "requests_per_second", "messages_per_second", "cpu"] as const)
      expect(Math.max(...samples.map((sample) => sample[figure])), figure).toBeGreaterThan(0);
    for (const { memory_bytes } of samples) expect(memory_bytes).toBeGreaterThan(1_000_000);
  });

  test("jobs are listed by state, in pages and without their payload, and a failed one is run again", async () => {
    const failed = await addFailedJob(server, { run_at: server.clock.now() - minutes(5) });
    const running = await addFailedJob(server, { failed: 0, leased_until: server.clock.now() + minutes(5) });
    const jobs = (query: string) => get<AdminJob[]>(`jobs?limit=100&${query}`);
    const find = async (id: string) => (await jobs("")).find(({ _id }) => _id === id);
    expect(await find(failed)).toEqual({
      _id: failed,
      name: "unknown_kind",
      state: "failed",
      due_at: expect.stringContaining("T"),
      attempts: 3,
      last_error: "it did not work",
    });
    expect((await find(running))?.state).toBe("running");
    expect(await find("periodic:delete_old_operator_actions")).toMatchObject({
      name: "delete_old_operator_actions",
    });
    const idsOf = async (query: string) => (await jobs(query)).map(({ _id }) => _id);
    expect(await idsOf("state=failed")).toContain(failed);
    // The periodic jobs of the server may run too.
    expect(await idsOf("state=running")).toContain(running);
    for (const other of ["running", "waiting"]) expect(await idsOf(`state=${other}`)).not.toContain(failed);
    const all = await idsOf("");
    const [first = "", second = ""] = all;
    expect((await get<AdminJob[]>("jobs?limit=1")).map(({ _id }) => _id)).toEqual([first]);
    expect(await idsOf(`after=${encodeURIComponent(first)}`)).toEqual(all.slice(1));
    expect(second).not.toBe("");

    const retry = (id: string) => server.client.post(`/admin/jobs/${id}/retry`, {}, operator);
    expect((await retry(failed)).status).toBe(204);
    expect(await find(failed)).toMatchObject({ state: "waiting", attempts: 0 });
    expect((await actionsOf(server, operator))[0]).toEqual({
      source: "admin",
      action: "jobs retry",
      target: failed,
      details: {},
    });
    const actions = await actionsOf(server, operator);
    for (const id of [failed, running, "unknown"])
      expect(await retry(id)).toMatchObject({ status: 404, body: { type: "NotFound" } });
    expect(await actionsOf(server, operator)).toEqual(actions);
    expect(JSON.stringify(await jobs(""))).not.toContain("a secret");
  });

  test("backups tell the schedule, the last one and the archives there are", async () => {
    const { home } = server;
    const none = await get<AdminBackups>("backups");
    expect(none).toEqual({ keep: 5, to: folder, made: false, destinations: [], backups: [] });
    expect(await overview()).toMatchObject({ backups_made: false, backup_problems: [] });
    await backUpTo(home, folder);
    await backUpTo(home, folder);
    writeFileSync(join(folder, "notes.tar"), "not an archive");
    const made = await get<AdminBackups>("backups");
    expect(made.last).toMatchObject({ ok: true, bytes: expect.any(Number) });
    expect(made.backups).toHaveLength(2);
    for (const { name, at, bytes } of made.backups) {
      expect(bytes).toBe(statSync(join(folder, name)).size);
      expect(name.replaceAll(/\D/g, "")).toStartWith(at.replaceAll(/\D/g, ""));
    }
    const [newest, oldest] = made.backups.map(({ at }) => at);
    expect(newest).toBe(made.last?.started_at ?? "");
    expect(Date.parse(newest ?? "")).toBeGreaterThan(Date.parse(oldest ?? ""));
    expect(Date.parse(made.last?.finished_at ?? "")).toBeGreaterThan(Date.parse(newest ?? ""));
    expect(made).toMatchObject({
      made: true,
      destinations: [
        {
          destination: folder,
          is_of_server: false,
          problems: [],
          succeeded_at: newest,
          bytes: made.last?.bytes,
        },
      ],
    });
    expect(await overview()).toMatchObject({
      last_backup_at: newest,
      backups_made: true,
      backup_problems: [],
    });

    rmSync(folder, { recursive: true });
    writeFileSync(folder, "no folder");
    await expect(backUpTo(home, folder)).rejects.toThrow();
    await expect(backUpTo(home, folder)).rejects.toThrow();
    const { last, backups, destinations } = await get<AdminBackups>("backups");
    expect({ last, backups }).toEqual({
      last: { started_at: expect.any(String), ok: false, error: expect.any(String) },
      backups: [],
    });
    const [{ failing_since = "", failed_at = "", ...destination } = {}] = destinations;
    expect(destination).toMatchObject({ problems: ["failing"], error: last?.error, succeeded_at: newest });
    expect(Date.parse(failing_since)).toBeLessThan(Date.parse(failed_at));
    expect((await overview()).backup_problems).toEqual([
      { destination: folder, problem: "failing", since: failing_since },
    ]);
  });

  test("the configuration is shown as it is in force, and no secret of it", async () => {
    const values = await get<AdminConfigurationValue[]>("configuration");
    expect(values.map(({ key }) => key)).toEqual(configKeys(configSchema).map(({ key }) => key));
    const find = (name: string) => values.find(({ key }) => key === name);
    expect(find("backup.keep")).toMatchObject({ value: 5, is_default: false, is_secret: false });
    expect(find("http.body_limit")).toMatchObject({ value: 1_048_576, is_default: true });
    const [{ secret, ...node }] = secrets.voice.nodes;
    expect(find("voice.nodes")?.value).toEqual([node]);
    expect(find("smtp.password")).toEqual({
      key: "smtp.password",
      is_secret: true,
      is_default: false,
      doc: expect.any(String),
    });
    expect(find("database_url")?.is_default).toBe(engine === "sqlite");
    const everything = JSON.stringify(values);
    expect(everything).not.toContain("hidden-");
    expect(everything).not.toContain(server.home.databaseUrl || "hidden-");
  });
});

test("each node of a cluster has a name of its own in its overview", async () => {
  await using server = await openServer("postgres", { nodes: 2 });
  const operator = await newOperator(server);
  const { body } = await server.client.get("/admin/overview", operator);
  const names = server.nodes.map(({ services }) => services.activity.node);
  expect(names).toContain(body.node);
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^\S+ \([0-9a-f-]{36}\)$/);
});
