import type { Page } from "../support/browser/web-browser.ts";
import { until } from "../support/until.ts";
import type { CallPlace, Guest } from "./call-guests.ts";
import { button, openLists, openMenu, type Shot } from "./pages.ts";

const most = 25;
const pair: Guest[] = [{ speaks: true, camera: true }];
const some: Guest[] = [{ speaks: true }, { camera: true }, {}, { camera: true }, {}];
const sharing: Guest[] = [{ speaks: true, screen: true }, { camera: true }, {}];
const listening: Guest[] = [{}, { raisesHand: true }, { raisesHand: true }, {}];
const crowd: Guest[] = Array.from({ length: most - 1 }, (_, index) => ({
  camera: true,
  speaks: index === 2,
}));

/** Whether a page has so many videos, and all that are in sight are shown. */
const areVideosShown = (count: number) => `(() => {
  const videos = [...document.querySelectorAll("video")];
  const isInSight = (video) => video.getBoundingClientRect().top < innerHeight;
  return videos.length === ${count} && videos.every((video) => !isInSight(video) || video.videoWidth > 0);
})()`;

/** Calls in their states, with participants of LiveKit's client library. */
export function callShots(place: CallPlace): Shot[] {
  const showsVideos = (page: Page, count: number) =>
    until(() => page.evaluate<boolean>(areVideosShown(count)));
  const join = async (page: Page, path: string, others: readonly Guest[]) => {
    await page.goto(new URL(path, page.url()).href);
    await button(page, "Join the call").click();
    await page.getByRole("list", { name: `${others.length + 1} people in the call` }).waitFor();
    await showsVideos(page, others.filter(({ camera, screen }) => camera || screen).length);
  };
  const inPair = async (page: Page) => join(page, await place.callOf("Campfire", pair), pair);
  const inSome = async (page: Page) => join(page, await place.callOf("Planning", some), some);
  const onStage = async (page: Page) => join(page, await place.callOf("Stage", listening, true), listening);
  const shot = (name: string, prepare: NonNullable<Shot["prepare"]>, as = place.owner): Shot => ({
    name: `call-${name}`,
    path: `/server/${place.id}/channel/${place.lobby}`,
    as,
    prepare,
    async cleanUp(page) {
      await page.keyboard.press("Escape");
      // By an event, because the lists of a phone may lie above it.
      await button(page, "Leave the call").dispatchEvent("click");
    },
  });
  return [
    shot("two", async (page) => {
      await inPair(page);
      await button(page, "Turn on the camera").click();
      await showsVideos(page, 2);
    }),
    shot("people", inSome),
    shot("screen", async (page) => join(page, await place.callOf("Maps", sharing), sharing)),
    shot("muted", async (page) => {
      await inSome(page);
      await button(page, "Mute the microphone").click();
    }),
    shot("deafened", async (page) => {
      await inSome(page);
      await button(page, "Stop hearing the others").click();
    }),
    shot("hands", async (page) => {
      await onStage(page);
      await button(page, "2 raised hands").click();
    }),
    shot(
      "listener",
      async (page) => {
        await onStage(page);
        await button(page, "Raise your hand").click();
        await button(page, "Lower your hand").waitFor();
      },
      place.member,
    ),
    shot("lists", async (page, width) => {
      await inSome(page);
      await openLists(page, width);
    }),
    shot("bar", async (page, width) => {
      await inSome(page);
      await openLists(page, width);
      await page.getByRole("link", { name: "General" }).click();
      await page.getByText("The call is at eight").waitFor();
    }),
    shot("folded", async (page) => {
      await inSome(page);
      await button(page, "Hide the call").click();
    }),
    shot("devices", async (page) => {
      await inPair(page);
      await button(page, "Devices").click();
    }),
    shot("figures", async (page, width) => {
      await inPair(page);
      // Without a pointer, the button is always there.
      if (width >= 760) await page.getByLabel("Camera of Ada").hover({ force: true });
      await openMenu(button(page, "Options for Ada"), width);
      await button(page, "Connection").click();
      await page.getByText("Bit rate").first().waitFor();
    }),
    // Last, because its people are in all lists then.
    shot("cameras-25", async (page) => {
      await join(page, await place.callOf("Everybody", crowd), crowd);
      await button(page, "Turn on the camera").click();
      await showsVideos(page, most);
    }),
  ];
}
