import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { newUser } from "../../support/accounts/people.ts";
import { upload } from "../../support/http/multipart.ts";
import { postMessage } from "../../support/messages/sending.ts";
import { metricsOn, metricsUrl, scrape, sumOf } from "../../support/metrics/scrape.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openServer } from "../../support/server/server.ts";
import { newCommunity } from "../../support/servers/communities.ts";
import { openReadyStream, openStream } from "../../support/stream/stream.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(60_000);

describeServer("the metrics", anyEngine, { config: { metrics: metricsOn } }, (server, engine) => {
  test("count requests by route and status, messages, commits and deliveries", async () => {
    const { channel, owner } = await newCommunity(server);
    await using _ready = (await openReadyStream(server, owner)).stream;
    await using _waiting = await openStream(server);
    const before = await scrape(server);
    const messages = 5;
    const send = () => postMessage(server, { channel, by: owner });
    for (const { status } of await Promise.all(Array.from({ length: messages }, send)))
      expect(status).toBe(200);
    expect((await postMessage(server, { channel, by: owner }, { content: "" })).status).toBe(422);
    await upload(server, owner, { content: "some text" });
    const after = await scrape(server);
    const grown = (name: string, labels = {}) => sumOf(after, name, labels) - sumOf(before, name, labels);
    const route = "/channels/:target/messages";
    expect(grown("ermine_http_requests_total", { method: "POST", route, status: "200" })).toBe(messages);
    expect(grown("ermine_http_requests_total", { method: "POST", route, status: "422" })).toBe(1);
    expect(grown("ermine_http_request_seconds_count", { method: "POST", route })).toBe(messages + 1);
    expect(grown("ermine_http_request_seconds_sum", { method: "POST", route })).toBeGreaterThan(0);
    expect(grown("ermine_messages_sent_total")).toBe(messages);
    expect(grown("ermine_deliveries_total")).toBe(messages);
    expect(grown("ermine_database_commit_writes_count")).toBeGreaterThan(0);
    expect(grown("ermine_database_commit_writes_sum")).toBeGreaterThanOrEqual(messages);
    if (engine === "sqlite") expect(grown("ermine_database_sync_seconds_count")).toBeGreaterThan(0);
    expect(sumOf(after, "ermine_connections", { state: "ready" })).toBe(1);
    expect(sumOf(after, "ermine_connections", { state: "authenticating" })).toBe(1);
    expect(sumOf(after, "ermine_database_bytes")).toBeGreaterThan(100_000);
    for (const check of ["events", "database", "disk", "files"])
      expect(sumOf(after, "ermine_ready", { check })).toBe(1);
    await until(async () => sumOf(await scrape(server), "ermine_event_loop_lag_seconds_count") > 0);
  });

  test("have a bounded number of series, whatever clients send", async () => {
    const call = (path: string, method = "GET") =>
      fetch(server.url + path, { method, ...(method === "POST" && { body: "x" }) }).catch(() => undefined);
    const attack = async (round: number) => {
      for (const method of ["GET", "POST", "PROPFIND", "TRACE", "BREW", "OPTIONS", "HEAD"])
        for (const path of ["", "/api", "/api/users", "/api/channels", "/autumn/attachments"])
          await call(`${path}/${crypto.randomUUID()}${round}?a=${round}`, method);
      await call(`/api/"} 1\\n${round}`);
    };
    const countSeries = async () => {
      const families = await scrape(server);
      return ["ermine_http_requests_total", "ermine_http_request_seconds"].map(
        (name) => families.get(name)?.samples.length,
      );
    };
    await attack(0);
    const before = await countSeries();
    for (let round = 1; round < 4; round++) await attack(round);
    expect(await countSeries()).toEqual(before);
    const samples = (await scrape(server)).get("ermine_http_requests_total")?.samples ?? [];
    const known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"];
    for (const { labels } of samples) {
      expect(known).toContain(labels.method ?? "");
      expect(labels.route).not.toMatch(/[0-9a-f]{8}-/);
    }
  });
});

describe("the listener of the metrics", () => {
  test("is off by default, and the port of the API never has them", async () => {
    await using off = await openServer("sqlite");
    expect(off.running.metricsPort).toBeUndefined();
    await using on = await openServer("sqlite", { config: { metrics: metricsOn } });
    for (const { url } of [off, on])
      for (const path of ["/metrics", "/api/metrics", "//metrics"]) {
        const response = await fetch(url + path);
        expect(response.status).toBe(404);
        expect(await response.text()).not.toContain("ermine_http_requests_total");
      }
  });

  test("serves nothing without the token, and nothing but the metrics", async () => {
    const token = "a token of the operator";
    await using server = await openServer("sqlite", { config: { metrics: { ...metricsOn, token } } });
    const url = metricsUrl(server);
    const statusWith = async (authorization?: string) =>
      (await fetch(url, authorization === undefined ? {} : { headers: { authorization } })).status;
    for (const wrong of [
      undefined,
      "",
      "Bearer",
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Basic ${token}`,
      token,
    ])
      expect(await statusWith(wrong)).toBe(401);
    expect((await fetch(url)).headers.get("www-authenticate")).toBe("Bearer");
    expect((await scrape(server, { authorization: `Bearer ${token}` })).size).toBeGreaterThan(20);
    const allowed = { authorization: `Bearer ${token}` };
    expect((await fetch(url, { method: "POST", headers: allowed })).status).toBe(405);
    for (const path of ["/", "/health", "/api/", "/metrics/more"])
      expect((await fetch(new URL(path, url), { headers: allowed })).status).toBe(404);
  });

  test("shows the calls that rate limits refused, by limit", async () => {
    await using server = await openServer("sqlite", {
      config: { metrics: metricsOn, ratelimits: { enabled: true, any: 1, auth: 100 } },
    });
    await newUser(server);
    for (let calls = 0; calls < 3; calls++) await server.client.get("/policy/nothing");
    expect(sumOf(await scrape(server), "ermine_rate_limit_refusals_total", { limit: "any" })).toBeGreaterThan(
      0,
    );
  });
});
