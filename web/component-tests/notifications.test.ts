import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { click, fill, press } from "./support/actions.ts";
import { choose } from "./support/choose.ts";
import { all, allTexts, find, findText, gone, until } from "./support/find.ts";
import { markedAs } from "./support/highlights.ts";
import { goTo, hasFocus, takeEntry } from "./support/keyboard.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newMessage, newScene } from "./support/scene.ts";
import { newSettingsScene } from "./support/settings-scene.ts";

/** The tones that were heard, in Hertz. */
let heard: number[] = [];

/** As much of the browser's audio as tones need. */
class FakeAudio {
  readonly currentTime = 0;
  readonly destination = {};
  createOscillator() {
    const frequency = { value: 0 };
    return {
      frequency,
      connect: () => ({ connect() {} }),
      start: () => heard.push(frequency.value),
      stop() {},
    };
  }
  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } };
  }
}

/** The browser's permission; `asked` counts how often a page asked for it. */
const browser = { permission: "default", asked: 0 };

beforeEach(() => {
  heard = [];
  Object.assign(browser, { permission: "default", asked: 0 });
  Object.assign(globalThis, {
    AudioContext: FakeAudio,
    Notification: {
      get permission() {
        return browser.permission;
      },
      async requestPermission() {
        browser.asked += 1;
        browser.permission = "granted";
        return "granted";
      },
    },
  });
});
afterEach(() => {
  for (const name of ["AudioContext", "Notification"]) Reflect.deleteProperty(globalThis, name);
});

const settingsOf = (fields: object) => ({ ermine: [1, JSON.stringify(fields)] as [number, string] });

/** The home page, and what lets Bob write into the channel of the server. */
async function openHome(fields: object = {}, more: { readonly notifications?: object } = {}) {
  const base = newScene();
  const { scene, bob, channel } = base;
  scene.settings = { ...settingsOf(fields), notifications: [1, JSON.stringify(more.notifications ?? {})] };
  const network = await openPage("/friends", scene);
  await find("heading", "Friends");
  const write = (content: string, extra: object = {}) =>
    network.tell({ type: "Message", ...newMessage(channel, bob, content, extra) });
  return { ...base, network, write };
}

describe("permission for notifications", () => {
  test("is asked for after the first message that is worth one, and not before", async () => {
    const { scene, write } = await openHome();
    write("Nothing for Ann.");
    expect(all("region", /^Do you want to be notified/)).toEqual([]);
    write(`Hello <@${scene.me._id}>`, { mentions: [scene.me._id] });
    const bar = await find("region", /^Do you want to be notified/);
    expect(browser.asked).toBe(0);
    click(await find("button", "Notify me", bar));
    await gone(() => all("region", /^Do you want to be notified/));
    await until(() => browser.asked === 1);
  });

  test("is given by keyboard alone, and the focus goes back to where one writes", async () => {
    const { scene, bob, server, path, channel } = newScene();
    const other = { ...channel, _id: newId(), name: "Burrow" };
    scene.channels.push(other);
    scene.servers = [{ ...server, channels: [channel._id, other._id] }];
    const network = await openPage(path, scene);
    await hasFocus(/^Write to General/);
    const mentions = [scene.me._id];
    network.tell({ type: "Message", ...newMessage(other, bob, `<@${scene.me._id}>`, { mentions }) });
    await find("region", /^Do you want to be notified/);
    await goTo(/^Notify me/, true);
    press("Enter");
    await until(() => browser.asked === 1);
    await hasFocus(/^Write to General/);
  });

  test("is not asked for again after a no", async () => {
    const { scene, write } = await openHome();
    const mention = () => write(`<@${scene.me._id}>`, { mentions: [scene.me._id] });
    mention();
    click(await find("button", "No, thanks"));
    await gone(() => all("button", "No, thanks"));
    mention();
    await until(() => heard.length === 4);
    expect(all("button", "No, thanks")).toEqual([]);
    expect(browser.asked).toBe(0);
  });

  test("is asked for where notifications are switched on", async () => {
    const { open, scene } = newSettingsScene();
    scene.settings = settingsOf({ desktop: false });
    await open("/settings/notifications");
    click(await find("switch", "Notifications while a page is open"));
    await until(() => browser.asked === 1);
  });
});

test("a sound is chosen, is heard at once, and is that of the next message", async () => {
  const { open, scene, bob, channel } = newSettingsScene();
  const network = await open("/settings/notifications");
  await choose(/^Sound of a message/, "Knock");
  expect(heard).toEqual([196, 196]);
  await until(() => network.sent("post /sync/settings/set").length === 1);
  expect(network.sent("post /sync/settings/set")[0]?.body.ermine).toContain('"sound":"knock"');
  const mention = { mentions: [scene.me._id] };
  network.tell({ type: "Message", ...newMessage(channel, bob, `<@${scene.me._id}>`, mention) });
  await until(() => heard.length === 4);
  expect(heard).toEqual([196, 196, 196, 196]);
});

test("quiet hours have days, and are quiet", async () => {
  const { open, scene, bob, channel } = newSettingsScene();
  const network = await open("/settings/notifications");
  click(await find("switch", "Quiet hours"));
  await choose(/^From/, "12:00 AM");
  await choose(/^To/, "11:30 PM");
  const names = all("checkbox").map((box) => box.parentElement?.textContent);
  expect(names).toEqual("Sun Mon Tue Wed Thu Fri Sat".split(" "));
  const mention = () =>
    network.tell({ type: "Message", ...newMessage(channel, bob, "!", { mentions: [scene.me._id] }) });
  const today = names[new Date().getDay()] ?? "";
  // Only within the last half hour of a day is it not quiet now.
  const isLate = new Date().getHours() * 60 + new Date().getMinutes() >= 23 * 60 + 30;
  mention();
  expect(heard.length > 0).toBe(isLate);
  heard = [];
  click(await find("checkbox", today));
  mention();
  expect(heard.length > 0).toBe(true);
  const sent = network.sent("post /sync/settings/set").at(-1)?.body.ermine ?? "";
  expect(JSON.parse(sent).quietHours.days).toHaveLength(6);
});

test("quiet hours are set by keyboard alone", async () => {
  const { open } = newSettingsScene();
  const network = await open("/settings/notifications");
  await find("switch", "Quiet hours");
  await goTo(/^Quiet hours/);
  press(" ");
  for (const [field, time] of [
    [/^From/, "9:00 PM"],
    [/^To/, "6:30 AM"],
  ] as const) {
    await goTo(field);
    press("Enter");
    await takeEntry("option", time);
    await hasFocus(field);
  }
  await goTo(/^Sun/);
  press(" ");
  const sent = () => network.sent("post /sync/settings/set").at(-1)?.body.ermine ?? "{}";
  await until(() => JSON.parse(sent()).quietHours?.days?.length === 6);
  expect(JSON.parse(sent()).quietHours).toMatchObject({ from: 21 * 60, to: 6 * 60 + 30 });
});

describe("words that alert", () => {
  test("are added and removed, each once", async () => {
    const { open } = newSettingsScene();
    const network = await open("/settings/notifications");
    const add = async (word: string) => {
      fill(await find("textbox", "Word"), word);
      click(await find("button", "Add"));
      const field = (await find("textbox", "Word")) as HTMLInputElement;
      await until(() => field.value === "");
    };
    await add("otter ");
    await find("button", "Remove otter");
    await add("otter");
    await add("貂");
    await find("button", "Remove 貂");
    expect(all("button", /^Remove /)).toHaveLength(2);
    click(await find("button", "Remove otter"));
    await gone(() => all("button", "Remove otter"));
    await until(
      () => network.sent("post /sync/settings/set").at(-1)?.body.ermine?.includes('"words":["貂"]') === true,
    );
  });

  test("are heard like a mention, as whole words", async () => {
    const { write } = await openHome({ words: ["otter"] });
    write("Many otters.");
    expect(heard).toEqual([]);
    write("An Otter!");
    await until(() => heard.length === 2);
  });

  test("are not heard in what is muted, nor from blocked people", async () => {
    const muted = newId();
    const { network, scene, bob, channel, write } = await openHome(
      { words: ["otter"] },
      { notifications: { channel_mutes: { [muted]: {} } } },
    );
    network.tell({ type: "ChannelCreate", ...channel, _id: muted, name: "Burrow" });
    network.tell({ type: "Message", ...newMessage({ ...channel, _id: muted }, bob, "otter") });
    const user = { ...bob, relationship: "Blocked" as const };
    network.tell({ type: "UserRelationship", id: scene.me._id, user, status: "Blocked" });
    write("otter");
    expect(heard).toEqual([]);
    network.tell({ type: "UserRelationship", id: scene.me._id, user: bob, status: "None" });
    write("otter");
    await until(() => heard.length === 2);
  });

  test("are marked in what others write", async () => {
    const { scene, bob, channel, path } = newScene();
    scene.settings = settingsOf({ words: ["otter"] });
    scene.messages.push(
      newMessage(channel, bob, "an **Otter** and otters"),
      newMessage(channel, scene.me, "my otter"),
    );
    await openPage(path, scene);
    await findText("my otter");
    await until(() => markedAs("alert").length === 1);
    expect(markedAs("alert")).toEqual(["Otter"]);
    expect(allTexts("my otter")).toHaveLength(1);
  });
});
