import type { AdminSample } from "../../src/domains/admin/state-model.ts";
import { run } from "../support/backups/backups.ts";
import type { Page } from "../support/browser/web-browser.ts";
import { addFailedJob } from "../support/database/failed-job.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { confirm, type Operator } from "../support/operators/operators.ts";
import { about, reported } from "../support/operators/reports.ts";
import type { TestServer } from "../support/server/server.ts";
import type { DemoServer } from "./community.ts";
import { button, type Demo, type Shot } from "./pages.ts";
import type { People } from "./people.ts";

/** What the admin page has to show: reports in each state, invites, and people whom something was done to. */
export async function fillAdmin(
  server: TestServer,
  { operator, people, place }: { operator: Operator; people: People; place: DemoServer },
): Promise<string> {
  const { client } = server;
  const channel = place.channels.get("hello") ?? "";
  await confirm(server, operator);
  const words = "Free coins for everybody!! https://example.com/coins <img src=x> **hurry**";
  const message = await sendMessage(server, { by: people.kenji, channel }, words);
  const context = "Posted in three channels within a minute. It asks for the password on the linked page.";
  const { id } = await reported(
    server,
    people.ines,
    about("Message", message, { report_reason: "ScamsFraud" }),
    {
      additional_context: context,
    },
  );
  await reported(server, people.ines, about("User", people.kenji.id, { report_reason: "Impersonation" }), {
    additional_context: "يتظاهر بأنه شخص آخر",
  });
  await reported(server, people.kenji, about("Server", place.id, { report_reason: "Harassment" }));
  await client.post("/admin/invites", { max_uses: 25 }, operator);
  await client.post("/admin/invites", {}, operator);
  await client.patch(`/admin/users/${people.ines.id}`, { badges: 1 + 16 + 256 }, operator);
  await client.patch(`/admin/servers/${place.id}`, { flags: 1 }, operator);
  const mail = {
    name: "send_mail",
    last_error: "connect ECONNREFUSED 192.0.2.25:587",
    run_at: server.clock.now(),
  };
  await addFailedJob(server, { ...mail, payload: "{}" });
  await run(server.home, "backup");
  return id;
}

/** An hour of a server with more to do than this one. */
const samples: AdminSample[] = Array.from({ length: 360 }, (_, index) => {
  const wave = Math.sin(index / 40) + Math.sin(index / 13) / 3 + Math.sin(index * 1.7) / 6;
  const noise = Math.abs(Math.sin(index * 12.9898) * 43_758.5453) % 1;
  return {
    at: new Date(Date.now() - (359 - index) * 10_000).toISOString(),
    connections: Math.round(380 + 60 * wave + index / 4),
    requests_per_second: 24 + 9 * wave + 6 * noise,
    messages_per_second: Math.max(0, 3 + 2 * wave + 2 * noise),
    memory_bytes: 148e6 + 90_000 * index + 2e6 * noise,
    cpu: 0.14 + 0.04 * wave + 0.05 * noise,
    lag_ms: 1 + 2 * noise + (index % 97 === 0 ? 14 : 0),
  };
});

async function showHour(page: Page): Promise<void> {
  await page.route("**/api/admin/overview", async (route) => {
    const response = await route.fetch();
    const counted_at = new Date().toISOString();
    await route.fulfill({
      response,
      json: { ...(await response.json()), node: "chat-1", counted_at, samples },
    });
  });
  await page.reload();
}

export function adminShots({ operator, report, people, place }: Demo): Shot[] {
  const own: Omit<Shot, "operator">[] = [
    { name: "admin", path: "/", prepare: showHour },
    { name: "admin-people", path: "/people" },
    {
      name: "admin-people-selected",
      path: "/people",
      async prepare(page) {
        const boxes = page.getByRole("checkbox", { name: /^Select \S+#/ });
        for (const index of [1, 2, 4]) await boxes.nth(index).check();
      },
    },
    { name: "admin-people-none", path: "/people?query=nobody-has-this-name" },
    { name: "admin-person", path: `/people/${people.ines.id}` },
    {
      name: "admin-person-wipe",
      path: `/people/${people.ines.id}`,
      prepare: (page) => button(page, "Wipe").click(),
    },
    { name: "admin-servers", path: "/servers" },
    { name: "admin-server", path: `/servers/${place.id}` },
    { name: "admin-reports", path: "/reports" },
    { name: "admin-report", path: `/reports/${report}` },
    { name: "admin-conversation", path: `/conversations/${place.channels.get("hello")}` },
    { name: "admin-invites", path: "/invites" },
    { name: "admin-bots", path: "/bots" },
    { name: "admin-jobs", path: "/jobs" },
    { name: "admin-backups", path: "/backups" },
    { name: "admin-configuration", path: "/configuration" },
    { name: "admin-audit", path: "/audit" },
    {
      name: "admin-menu",
      path: "/people",
      prepare: async (page, width) => width < 900 && button(page, "Open the menu").click(),
    },
  ];
  return own.map((shot) => ({ ...shot, operator }));
}
