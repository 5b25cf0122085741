import { afterEach, expect, test } from "bun:test";
import { chooseLanguage, locale } from "@ui/create-i18n.ts";
import { click, press } from "./support/actions.ts";
import { find, until } from "./support/find.ts";
import { newId, newMessage } from "./support/scene.ts";
import { newSettingsScene } from "./support/settings-scene.ts";

const usual = navigator.languages;
const speak = (...languages: readonly string[]) =>
  Object.defineProperty(navigator, "languages", { configurable: true, get: () => languages });
afterEach(() => {
  speak(...usual);
  chooseLanguage("en");
});

/** A channel with a message of five past three in the afternoon. */
async function openAfternoon() {
  const { open, scene, bob, channel, path } = newSettingsScene();
  const _id = newId(new Date(2024, 4, 1, 15, 5));
  scene.messages.push(newMessage(channel, bob, "Tea?", { _id }));
  await open(path);
}

test("times follow the clock that is chosen, wherever they are written", async () => {
  await openAfternoon();
  await find("article", /^Bob, 3:05\sPM$/);
  for (const [clock, time] of [
    ["24 hours", /^Bob, 15:05$/],
    ["12 hours", /^Bob, 3:05\sPM$/],
  ] as const) {
    click(await find("link", "Settings"));
    click(await find("link", "Appearance"));
    click(await find("radio", clock));
    press("Escape");
    await find("article", time);
  }
});

test("a language tag that Intl refuses does not hide the messages", async () => {
  speak("de-DE@posix", "de-AT");
  chooseLanguage("de");
  await openAfternoon();
  const row = await find("article", /^Bob, 15:05$/);
  await until(() => row.textContent?.includes("Tea?") === true);
  expect(locale()).toBe("de-AT");
  speak("de-DE@posix");
  expect(locale()).toBe("de");
});
