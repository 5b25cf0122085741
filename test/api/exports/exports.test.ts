import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sweepExportsJob } from "../../../src/domains/exports/jobs.ts";
import {
  findExport,
  putExport,
  type StoredExport,
} from "../../../src/domains/exports/store/server-exports.ts";
import type { FilesTables } from "../../../src/domains/files/index.ts";
import { listOperatorActions } from "../../../src/domains/operators/store/operator-actions.ts";
import { newTicket, type Person } from "../../support/accounts/people.ts";
import { readArchive } from "../../support/imports/read-archive.ts";
import { newOperator } from "../../support/operators/operators.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { runCommand } from "../../support/server/run-command.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { until } from "../../support/until.ts";

describeServer("archives of servers", preferPostgres, (server, engine) => {
  let community: Community;
  const folder = mkdtempSync(join(tmpdir(), "ermine-exports-"));
  beforeAll(async () => {
    community = await newCommunity(server);
    await server.client.post(
      `/channels/${community.channel}/messages`,
      { content: "hello" },
      community.owner,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const path = () => `/servers/${community.id}/export`;
  const request = async (by: Person) =>
    server.client.post(path(), undefined, {
      token: by.token,
      headers: { "x-mfa-ticket": await newTicket(server, by) },
    });
  const shown = async (by = community.owner, at = path()) => (await server.client.get(at, by)).body;
  const ready = async (by = community.owner, at = path()) => {
    await until(async () => (await shown(by, at)).state === "ready");
    return shown(by, at);
  };
  const downloads = async () =>
    (await server.running.store.read((db) => listOperatorActions(db, { limit: 100 }))).filter(
      ({ action }) => action === "export download",
    );
  const stored = () =>
    server.running.store.read((db) => findExport(db, community.id)) as Promise<StoredExport>;
  const countStored = () =>
    server.running.store.read(async (db) => {
      const rows = await db.sql<FilesTables>().selectFrom("stored_files").select("hash").execute();
      return rows.length;
    });

  test("an owner asks for one, and downloads it", async () => {
    expect(await shown()).toEqual({ state: "none" });
    expect((await server.client.post(path(), undefined, community.owner)).body.type).toBe(
      "InvalidCredentials",
    );
    expect((await request(community.owner)).body).toMatchObject({ state: "waiting", messages: 0 });
    const body = await ready();
    expect(body).toMatchObject({ messages: 1, files: 0 });
    const link = `${server.url}${body.download}`;
    expect((await fetch(link, { method: "HEAD" })).status).toBe(200);
    const response = await fetch(link);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${community.id}.tar"`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const bytes = await response.bytes();
    expect(bytes.length).toBe(body.size);
    const file = join(folder, `${engine}.tar`);
    writeFileSync(file, bytes);
    const { manifest, parts } = await readArchive(file);
    expect(manifest.server._id).toBe(community.id);
    expect(parts[`messages/${community.channel}.jsonl`]).toMatchObject([{ content: "hello" }]);
  });

  test("a link can be used once, however many try at the same time", async () => {
    const { download } = await shown();
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await fetch(`${server.url}${download}`)).status),
    );
    expect(statuses.toSorted()).toEqual([200, 404, 404, 404, 404]);
    const { download: next } = await shown();
    expect((await fetch(`${server.url}${next}`)).status).toBe(200);
  });

  test("a changed link leads to nothing", async () => {
    const { download } = await shown();
    for (const link of [`${download}0`, download.replace(community.id, "other"), "/exports/x/y"])
      expect((await fetch(`${server.url}${link}`)).status).toBe(404);
  });

  test("a new one replaces the one before, whose link ends", async () => {
    const { download } = await shown();
    expect((await request(community.owner)).status).toBe(200);
    await ready();
    expect((await fetch(`${server.url}${download}`)).status).toBe(404);
    expect(await countStored()).toBe(1);
  });

  test("it is deleted when it has expired, and when its owner says so", async () => {
    await server.running.store.write(async (tx) =>
      putExport(tx, community.id, {
        ...(await stored()),
        expires_at: server.running.services.clock.now() - 1,
      }),
    );
    const { store, services } = server.running;
    await sweepExportsJob.run({ services, read: store.read, write: store.write }, null as never);
    expect(await shown()).toEqual({ state: "none" });
    expect(await countStored()).toBe(0);
    await request(community.owner);
    await ready();
    expect((await server.client.delete(path(), undefined, community.owner)).status).toBe(204);
    expect(await shown()).toEqual({ state: "none" });
    expect(await countStored()).toBe(0);
  });

  test("an operator does the same for any server", async () => {
    const operator = await newOperator(server);
    const at = `/admin${path()}`;
    expect((await server.client.post(at, {}, operator)).body).toMatchObject({ state: "waiting" });
    const { download } = await ready(operator, at);
    expect((await fetch(`${server.url}${download}`, { method: "HEAD" })).status).toBe(200);
    expect(await downloads()).toEqual([]);
    expect((await fetch(`${server.url}${download}`)).status).toBe(200);
    const recorded = { source: "admin", actor: operator.id, target: community.id };
    expect(await downloads()).toMatchObject([recorded]);
    // A link ends when its operator is demoted.
    const { download: later } = await shown(operator, at);
    const setOperator = (is: boolean) => runCommand(server, "users", is ? "promote" : "demote", operator.id);
    await setOperator(false);
    expect((await fetch(`${server.url}${later}`)).status).toBe(404);
    await setOperator(true);
    expect((await fetch(`${server.url}${(await shown()).download}`)).status).toBe(200);
    expect(await downloads()).toHaveLength(1);
    expect((await server.client.delete(at, {}, operator)).status).toBe(204);
    expect((await fetch(`${server.url}${download}`)).status).toBe(404);
  });

  test("no link outlives a transfer of the server", async () => {
    const { owner } = community;
    const next = await newMember(server, community);
    const operator = await newOperator(server);
    await request(owner);
    const links = [await ready(), await shown(operator, `/admin${path()}`)];
    await runCommand(server, "servers", "transfer", community.id, next.id);
    for (const { download } of links) expect((await fetch(`${server.url}${download}`)).status).toBe(404);
    expect((await fetch(`${server.url}${(await shown(next)).download}`)).status).toBe(200);
    await runCommand(server, "servers", "transfer", community.id, owner.id);
  });

  test("an archive that was withdrawn while it was written is not kept", async () => {
    await request(community.owner);
    await server.client.delete(path(), undefined, community.owner);
    await server.running.worker.drain();
    expect(await shown()).toEqual({ state: "none" });
    expect(await countStored()).toBe(0);
  });
});
