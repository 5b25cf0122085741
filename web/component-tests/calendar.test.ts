import { afterEach, describe, expect, test } from "bun:test";
import { today } from "@ui/calendar-days.ts";
import { chooseLanguage } from "@ui/create-i18n.ts";
import { click, press } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { openPage } from "./support/open-page.ts";
import { newMessage, newScene } from "./support/scene.ts";

afterEach(() => chooseLanguage("en"));

const dayAtFocus = () => document.activeElement?.getAttribute("data-day");
const written = (day: string) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "full" }).format(new Date(`${day}T12:00`));

/** The calendar of the first day of a search, from which nothing is chosen yet. */
async function openFrom(label = "From", names = { search: "Search", filters: "Filters" }) {
  const { scene, path } = newScene();
  const network = await openPage(path, scene);
  network.on("post /servers/{target}/search", () => ({ messages: [], marks: {} }));
  click(await find("button", names.search));
  const panel = await find("complementary", names.search);
  click(await find("button", names.filters, panel));
  click(await find("button", new RegExp(`^${label}`), panel));
  const dialog = await find("dialog", label);
  await until(() => dayAtFocus() === today());
  return { network, panel, dialog };
}

describe("a calendar", () => {
  test("is walked through with the keys of a grid, and Enter chooses the day", async () => {
    const { network, panel, dialog } = await openFrom();
    const day = (steps: readonly [key: string, shiftKey?: boolean][]) => {
      for (const [key, shiftKey = false] of steps) press(key, { shiftKey });
      return dayAtFocus();
    };
    expect(await problemsOf("calendar", dialog)).toEqual([]);
    const year = Number(today().slice(0, 4));
    const back = day([["PageUp", true], ["PageUp"], ["PageDown"]]);
    expect(back?.slice(0, 4)).toBe(String(year - 1));
    const sunday = day([["Home"]]) ?? "";
    expect(new Date(`${sunday}T12:00`).getDay()).toBe(0);
    const dates = [["End"], ["ArrowDown"], ["ArrowUp"], ["ArrowRight"], ["ArrowLeft"]] as const;
    const walked = dates.map(([key]) => day([[key]]));
    const after = (days: number) =>
      new Date(Date.parse(sunday) + days * 86_400_000).toISOString().slice(0, 10);
    expect(walked).toEqual([6, 13, 6, 7, 6].map(after));
    press("Enter");
    await gone(() => all("dialog"));
    await until(() => network.sent("post /servers/{target}/search").length === 1);
    const trigger = await find("button", /^From/, panel);
    await until(() => document.activeElement === trigger);
    const medium = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
    expect(trigger.textContent).toContain(medium.format(new Date(`${after(6)}T12:00`)));
    click(await find("button", "No day", panel));
    expect(trigger.textContent).toContain("Choose a day");
  });

  test("names months and days in the language, and begins weeks as its people do", async () => {
    const { scene, path } = newScene();
    await openPage(path, scene);
    chooseLanguage("de");
    click(await find("button", "Zu einem Datum springen"));
    const dialog = await find("dialog");
    const month = new Intl.DateTimeFormat("de", { month: "long", year: "numeric" }).format(new Date());
    await find("grid", month, dialog);
    expect(all("columnheader", undefined, dialog).map(({ textContent }) => textContent)).toEqual(
      "Mo Di Mi Do Fr Sa So".split(" "),
    );
    click(await find("button", "Nächster Monat", dialog));
    // Nothing is written in the future.
    expect(all("grid", month, dialog)).toHaveLength(1);
    click(await find("button", "Voriger Monat", dialog));
    expect(all("grid", month, dialog)).toHaveLength(0);
  });

  test("leads to the first message from a day on", async () => {
    const { scene, bob, channel, path } = newScene();
    scene.messages.push(newMessage(channel, bob, "one"), newMessage(channel, bob, "two"));
    const network = await openPage(path, scene);
    click(await find("button", "Jump to a date"));
    const dialog = await find("dialog", "Jump to a date");
    network.on("get /channels/{target}/messages", () => []);
    click(await find("button", written(today()), dialog));
    await findText("There are no messages from that day on.", dialog);
    network.on("get /channels/{target}/messages", () => scene.messages);
    click(await find("button", written(today()), dialog));
    await until(() => location.pathname === `${path}/${scene.messages[0]?._id}`);
  });
});
