/**
 * Makes screenshots of the pages, dialogs and states of the web client and the admin page, in both themes, into docs/screenshots.
 *
 *     npm run screenshots                           every page at the width of a desk and of a phone
 *     npm run screenshots -- channel 'dialog-*'     these pages only
 *     npm run screenshots -- --widths 768,2560      at other widths
 *     npm run screenshots -- --into FOLDER          into another folder
 *     npm run screenshots -- --language de inbox    in another language, as far as nothing has to be found by its name
 *
 * The one in the README is committed as WebP; the others are not. The text is set in the fonts of the machine.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { readOptions } from "../../dev/read-options.ts";
import { openAdmin } from "../support/browser/admin-page.ts";
import { callFlags } from "../support/browser/browser.ts";
import type { Page } from "../support/browser/web-browser.ts";
import { closeBrowsers, openWebTest } from "../support/browser/web-client.ts";
import { confirm } from "../support/operators/operators.ts";
import { stopPostgres } from "../support/postgres/postgres.ts";
import { stopCommandProcesses } from "../support/processes/command-processes.ts";
import { openServer } from "../support/server/server.ts";
import { hours } from "../support/server/test-clock.ts";
import { until } from "../support/until.ts";
import { silentVoice } from "../support/voice/voice-config.ts";
import { callShots } from "./calls.ts";
import { newDemo } from "./demo.ts";
import { openInLanguage, type Shot, shotsOf } from "./pages.ts";
import { connectPeople } from "./people.ts";

const { values, positionals } = readOptions({
  args: process.argv.slice(2),
  options: {
    widths: { type: "string", default: "1440,360" },
    language: { type: "string" },
    into: { type: "string", default: join(import.meta.dir, "../../docs/screenshots") },
  },
  allowPositionals: true,
});
const heights: Readonly<Record<number, number>> = { 360: 740, 768: 1024, 2560: 1440 };
const widestPhone = 760;
const folder = values.into;
const wanted = positionals.map((pattern) => new Bun.Glob(pattern));
/** The screenshot in the README. */
const chosen = ["channel-1440-light"];

/** A script for the page: whether all visible images are loaded. */
const areImagesShown = `[...document.images].every((image) => {
  const { top, bottom, left, right } = image.getBoundingClientRect();
  const isInSight = top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
  return !isInSight || !image.checkVisibility() || (image.complete && image.naturalWidth > 0);
})`;

mkdirSync(folder, { recursive: true });
const isWanted = (name: string) => wanted.length === 0 || wanted.some((pattern) => pattern.match(name));
/** Loaded only for calls, because its import builds LiveKit. */
const voice =
  positionals.length === 0 || positionals.some((pattern) => pattern.startsWith("call-"))
    ? await import("../support/voice/livekit.ts")
    : undefined;
const hasCalls = voice?.liveKitProgram !== undefined;
await using web = await openWebTest({
  config: {
    events: { ping_within_ms: 3_600_000 },
    ...(hasCalls ? {} : { voice: silentVoice }),
    oidc: {
      providers: [
        { id: "example", name: "Example ID", issuer: "https://id.example.org", client_id: "ermine" },
      ],
    },
  },
  open: hasCalls ? voice.openVoiceServer : openServer,
  browser: { fonts: "machine", flags: callFlags() },
});
web.server.clock.advance(-hours(18));
const demo = await newDemo(web.server);
using _ = await connectPeople(web.server, demo.people);
await using calls = hasCalls
  ? await (await import("./call-guests.ts")).CallPlace.open(web.server)
  : undefined;
const shots = [...shotsOf(demo), ...(calls ? callShots(calls) : [])].filter(({ name }) => isWanted(name));
for (const width of values.widths.split(",").map(Number))
  for (const shot of shots)
    try {
      await take(shot, width);
    } catch (error) {
      // The others are of use without it.
      console.error(`${shot.name}-${width}: ${error}`);
      process.exitCode = 1;
    }
// It starts with the import of the server for tests.
await stopPostgres();
await stopCommandProcesses();
await closeBrowsers();

async function take(shot: Shot, width: number): Promise<void> {
  const { name, path, as: person, operator, prepare, isLoading } = shot;
  const isPhone = width < widestPhone;
  const viewport = { width, height: heights[width] ?? 900 };
  const device = { viewport, hasTouch: isPhone, isMobile: isPhone, fresh: true };
  if (operator) await confirm(web.server, operator);
  const page = operator
    ? await openAdmin(web, operator, path, device)
    : await web.open(path, { as: person, ...device });
  try {
    if (values.language) await openInLanguage(page, values.language);
    await settle(page);
    await prepare?.(page, width);
    if (!isLoading) await settle(page);
    await save(page, `${name}-${width}`);
  } finally {
    await shot.cleanUp?.(page);
    await page.context().close();
  }
}

/** Takes a screenshot in each theme. */
async function save(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const screenshot = await page.screenshot();
    const title = `${name}-${colorScheme}`;
    if (chosen.includes(title))
      await sharp(screenshot)
        .webp({ quality: 88 })
        .toFile(join(folder, `${title}.webp`));
    else await Bun.write(join(folder, `${title}.png`), screenshot);
    console.log(title);
  }
}

/** Waits until nothing loads any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
  await until(() => page.evaluate<boolean>(areImagesShown));
}
