import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createRoot, createSignal } from "solid-js";
import type { DesktopBridge } from "../client/src/desktop/bridge.ts";
import { setVoiceInput } from "../client/src/preferences/preferences.ts";
import { standardInput } from "../client/src/preferences/voice-input.ts";
import { createHoldKey } from "../client/src/voice/input/hold-key.ts";
import { click } from "./support/actions.ts";
import { joinsOf, openLounge } from "./support/call-scene.ts";
import { find, findText, until } from "./support/find.ts";
import { openPage } from "./support/open-page.ts";
import { newMessage, newScene } from "./support/scene.ts";

/** What the page asked of the shell. */
const asked = { keys: [] as (string | null)[], notifications: [] as { title: string; path: string }[] };
/** As the shell answers: keys that write are not taken. */
const bridge: DesktopBridge = {
  async holdKey(code) {
    asked.keys.push(code);
    return /^F\d+$/.test(code ?? "");
  },
  async notify(notification) {
    asked.notifications.push(notification);
  },
};

beforeEach(() => {
  Object.assign(asked, { keys: [], notifications: [] });
  Object.assign(window, { ermineDesktop: bridge });
});
afterEach(() => {
  Reflect.deleteProperty(window, "ermineDesktop");
  setVoiceInput(standardInput);
});

const tell = (type: string, detail: unknown) => window.dispatchEvent(new CustomEvent(type, { detail }));

describe("the key to hold, in the desktop shell", () => {
  const choose = (code: string) =>
    setVoiceInput({ ...standardInput, mode: "push-to-mute", key: { code, name: code } });
  const [isUsed, setUsed] = createSignal(false);
  /** Runs with a key that is used. */
  const withKey = async (code: string, run: (held: ReturnType<typeof createHoldKey>) => Promise<void>) => {
    choose(code);
    const { held, dispose } = createRoot((end) => ({ held: createHoldKey(isUsed), dispose: end }));
    setUsed(true);
    await run(held);
    setUsed(false);
    dispose();
  };

  test("works in every program during a call, and is another program's again after it", async () => {
    await withKey("F9", async ({ isHeld }) => {
      expect(asked.keys).toEqual(["F9"]);
      tell("ermine-hold-key", true);
      expect(isHeld()).toBe(true);
      // The answer of the shell has arrived by then.
      await Bun.sleep(0);
      window.dispatchEvent(new Event("blur"));
      expect(isHeld()).toBe(true);
      tell("ermine-hold-key", false);
      expect(isHeld()).toBe(false);
      choose("F8");
      expect(asked.keys).toEqual(["F9", null, "F8"]);
    });
    expect(asked.keys).toEqual(["F9", null, "F8", null]);
    tell("ermine-hold-key", true);
  });

  test("is one of the page if the shell does not take it", async () => {
    await withKey("KeyV", async ({ isHeld }) => {
      await Bun.sleep(0);
      window.dispatchEvent(new KeyboardEvent("keydown", { key: "v", code: "KeyV" }));
      expect(isHeld()).toBe(true);
      window.dispatchEvent(new Event("blur"));
      expect(isHeld()).toBe(false);
    });
  });
});

test("the desktop shell shows notifications, without a question, and leads to what was clicked", async () => {
  const { scene, bob, channel, path } = newScene();
  scene.settings = { ermine: [1, JSON.stringify({ sounds: false })] };
  const network = await openPage("/friends", scene);
  await find("heading", "Friends");
  const message = newMessage(channel, bob, "Hello", { mentions: [scene.me._id] });
  network.tell({ type: "Message", ...message });
  await until(() => asked.notifications.length === 1);
  expect(asked.notifications).toMatchObject([{ body: "Hello", path: expect.stringContaining(path) }]);
  tell("ermine-open", path);
  await find("textbox", "Write to General");
});

test("a call opens in the browser where the window cannot have one", async () => {
  const { network, server, lounge } = await openLounge();
  const opened: unknown[] = [];
  const { open } = window;
  Object.assign(window, { open: (url: unknown) => opened.push(url) });
  click(await find("button", "Join the call"));
  await findText("There are no calls in this window. The channel opens in your browser.");
  Object.assign(window, { open });
  expect(opened).toEqual([`/server/${server._id}/channel/${lounge._id}`]);
  expect(joinsOf(network)).toBe(0);
});
