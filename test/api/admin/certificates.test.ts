import { expect, setDefaultTimeout, test } from "bun:test";
import type { AdminOverview } from "../../../src/domains/admin/state-model.ts";
import { makeCertificate } from "../../support/http/make-certificate.ts";
import { metricsOn, scrape, sumOf } from "../../support/metrics/scrape.ts";
import { newOperator } from "../../support/operators/operators.ts";
import { openServer } from "../../support/server/server.ts";

setDefaultTimeout(60_000);

test("operators see which certificates expire within three weeks, and metrics show when each expires", async () => {
  const [soon, later] = [20, 40].map((days) => Math.floor(Date.now() / 1_000 + days * 86_400) * 1_000);
  const websites = [soon, later].map((expiresAt = 0) =>
    Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      tls: makeCertificate(expiresAt),
      fetch: () => new Response(),
    }),
  );
  const names = websites.map(({ port }) => `localhost:${port}`);
  const [public_url, app_url] = names.map((name) => `https://${name}`);
  await using server = await openServer("sqlite", { config: { public_url, app_url, metrics: metricsOn } });
  const operator = await newOperator(server);
  const { body } = await server.client.get("/admin/overview", operator);
  expect((body as AdminOverview).expiring_certificates).toEqual([
    { name: names[0] ?? "", expires_at: new Date(soon ?? 0).toISOString() },
  ]);
  const families = await scrape(server);
  for (const [at, days] of [20, 40].entries()) {
    const seconds = sumOf(families, "ermine_certificate_expires_seconds", { name: names[at] ?? "" });
    expect(Math.round(seconds / 86_400)).toBe(days);
  }
  await Promise.all(websites.map((website) => website.stop(true)));
});
