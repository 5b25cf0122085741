import type { Page } from "../support/browser/web-browser.ts";
import { button, type Demo, fromMenu, type Shot } from "./pages.ts";

/** Search, pins, dates, the quick switcher and the page of keys. */
export function findingShots({ place, people, group, hardChannel }: Demo): Shot[] {
  const server = `/server/${place.id}`;
  const path = `${server}/channel/${place.channels.get("sightings")}`;
  const searchbox = (page: Page) => page.getByRole("searchbox").first();
  const searching = (name: string, act: (page: Page) => Promise<unknown>) => ({
    name,
    path,
    async prepare(page: Page) {
      await page.keyboard.press("Control+f");
      await searchbox(page).waitFor();
      await act(page);
    },
  });
  const searchingFor = (name: string, text: string) =>
    searching(name, async (page) => {
      await searchbox(page).fill(text);
      await page.keyboard.press("Enter");
    });
  const switching = (name: string, text = "", act?: (page: Page) => Promise<unknown>) => ({
    name,
    path,
    async prepare(page: Page) {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Go to" }).waitFor();
      await page.keyboard.type(text);
      await act?.(page);
    },
  });
  /** Phones have some of the buttons above a channel in a menu. */
  const fromHeader = (name: string, at: string, label: string) => ({
    name,
    path: at,
    prepare: async (page: Page, width: number) =>
      width < 760 ? await fromMenu(page, "More", label) : await button(page, label).click(),
  });

  const own: Omit<Shot, "as">[] = [
    searchingFor("panel-search", "camera"),
    searchingFor("panel-search-nothing", "walrus"),
    searching("panel-search-start", (page) => button(page, "Filters").click()),
    searching("panel-search-everywhere", async (page) => {
      await searchbox(page).fill("camera");
      await page.getByText("Everywhere").click();
    }),
    searching("panel-search-calendar", async (page) => {
      await button(page, "Filters").click();
      await button(page, /^From/).click();
    }),
    fromHeader("panel-pins", path, "Pinned messages"),
    fromHeader("panel-pins-none", `${server}/channel/${hardChannel}`, "Pinned messages"),
    fromHeader("panel-date", path, "Jump to a date"),
    {
      name: "menu-header",
      path: `/channel/${group}`,
      prepare: async (page, width) => width < 760 && button(page, "More").click(),
    },
    switching("quick-switcher"),
    switching("quick-switcher-nothing", "walrus"),
    switching("quick-switcher-found", "camera", (page) =>
      page.getByRole("group", { name: "Messages" }).waitFor(),
    ),
    switching("quick-switcher-actions", ">"),
    switching("keyboard", ">keyboard", (page) => page.keyboard.press("Enter")),
  ];
  return own.map((shot) => ({ ...shot, as: people.ines }));
}
