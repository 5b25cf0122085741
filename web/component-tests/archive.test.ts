import { expect, spyOn, test } from "bun:test";
import type { ServerExport } from "../protocol/types.ts";
import { click, fill } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { newSettingsScene } from "./support/settings-scene.ts";

const requesting = "post /servers/{target}/export";
const deleting = "delete /servers/{target}/export";
const requested_at = "2026-01-02T03:04:05.000Z";

/** Opens the page with an archive in some state, which can change. */
async function openWith(shown: ServerExport) {
  const { open, paths, archive } = newSettingsScene();
  archive.shown = shown;
  return { network: await open(`${paths.server}/archive`), archive };
}

test("an owner confirms that it is them, and the page follows the archive until it can be downloaded", async () => {
  const ticks: (() => void)[] = [];
  const original = globalThis.setInterval;
  const intervals = spyOn(globalThis, "setInterval").mockImplementation(((tick: () => void, ms: number) => {
    if (ms !== 4_000) return original(tick, ms);
    ticks.push(tick);
    return 0;
  }) as never);
  try {
    const { network, archive } = await openWith({ state: "none" });
    network.on("put /auth/mfa/ticket", () => ({
      _id: "ticket",
      account_id: "account",
      token: "the ticket",
      validated: true,
      authorised: true,
      last_totp_code: null,
    }));
    network.on(requesting, () => ({ state: "waiting", requested_at, messages: 0, files: 0 }) as const);
    await findText("There is no archive.");
    click(await find("button", "Create archive"));
    const dialog = await find("dialog", /Create an archive/);
    await until(() => dialog.querySelector("input[type=password]") !== null);
    fill(dialog.querySelector("input[type=password]") ?? dialog, "right");
    const submit = await find("button", "Create archive", dialog);
    await until(() => !submit.hasAttribute("disabled"));
    click(submit);
    await findText("The archive will be written in a moment.");
    expect(network.sent(requesting).map(({ headers }) => headers.get("x-mfa-ticket"))).toEqual([
      "the ticket",
    ]);
    archive.shown = { state: "running", requested_at, messages: 1200, files: 3 };
    ticks.at(-1)?.();
    await findText(/1,200 messages and 3 files so far/);
    expect(all("button", "Create archive")).toEqual([]);
    archive.shown = { state: "ready", requested_at, size: 2_000_000, download: "/exports/server/token" };
    ticks.at(-1)?.();
    const link = await find("link", "Download");
    expect(link.getAttribute("href")).toBe("/exports/server/token");
    // Each link can be used once.
    archive.shown = { ...archive.shown, download: "/exports/server/next" };
    link.addEventListener("click", (event) => event.preventDefault());
    click(link);
    await until(() => link.getAttribute("href") === "/exports/server/next");
    expect(await problemsOf("the archive")).toEqual([]);
  } finally {
    intervals.mockRestore();
  }
});

test("an archive is deleted, and one that is being written is stopped", async () => {
  for (const [state, action] of [
    ["ready", "Delete archive"],
    ["running", "Stop"],
  ] as const) {
    const { network } = await openWith({ state, requested_at, download: "/exports/server/token" });
    network.on(deleting, () => undefined);
    click(await find("button", action));
    await findText("There is no archive.");
    expect(network.sent(deleting)).toHaveLength(1);
    await gone(() => all("link", "Download"));
  }
});

test("one that could not be written can be asked for again", async () => {
  await openWith({ state: "failed", requested_at });
  await findText(/could not be written/);
  await find("button", "Create archive");
});
