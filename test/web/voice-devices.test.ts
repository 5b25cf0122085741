import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { newUser, type Person } from "../support/accounts/people.ts";
import { callFlags } from "../support/browser/browser.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { hearsTheOther, joinCall } from "../support/browser/web-call.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { type Community, newCommunity, newMember } from "../support/servers/communities.ts";
import { until } from "../support/until.ts";
import { newVoiceChannel } from "../support/voice/calls.ts";
import { liveKitProgram, openVoiceServer } from "../support/voice/livekit.ts";
import { VoiceClient } from "../support/voice/voice-client.ts";

setDefaultTimeout(120_000);

/** Lets a test unplug microphones and plug them in again, which browsers cannot do with their fake ones. */
const plugScript = `(() => {
  const media = navigator.mediaDevices;
  const [list, open] = [media.enumerateDevices.bind(media), media.getUserMedia.bind(media)];
  const unplugged = new Set();
  const opened = [];
  media.enumerateDevices = async () => (await list()).filter(({ label }) => !unplugged.has(label));
  media.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    const [track] = stream.getAudioTracks();
    if (track && unplugged.has(track.label)) throw new DOMException("", "OverconstrainedError");
    if (track) opened.push(track);
    return stream;
  };
  window.plug = {
    pull(label) {
      unplugged.add(label);
      for (const track of opened.splice(0).filter((track) => track.label === label)) {
        track.stop();
        track.dispatchEvent(new Event("ended"));
      }
      media.dispatchEvent(new Event("devicechange"));
    },
    putBack(label) {
      unplugged.delete(label);
      media.dispatchEvent(new Event("devicechange"));
    },
  };
})()`;

describe.if(hasBrowser && liveKitProgram !== undefined)("devices", () => {
  let web: WebTest;
  let ann: Person;
  let ben: Person;
  let place: Community;
  let channel: string;
  beforeAll(async () => {
    web = await openWebTest({ open: openVoiceServer, browser: { flags: callFlags() } });
    ann = await newUser(web.server, "Ann");
    place = await newCommunity(web.server, ann);
    ben = await newMember(web.server, place);
    channel = await newVoiceChannel(web.server, { serverId: place.id, by: ann });
  });
  afterEach(() => web.closePages());
  afterAll(() => web?.[Symbol.asyncDispose]());

  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const inputs = (page: Page) => page.evaluate<string[]>("call.inputs()");

  thoroughTest(
    "a microphone that is unplugged in a call is replaced, and used again when it is back",
    async () => {
      const page = await web.open(`/server/${place.id}/channel/${channel}`, { as: ann });
      await page.evaluate(plugScript);
      await joinCall(page);
      await using other = await VoiceClient.join(web.server, { by: ben, channel });
      await other.playTone();
      await hearsTheOther(page);
      const isHeard = async () => {
        other.heard.clear();
        await until(() => (other.heard.get(ann.id) ?? 0) > 100);
      };
      const chosen = "Fake Audio Input 2";
      await press(page, "Devices");
      const [list, option] = [
        page.getByRole("button", { name: /^Microphone / }),
        page.getByRole("option", { name: chosen }),
      ];
      // News of the devices closes the list, also between finding an option and clicking it.
      await until(async () => {
        if ((await inputs(page)).includes(chosen)) return true;
        if ((await list.getAttribute("aria-expanded")) !== "true") await list.click();
        if (await option.isVisible()) await option.click({ timeout: 1_000 }).catch(() => {});
        return false;
      });
      await page.evaluate(`plug.pull(${JSON.stringify(chosen)})`);
      await until(async () => {
        const names = await inputs(page);
        return names.length > 0 && !names.includes(chosen);
      });
      await isHeard();
      await page.evaluate(`plug.putBack(${JSON.stringify(chosen)})`);
      await until(async () => (await inputs(page)).includes(chosen));
      await isHeard();
    },
  );

  test("the user hears themselves, the speaker and sees the camera before any call", async () => {
    const page = await web.open("/settings/voice", { as: ann });
    await page.evaluate(`(() => {
      window.heard = { players: [], tones: 0 };
      const { play } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.play = function () {
        heard.players.push(this);
        return play.call(this);
      };
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (...values) {
        heard.tones++;
        return start.apply(this, values);
      };
    })()`);
    await press(page, "Test the microphone");
    await page.getByText("Hear yourself", { exact: true }).click();
    const isPlaying = () =>
      page.evaluate<boolean>(`heard.players.some((player) =>
        !player.paused && player.currentTime > 0 && player.srcObject?.getAudioTracks()[0]?.readyState === "live")`);
    await until(isPlaying);
    await press(page, "End the test");
    await until(async () => !(await isPlaying()));

    await press(page, "Test the speaker");
    await until(() => page.evaluate<boolean>("heard.tones > 0"));

    await press(page, "Test the camera");
    const camera = page.getByLabel("Your camera");
    await until(() => camera.evaluate((video) => "videoWidth" in video && Number(video.videoWidth) > 0));
    await press(page, "Turn the camera off");
    await camera.waitFor({ state: "detached" });
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});
