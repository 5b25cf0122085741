import { confirm, type Operator } from "../support/operators.ts";
import { about, reported } from "../support/reports.ts";
import { sendMessage } from "../support/sending.ts";
import type { TestServer } from "../support/server.ts";
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
  return id;
}

export function adminShots({ operator, report, people, place }: Demo): Shot[] {
  const own: Omit<Shot, "operator">[] = [
    { name: "admin", path: "/" },
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
