import { afterEach, describe, expect, test } from "bun:test";
import type { UserStatus } from "../protocol/types.ts";
import { click, press } from "./support/actions.ts";
import { all, find, gone, until } from "./support/find.ts";
import { type Network, Refusal } from "./support/network.ts";
import { openPage } from "./support/open-page.ts";
import { newScene } from "./support/scene.ts";

const edit = "patch /users/{target}";
const own = /: presence and status$/;

/** A page of Ann's, whose server tells what it is told. */
async function openOwn(status: UserStatus = {}, stored?: object) {
  const base = newScene();
  const { scene } = base;
  scene.me = { ...scene.me, status };
  if (stored) scene.settings = { "ermine-idle": [1, JSON.stringify(stored)] };
  const network = await openPage(base.path, scene);
  network.on(edit, ({ body }) => {
    const data = { status: body.status ?? {} };
    network.tell({ type: "UserUpdate", id: scene.me._id, data, clear: [], event_id: null });
    return scene.me;
  });
  network.on("post /sync/settings/set", () => undefined);
  await find("button", own);
  return { ...base, network };
}

const chosen = (network: Network) => network.sent(edit).map(({ body }) => body.status?.presence);
const marks = (network: Network) =>
  network
    .sent("post /sync/settings/set")
    .map(({ body }) => JSON.parse(`${Object(body)["ermine-idle"]}`).since as number);

async function choose(name: string) {
  await gone(() => all("menu"));
  click(await find("button", own));
  click(await find("menuitemradio", name));
}

/** Another page of this device tells when there was input. */
function noteInput(at: number) {
  localStorage.setItem("last-input", String(at));
  dispatchEvent(new StorageEvent("storage", { key: "last-input" }));
}

/** Nobody has touched the pages of this device for so long, and now the page is hidden. */
function leave(minutes: number) {
  noteInput(Date.now() - minutes * 60_000);
  Object.defineProperty(document, "hidden", { configurable: true, value: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
afterEach(() => void Reflect.deleteProperty(document, "hidden"));

test("of presences that are chosen too quickly the last one is sent, after a wait that is shown", async () => {
  const { network } = await openOwn();
  const asked: unknown[] = [];
  const { promise: tooQuick, resolve: refuse } = Promise.withResolvers<Refusal>();
  network.on(edit, ({ body }) => {
    asked.push(body.status?.presence);
    return asked.length === 1 ? tooQuick : newScene().scene.me;
  });
  for (const name of ["Idle", "Focus", "Busy"]) await choose(name);
  refuse(new Refusal("RateLimited", { retry_after: 1_500 }));
  await until(() => document.body.textContent?.includes("Busy in a moment") === true);
  await until(() => asked.length === 2);
  expect(asked).toEqual(["Idle", "Busy"]);
  await until(() => !document.body.textContent?.includes("in a moment"));
  expect(all("alert")).toEqual([]);
});

describe("idle by itself", () => {
  test("after some minutes without input, and present again with the next one", async () => {
    const { network } = await openOwn();
    leave(9);
    expect(marks(network)).toEqual([]);
    leave(11);
    await until(() => chosen(network).length === 1);
    await find("button", /Idle: presence/);
    press("a");
    await until(() => marks(network).length === 2);
    expect(chosen(network)).toEqual(["Idle", "Online"]);
    expect(marks(network)).toEqual([expect.any(Number), 0]);
    await find("button", /Online: presence/);
  });

  test.each(["Busy", "Focus", "Invisible", "Idle"] as const)("never in the place of %s", async (presence) => {
    const { network } = await openOwn({ presence });
    leave(11);
    expect(marks(network)).toEqual([]);
  });

  test("not where it is switched off", async () => {
    const { network } = await openOwn({}, { isWanted: false });
    leave(11);
    expect(marks(network)).toEqual([]);
  });

  test("not while another device is in use, which answers at once", async () => {
    const { network, scene } = await openOwn();
    network.on("post /sync/settings/set", ({ query }) => {
      const later = Number(query.timestamp) + 1;
      const update = { "ermine-idle": [later, JSON.stringify({ since: 0 })] as const };
      network.tell({ type: "UserSettingsUpdate", id: scene.me._id, update });
      return undefined;
    });
    leave(11);
    await until(() => marks(network).length === 1);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(chosen(network)).toEqual([]);
    // The other side of it: this device is in use when another one asks.
    noteInput(Date.now());
    const asked = { "ermine-idle": [Date.now() + 60_000, JSON.stringify({ since: Date.now() })] as const };
    network.tell({ type: "UserSettingsUpdate", id: scene.me._id, update: asked });
    await until(() => marks(network).length === 2);
    expect(marks(network)[1]).toBe(0);
  });

  test("what a page has left that was killed while idle is restored by the next one", async () => {
    const { network } = await openOwn({ presence: "Idle" }, { since: 5 });
    await until(() => marks(network).length === 1);
    expect([chosen(network), marks(network)]).toEqual([["Online"], [0]]);
  });
});
