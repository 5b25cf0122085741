import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join as joinPath } from "node:path";
import { callFlags } from "../support/browser.ts";
import { type Community, joinCommunity, newCommunity } from "../support/communities.ts";
import { openConversation } from "../support/conversations.ts";
import { liveKitProgram, openVoiceServer } from "../support/livekit.ts";
import { newUser, type Person } from "../support/people.ts";
import { setRelationship } from "../support/relationship-transitions.ts";
import { until } from "../support/until.ts";
import { hasBrowser, type Page } from "../support/web-browser.ts";
import { openWebTest, type WebTest } from "../support/web-client.ts";

setDefaultTimeout(60_000);

const pageScript = await Bun.file(joinPath(import.meta.dir, "../support/web-call-page.js")).text();

describe.if(hasBrowser && liveKitProgram !== undefined)("calls", () => {
  let web: WebTest;
  let ann: Person;
  let ben: Person;
  let place: Community;
  const channels: Record<string, string> = {};
  beforeAll(async () => {
    web = await openWebTest({ open: openVoiceServer, browserFlags: callFlags });
    ann = await newUser(web.server, "Ann");
    ben = await newUser(web.server, "Ben");
    place = await newCommunity(web.server, ann);
    await joinCommunity(web.server, place, ben);
    await setRelationship(web.server, "Friend/Friend", [ann, ben]);
    for (const name of ["Lounge", "Stage"]) {
      const draft = { name, type: "Voice" };
      const { body } = await web.server.client.post(`/servers/${place.id}/channels`, draft, ann);
      channels[name] = body._id;
    }
  });
  afterAll(async () => {
    await web[Symbol.asyncDispose]();
  });

  const pathOf = (channel: string) => `/server/${place.id}/channel/${channels[channel]}`;
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const peopleIn = (page: Page, count: number) =>
    page.getByRole("list", { name: `${count} ${count === 1 ? "person" : "people"} in the call` });
  const callOf = (page: Page) => page.getByRole("region", { name: "Call", exact: true });
  const tileOf = (page: Page, name: string) => callOf(page).getByRole("listitem").filter({ hasText: name });

  async function join(page: Page): Promise<void> {
    await page.evaluate(pageScript);
    await press(page, "Join the call");
  }

  test("two people talk in a voice channel, and one is moved by a moderator", async () => {
    const [first, second] = [
      await web.open(pathOf("Lounge"), { as: ann }),
      await web.open(pathOf("Lounge"), { as: ben }),
    ];
    await first.getByText("Nobody is in the call.").waitFor();
    await join(first);
    await second.getByText("1 person in the call").waitFor();
    await join(second);
    await peopleIn(first, 2).waitFor();
    await tileOf(first, "Ben").filter({ hasText: "speaking" }).waitFor();
    await tileOf(second, "Ann").filter({ hasText: "speaking" }).waitFor();
    await until(async () => (await first.evaluate<number>("heard()")) > 0);
    await until(async () => (await second.evaluate<number>("heard()")) > 0);

    await second.keyboard.press("Control+Shift+M");
    await tileOf(first, "Ben").getByRole("img", { name: "muted" }).waitFor();
    await press(second, "Turn on the camera");
    const camera = first.getByLabel("Camera of Ben");
    await until(() => camera.evaluate((video) => "videoWidth" in video && Number(video.videoWidth) > 0));

    await press(second, "Share the screen");
    const screen = first.getByLabel("Screen of Ben", { exact: true });
    await until(() => screen.evaluate((video) => "videoWidth" in video && Number(video.videoWidth) > 0));
    await press(second, "Stop sharing the screen");
    await screen.waitFor({ state: "detached" });

    // The call goes on in another channel.
    await first.getByRole("link", { name: "General" }).click();
    const bar = callOf(first);
    await bar.getByText("Connected").waitFor();
    await peopleIn(second, 2).waitFor();
    await bar.getByRole("link", { name: "Lounge" }).click();

    await tileOf(first, "Ben").hover();
    await press(first, "Options for Ben");
    await first.getByRole("slider", { name: "Volume" }).fill("200");
    await first.getByText("200%").waitFor();
    await first.getByLabel("Move to").click();
    await first.getByRole("option", { name: "Stage" }).click();
    await second.getByText("You were moved to Stage.").waitFor();
    await callOf(second).getByRole("link", { name: "Stage" }).waitFor();
    await peopleIn(first, 1).waitFor();
    await press(second, "Leave the call");
    await first.keyboard.press("Escape");
    await press(first, "Leave the call");
    await first.getByText("Nobody is in the call.").waitFor();
  });

  test("a moderator mutes and disconnects a person", async () => {
    const [first, second] = [
      await web.open(pathOf("Lounge"), { as: ann }),
      await web.open(pathOf("Lounge"), { as: ben }),
    ];
    await join(first);
    await join(second);
    await peopleIn(first, 2).waitFor();
    await second.getByRole("button", { name: "Mute the microphone" }).waitFor();
    await tileOf(first, "Ben").hover();
    await press(first, "Options for Ben");
    await press(first, "Mute for me");
    await first.getByText("0%", { exact: true }).waitFor();
    await press(first, "Unmute for me");
    await press(first, "Mute for everyone");
    await second.getByRole("button", { name: "You may not speak here" }).waitFor();
    await tileOf(first, "Ben").getByRole("img", { name: "muted" }).waitFor();
    await press(first, "Let them speak again");
    await second.getByRole("button", { name: "Mute the microphone" }).waitFor();
    await tileOf(first, "Ben").getByRole("img", { name: "muted" }).waitFor({ state: "detached" });
    await press(first, "Disconnect");
    await second.getByText("You were disconnected from the call.").waitFor();
    await press(first, "Leave the call");
  });

  test("a direct message rings, and is answered", async () => {
    const channel = (await openConversation(web.server, ann, ben.id)).body._id;
    const [caller, called] = [
      await web.open(`/channel/${channel}`, { as: ann }),
      await web.open("/", { as: ben }),
    ];
    await press(caller, "Start a call");
    await tileOf(caller, "Ben").filter({ hasText: "Ringing…" }).waitFor();
    const dialog = called.getByRole("alertdialog", { name: "Incoming call" });
    await dialog.getByText("Ann is calling").waitFor();
    // Whoever hangs up before somebody answers rings no longer.
    await press(caller, "Leave the call");
    await dialog.waitFor({ state: "detached" });

    await press(caller, "Start a call");
    await dialog.getByRole("button", { name: "Accept" }).click();
    await peopleIn(caller, 2).waitFor();
    await peopleIn(called, 2).waitFor();
    expect(await caller.getByText("Ringing…").count()).toBe(0);
    await press(called, "Leave the call");
    await peopleIn(caller, 1).waitFor();
    await press(caller, "Leave the call");
  });

  test("whoever refuses the microphone can listen", async () => {
    const page = await web.open(pathOf("Lounge"), { as: ann });
    await page.evaluate(`navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException("", "NotAllowedError"))`);
    await press(page, "Join the call");
    await page.getByText("The browser may not use the microphone.").waitFor();
    await tileOf(page, "You").getByRole("img", { name: "muted" }).waitFor();
    await press(page, "Leave the call");
  });

  test("a server without voice shows no calls", async () => {
    const page = await web.open("/", { as: ann });
    await page.route(/\/api\/\??$/, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.features.livekit.enabled = false;
      await route.fulfill({ response, json: body });
    });
    await page.goto(web.url + pathOf("Lounge"));
    await page.getByRole("heading", { name: "Lounge", exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Join the call" }).count()).toBe(0);
  });
});
