import { expect, test } from "bun:test";
import { click, press } from "./support/actions.ts";
import { all, find, findText, until } from "./support/find.ts";
import { focused, goTo, hasFocus } from "./support/keyboard.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newScene } from "./support/scene.ts";

const settings = "/settings/keyboard";

async function openKeys() {
  const base = newScene();
  const network = await openPage(settings, base.scene);
  await find("heading", "Keyboard");
  return { ...base, network };
}

/** Presses the button of a shortcut, and then keys. */
async function change(name: RegExp, key: string, modifiers: Parameters<typeof press>[1] = {}) {
  const button = await find("button", name);
  click(button);
  button.focus();
  press(key, modifiers);
}

test("Shift Esc marks the server as read, and nothing else", async () => {
  const { scene, server, channel, path } = newScene();
  scene.channels.push({ ...channel, _id: newId(), name: "Burrows", last_message_id: newId() });
  scene.servers = [{ ...server, channels: scene.channels.map(({ _id }) => _id) }];
  const network = await openPage(path, scene);
  network.on("put /servers/{target}/ack", () => undefined);
  await find("heading", "General");
  press("Escape", { shiftKey: true });
  await findText("Ferrets is read.");
  expect(network.sent("put /servers/{target}/ack").map(({ path: ids }) => ids)).toEqual([[server._id]]);
});

test("the page of keys lists those that format text", async () => {
  await openKeys();
  press("?");
  const text = (await find("dialog", "Keyboard")).textContent;
  for (const line of ["BoldCtrlB", "Numbered listCtrlShift7", "ListCtrlShift8", "QuoteCtrlShift9"])
    expect(text).toContain(line);
});

test("a shortcut gets other keys, which then do it, and the usual ones again", async () => {
  await openKeys();
  await change(/“Inbox”: Ctrl Shift E$/, "Y", { ctrlKey: true, shiftKey: true });
  await find("button", /“Inbox”: Ctrl Shift Y$/);
  press("E", { ctrlKey: true, shiftKey: true });
  expect(location.pathname).toBe(settings);
  press("Y", { ctrlKey: true, shiftKey: true });
  await until(() => location.pathname === "/inbox");
  history.back();
  click(await find("button", "Usual keys for: Inbox"));
  await find("button", /“Inbox”: Ctrl Shift E$/);
  expect(localStorage.getItem("keys")).toBe("{}");
});

test("keys are changed by keyboard alone", async () => {
  await openKeys();
  await goTo(/“Inbox”: Ctrl Shift E$/);
  press("Enter");
  press("Y", { ctrlKey: true, shiftKey: true });
  await hasFocus(/“Inbox”: Ctrl Shift Y$/);
  await goTo(/^Usual keys for: Inbox/);
  press("Enter");
  await find("button", /“Inbox”: Ctrl Shift E$/);
  await until(() => focused() !== "nothing");
});

test("keys that are taken, that the browser needs or that write something are refused, with the reason", async () => {
  await openKeys();
  await change(/“Inbox”/, "k", { ctrlKey: true });
  await findText("Ctrl K is taken: Go to a channel, person or message, or do something.");
  press("t", { ctrlKey: true });
  await findText("Ctrl T belongs to the browser or to the fields of a page.");
  press("x");
  await findText("X writes something. Add Ctrl or Alt.");
  press("Escape");
  await find("button", /“Inbox”: Ctrl Shift E$/);
  expect(location.pathname).toBe(settings);
  expect(localStorage.getItem("keys")).toBeNull();
});

test("Enter sends or breaks the line, and everything is reset at once", async () => {
  await openKeys();
  await change(/“New line”: Shift Enter$/, "Enter");
  await find("button", /“Send the message”: Ctrl Enter$/);
  await change(/“Send the message”/, "m", { ctrlKey: true });
  await findText(/^Ctrl M is not possible here/);
  press("Escape");
  await change(/“Edit your last message/, "ArrowUp", { altKey: true, ctrlKey: true, shiftKey: true });
  await find("button", /“Edit your last message.*Ctrl Alt Shift ↑$/);
  click(await find("button", "Reset all keys"));
  await find("button", /“Send the message”: Enter$/);
  await find("button", /“Edit your last message.*: ↑$/);
});

test("the list of keys shows those of this device, and leads to where they are changed", async () => {
  await openKeys();
  await change(/“Settings”/, ".", { ctrlKey: true });
  await find("button", /“Settings”: Ctrl \.$/);
  document.body.focus();
  (document.activeElement as HTMLElement | null)?.blur();
  press("?");
  const dialog = await find("dialog", "Keyboard");
  expect(dialog.textContent).toContain("SettingsCtrl.");
  expect(dialog.textContent).toContain("Mark the server as readShiftEsc");
  click(await find("link", "Change keys", dialog));
  expect(all("heading", "Keyboard").length).toBeGreaterThan(0);
});
