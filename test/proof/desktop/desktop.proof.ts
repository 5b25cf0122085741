import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { $ } from "bun";
import type { Person } from "../../support/accounts/people.ts";
import { buildWebClient, storeAccount } from "../../support/browser/web-client.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { until } from "../../support/until.ts";
import { newVoiceChannel } from "../../support/voice/calls.ts";
import { silentVoice } from "../../support/voice/voice-config.ts";
import { Display } from "./display.ts";
import { WebDriver } from "./web-driver.ts";

let display: Display;
let server: TestServer;
let host: string;
let ann: Person;
let community: Community;
let program: string;
let driver: WebDriver;

const settings = () =>
  JSON.parse(readFileSync(join(display.folder, ".config/chat.ermine.desktop/settings.json"), "utf8"));
/** Starts it once more, which only tells the one that runs. */
const startAgain = (...values: string[]) => display.start([program, ...values]).exited;
/** What starts it at login. */
const autostart = () => join(display.folder, ".config/autostart/Ermine Desktop.desktop");

const addServer = (address: string) =>
  driver.evaluate("[(address.value = values[0]), add.requestSubmit()]", address);

beforeAll(async () => {
  display = await Display.open();
  server = await openServer("sqlite", {
    ownClient: { build: await buildWebClient() },
    config: { voice: silentVoice },
  });
  host = new URL(server.url).host;
  community = await newCommunity(server);
  ann = await newMember(server, community);
  const unpacked = join(display.folder, "package");
  await $`dpkg-deb -x ${process.env.ERMINE_DESKTOP_PACKAGE ?? ""} ${unpacked}`;
  program = join(unpacked, "usr/bin/ermine-desktop");
  driver = await WebDriver.start(display, program);
}, 300_000);
afterAll(async () => {
  await driver?.close();
  await display[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

test("the package tells the system about links", () => {
  const entry = readFileSync(
    join(display.folder, "package/usr/share/applications/Ermine Desktop.desktop"),
    "utf8",
  );
  expect(entry).toContain("MimeType=x-scheme-handler/ermine");
  expect(entry).toMatch(/^Exec=ermine-desktop %[uU]$/m);
});

test("the window opens on the start page, and loads the server that is added there", async () => {
  await until(async () => (await driver.text()).includes("Address of a server"));
  // Nothing has to be clicked before.
  await until(() => driver.evaluate("document.activeElement === address"));
  display.run("wmctrl", "-a", "Ermine");
  display.run("xdotool", "type", "chat.example.org");
  await until(async () => (await driver.evaluate("address.value")) === "chat.example.org");
  await driver.evaluate("autostart.click()");
  await until(() => existsSync(autostart()));
  expect(readFileSync(autostart(), "utf8")).toContain(`Exec=${program} --hidden`);
  await driver.evaluate("autostart.click()");
  await until(() => !existsSync(autostart()));
  await addServer("file:///etc/passwd");
  await until(async () => (await driver.text()).includes("begins with https://"));
  await addServer(server.url);
  await until(async () => (await driver.url()).startsWith(server.url));
  await until(async () => (await driver.text()).includes("Log in"));
  expect(settings()).toEqual({ servers: [`${server.url}/`], last: `${server.url}/` });
});

test("an unread mention is counted in the title, in the tray and in a notification", async () => {
  await driver.evaluate(`(${storeAccount})(values[0])`, ann);
  await driver.evaluate("location.assign('/friends')");
  await until(async () => (await driver.text()).includes("Friends"));
  await server.client.post(
    `/channels/${community.channel}/messages`,
    { content: `Hello <b>you</b> <@${ann.id}>` },
    { token: community.owner.token },
  );
  await until(() => display.titles().includes("(1) "));
  await until(() => display.trayLabel() === "1");
  await until(() => display.run("dunstctl", "count", "displayed") === "1");
  display.run("dunstctl", "action");
  await until(async () => (await driver.url()).includes(`/channel/${community.channel}`));
  await until(() => display.run("dunstctl", "history")?.includes("Hello &lt;b&gt;"));
  await until(() => display.trayLabel() === "");
});

test("a link opens an invite on a server that was added, and asks for another one", async () => {
  const { body } = await server.client.post(
    `/channels/${community.channel}/invites`,
    {},
    { token: community.owner.token },
  );
  await startAgain(`ermine://${host}/invite/${body._id}`);
  await until(async () => (await driver.url()) === `${server.url}/invite/${body._id}`);
  await until(async () => (await driver.text()).includes("Place"));
  await startAgain(`ermine://${host}/login/reset/token`);
  await startAgain("ermine://elsewhere.example/invite/code");
  await until(async () => (await driver.text()).includes("A link leads to elsewhere.example"));
  expect(settings().servers).toEqual([`${server.url}/`]);
  await driver.evaluate("decline.click()");
  await until(async () => !(await driver.text()).includes("elsewhere.example"));
  expect(settings().servers).toEqual([`${server.url}/`]);
  await driver.evaluate("document.querySelector('#servers button').click()");
  await until(async () => (await driver.url()).startsWith(server.url));
});

test("the key to hold reaches the page while another window has the focus", async () => {
  expect(await driver.evaluate("ermineDesktop.holdKey('KeyV')")).toBe(false);
  expect(await driver.evaluate("ermineDesktop.holdKey('F9')")).toBe(true);
  await driver.evaluate(
    "[(window.held = []), addEventListener('ermine-hold-key', ({ detail }) => held.push(detail))]",
  );
  display.start(["xmessage", "-title", "another", "another window"]);
  await until(() => display.run("xdotool", "search", "--onlyvisible", "--name", "another"));
  await until(() => {
    display.run("wmctrl", "-a", "another");
    return display.run("xdotool", "getactivewindow", "getwindowname") === "another";
  });
  display.run("xdotool", "keydown", "F9");
  await until(async () => (await driver.evaluate("held.join()")) === "true");
  display.run("xdotool", "keyup", "F9");
  await until(async () => (await driver.evaluate("held.join()")) === "true,false");
  expect(display.run("xdotool", "getactivewindow", "getwindowname")).toBe("another");
  await driver.evaluate("ermineDesktop.holdKey(null)");
});

test("a page of a server can use the bridge and nothing else", async () => {
  const attempt = (command: string) =>
    driver.evaluate("__TAURI_INTERNALS__.invoke(values[0], {}).then(() => 'allowed', String)", command);
  for (const command of [
    "start_state",
    "add_server",
    "open_server",
    "forget_server",
    "set_autostart",
    "answer_link",
    "plugin:autostart|enable",
    "plugin:global-shortcut|register",
    "plugin:event|listen",
    "plugin:window|close",
  ])
    expect([command, await attempt(command)]).toEqual([
      command,
      expect.stringMatching(/not allowed|not found/),
    ]);
  expect(existsSync(autostart())).toBe(false);
});

test("other sites open in the browser, and other schemes nowhere", async () => {
  await driver.evaluate("location.assign('file:///etc/passwd')");
  await driver.evaluate("location.assign('https://elsewhere.example/')");
  await until(() => display.opened().length > 0);
  expect(display.opened()).toEqual(["https://elsewhere.example/"]);
  expect(await driver.url()).toStartWith(server.url);
});

test("a call opens in the browser, as this engine has no WebRTC", async () => {
  const parts = await driver.evaluate(`({
    agent: navigator.userAgent,
    peerConnection: typeof RTCPeerConnection,
    microphone: typeof navigator.mediaDevices?.getUserMedia,
    screen: typeof navigator.mediaDevices?.getDisplayMedia,
  })`);
  console.log(parts);
  expect(parts).toMatchObject({ peerConnection: "undefined" });
  const channel = await newVoiceChannel(server, { serverId: community.id, by: community.owner });
  const path = `/server/${community.id}/channel/${channel}`;
  await driver.evaluate("location.assign(values[0])", path);
  await until(async () => (await driver.text()).includes("Join the call"));
  await driver.click("Join the call");
  await until(() => display.opened().length > 1);
  expect(display.opened().at(-1)).toBe(server.url + path);
  await until(async () => (await driver.text()).includes("There are no calls in this window."));
});

test("it goes on in the tray when its window is closed, and starts there at login", async () => {
  display.run("wmctrl", "-c", "Ermine");
  await until(() => !display.titles().includes("Ermine"));
  expect(display.trayLabel()).toBe("");
  await startAgain();
  await until(() => display.titles().includes("Ermine"));
  await driver.close();
  await until(() => display.trayLabel() === undefined);
  display.start([program, "--hidden"]);
  await until(() => display.trayLabel() === "");
  expect(display.titles()).not.toContain("Ermine");
  await startAgain();
  // It shows the server that was open before.
  await until(() => display.titles().includes("Ermine"));
});
