import type { Page } from "../support/browser/web-browser.ts";
import { drawHills } from "./draw.ts";
import { button, type Demo, fromMenu, menuItem, openContextMenu, openMenu, type Shot } from "./pages.ts";

/** The composer, and what is done with a message. */
export function writingShots({ place, people }: Demo): Shot[] {
  const inServer = (name: string) => `/server/${place.id}/channel/${place.channels.get(name)}`;
  const path = inServer("sightings");
  const composer = (page: Page) => page.getByRole("textbox", { name: /^Write to/ });
  const messageMenu = (page: Page) => page.getByText("Meet at the").first().click({ button: "right" });
  const fromMessageMenu = (name: string, entry: string, at = messageMenu): Omit<Shot, "as"> => ({
    name,
    path,
    async prepare(page) {
      await at(page);
      await menuItem(page, entry).click();
    },
  });
  const fromComposerMenu = (name: string, entry: string): Omit<Shot, "as"> => ({
    name,
    path,
    prepare: (page) => fromMenu(page, "More to send", entry),
  });
  const writing = (
    name: string,
    act: (page: Page, field: ReturnType<typeof composer>) => Promise<unknown>,
  ) => ({
    name,
    path,
    prepare: (page: Page) => act(page, composer(page)),
  });
  const record = async (page: Page) => {
    await fromMenu(page, "More to send", "Record a voice message");
    // Long enough for some levels.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await button(page, "Stop recording").click();
    await button(page, "Send the recording").waitFor();
  };

  const own: Omit<Shot, "as">[] = [
    {
      name: "menu-message",
      path,
      prepare: (page, width) => openContextMenu(page, page.getByText("Meet at the").first(), width),
    },
    { name: "message-hover", path, prepare: (page) => page.getByText("Meet at the").first().hover() },
    {
      name: "message-swiped",
      path,
      async prepare(page, width) {
        if (width >= 760) return;
        const box = await page.getByText("Meet at the").first().boundingBox();
        const y = (box?.y ?? 0) + 8;
        const session = await page.context().newCDPSession(page);
        const touch = (type: "touchStart" | "touchMove", x: number) =>
          session.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y }] });
        await touch("touchStart", 260);
        for (const x of [240, 210, 180]) await touch("touchMove", x);
      },
    },
    {
      name: "dialog-forward",
      path,
      async prepare(page) {
        await messageMenu(page);
        await menuItem(page, "Forward…").click();
        await page.getByRole("dialog").waitFor();
      },
    },
    fromMessageMenu("dialog-reactions", "Show reactions"),
    fromMessageMenu("message-edit", "Edit"),
    fromMessageMenu("message-delete-toast", "Delete"),
    fromMessageMenu("message-reply", "Reply with mention"),
    fromMessageMenu("dialog-report-message", "Report", (page) =>
      page.getByText("Good light at last").first().click({ button: "right" }),
    ),
    fromMessageMenu("dialog-emoji", "React with another emoji…"),
    { name: "emoji-picker", path, prepare: (page) => button(page, "Emoji").click() },
    {
      name: "emoji-skin-tones",
      path,
      async prepare(page, width) {
        await button(page, "Emoji").click();
        await openMenu(button(page, /^Skin tone/), width);
      },
    },
    { name: "composer-more", path, prepare: (page, width) => openMenu(button(page, "More to send"), width) },
    fromComposerMenu("dialog-poll", "Create a poll"),
    fromComposerMenu("composer-recording", "Record a voice message"),
    { name: "composer-recorded", path, prepare: record },
    {
      name: "voice-message",
      path: inServer("photography"),
      async prepare(page) {
        await record(page);
        await button(page, "Send the recording").click();
        await page.locator("[role=article] audio, article audio").last().waitFor();
      },
    },
    writing("composer-silent", (_page, field) => field.fill("@silent Good night")),
    writing("composer-completion", (_page, field) => field.pressSequentially("Hello @t")),
    writing("composer-commands", (_page, field) => field.pressSequentially("/")),
    {
      name: "composer-format",
      path,
      async prepare(page, width) {
        await composer(page).fill("Bring gloves and something to share");
        await page.keyboard.press("Control+a");
        // Phones have the toolbar of their system.
        if (width >= 760) await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
      },
    },
    writing("composer-attachments", async (page, field) => {
      await field.fill("Two lines of text\nand two files");
      await page.locator("input[type=file]").setInputFiles([
        { name: "notes-of-the-walk-on-saturday.txt", mimeType: "text/plain", buffer: Buffer.from("Notes") },
        { name: "list.csv", mimeType: "text/csv", buffer: Buffer.alloc(20_000) },
      ]);
    }),
    {
      name: "dialog-file",
      path,
      async prepare(page) {
        await page.locator("input[type=file]").setInputFiles({
          name: "IMG_0815.png",
          mimeType: "image/png",
          buffer: await drawHills(1, 320, 200),
        });
        await button(page, /^Rename or describe/).click();
        await page
          .getByRole("textbox", { name: "Description" })
          .fill("The ridge from the hide, in the first light.");
      },
    },
    {
      name: "viewer",
      path,
      async prepare(page) {
        await button(page, /north-ridge/).click();
        await page.getByRole("dialog").waitFor();
      },
    },
  ];
  return own.map((shot) => ({ ...shot, as: people.ines }));
}
