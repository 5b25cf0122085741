import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join as joinPath } from "node:path";
import { newUser, type Person } from "../support/accounts/people.ts";
import { problemsOf } from "../support/browser/axe.ts";
import { callFlags } from "../support/browser/browser.ts";
import { untilClearOfToasts } from "../support/browser/toast-boxes.ts";
import { hasBrowser, type Page } from "../support/browser/web-browser.ts";
import { hears } from "../support/browser/web-call.ts";
import { openWebTest, type WebTest } from "../support/browser/web-client.ts";
import { openConversation } from "../support/channels/conversations.ts";
import { newGroup } from "../support/channels/groups.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { isThorough } from "../support/run/is-thorough.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { type Community, joinCommunity, newCommunity } from "../support/servers/communities.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { setRelationship } from "../support/users/relationship-transitions.ts";
import { type LiveKit, liveKitProgram, openVoiceServer } from "../support/voice/livekit.ts";
import { VoiceClient } from "../support/voice/voice-client.ts";

setDefaultTimeout(120_000);

const pageScript = await Bun.file(joinPath(import.meta.dir, "../support/browser/web-call-page.js")).text();

describe.if(hasBrowser && liveKitProgram !== undefined)("calls", () => {
  let web: WebTest;
  let ann: Person;
  let ben: Person;
  let cleo: Person;
  let place: Community;
  let liveKit: LiveKit;
  const channels: Record<string, string> = {};
  beforeAll(async () => {
    const open = async (...options: Parameters<typeof openVoiceServer>) => {
      const server = await openVoiceServer(...options);
      liveKit = server.liveKit;
      return server;
    };
    web = await openWebTest({ open, browser: { flags: callFlags() } });
    ann = await newUser(web.server, "Ann");
    ben = await newUser(web.server, "Ben");
    cleo = await newUser(web.server, "Cleo");
    place = await newCommunity(web.server, ann);
    await joinCommunity(web.server, place, ben);
    for (const friend of [ben, cleo]) await setRelationship(web.server, "Friend/Friend", [ann, friend]);
    for (const name of ["Lounge", "Stage"]) {
      const draft = { name, type: "Voice" };
      const { body } = await web.server.client.post(`/servers/${place.id}/channels`, draft, ann);
      channels[name] = body._id;
    }
    const longText = "Higher than any window.\n".repeat(60);
    await sendMessage(web.server, { by: ann, channel: channels.Lounge ?? "" }, longText);
  });
  afterAll(() => web?.[Symbol.asyncDispose]());

  const open = (path: string, person: Person) => web.open(path, { as: person });

  const pathOf = (channel: string) => `/server/${place.id}/channel/${channels[channel]}`;
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const peopleIn = (page: Page, count: number) =>
    page.getByRole("list", { name: `${count} ${count === 1 ? "person" : "people"} in the call` });
  const callOf = (page: Page) => page.getByRole("region", { name: "Call", exact: true });
  const callPart = 'section[aria-label="Call"]';
  const tileOf = (page: Page, name: string) => callOf(page).getByRole("listitem").filter({ hasText: name });

  /** Waits until a page lists a conversation. A call that begins before does not ring there. */
  const isConnected = (page: Page, conversation: string) =>
    page.getByRole("link", { name: conversation }).first().waitFor();

  async function join(page: Page): Promise<void> {
    await page.evaluate(pageScript);
    await press(page, "Join the call");
  }

  /** Asks the page about its call (see web-call-page.js). */
  const ask = <T>(page: Page, question: string) => page.evaluate<T>(`call.${question}()`);

  const seesSpeaking = (page: Page, name: string) =>
    tileOf(page, name).filter({ hasText: "speaking" }).waitFor();

  /** Whether a page receives nothing while another one sends for a second. */
  async function hearsNothing(page: Page, other: Page): Promise<boolean> {
    const [before, packets] = [await ask<number>(page, "heard"), await ask<number>(other, "sent")];
    await until(async () => (await ask<number>(other, "sent")) > packets + 50);
    return (await ask<number>(page, "heard")) === before;
  }

  /** One call, which its tests leave as they found it: joining it takes most of the time of such a test. */
  describe("of two people", () => {
    let first: Page;
    let second: Page;
    beforeAll(async () => {
      first = await open(pathOf("Lounge"), ann);
      second = await open(pathOf("Lounge"), ben);
      await first.getByText("Nobody is in the call.").waitFor();
      await join(first);
      await second.getByText("1 person in the call").waitFor();
      await join(second);
      await peopleIn(first, 2).waitFor();
    });
    afterAll(() => web.closePages());

    const inList = (page: Page, channel: string, name: string) =>
      page.getByRole("list", { name: `In ${channel}` }).getByRole("button", { name: new RegExp(`^${name}`) });

    test("two people talk in a voice channel", async () => {
      await seesSpeaking(first, "Ben");
      await seesSpeaking(second, "Ann");
      await inList(first, "Lounge", "Ben").filter({ hasText: "speaking" }).waitFor();
      await hears(first);
      await hears(second);

      await second.keyboard.press("Control+Shift+M");
      await tileOf(first, "Ben").getByRole("img", { name: "muted" }).waitFor();
      await second.keyboard.press("Control+Shift+M");
      await tileOf(first, "Ben").getByRole("img", { name: "muted" }).waitFor({ state: "detached" });

      await press(second, "Share the screen");
      const screen = first.getByLabel("Screen of Ben", { exact: true });
      await until(() => screen.evaluate((video) => "videoWidth" in video && Number(video.videoWidth) > 0));
      // With the sound as it is, in the quality that is chosen, and as large as the server allows.
      expect(await ask(second, "shared")).toMatchObject({
        audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 2 },
        video: { width: { ideal: 960 }, height: { ideal: 540 }, frameRate: 30 },
      });
      await first.getByRole("button", { name: "Enlarge Screen of Ben" }).hover();
      await press(first, "Options for Screen of Ben");
      await first.getByRole("slider", { name: "Volume" }).fill("50");
      await press(first, "Show in a floating window");
      await until(() => first.evaluate<boolean>("document.pictureInPictureElement !== null"));
      await first.evaluate("document.exitPictureInPicture()");
      await press(second, "Stop sharing the screen");
      await screen.waitFor({ state: "detached" });
    });

    thoroughTest("a camera that is turned off is gone for everybody", async () => {
      const lounge = channels.Lounge ?? "";
      const { stream } = await openReadyStream(web.server, ann);
      await press(second, "Turn on the camera");
      const camera = first.getByLabel("Camera of Ben");
      await until(() => camera.evaluate((video) => "videoWidth" in video && Number(video.videoWidth) > 0));
      await press(second, "Turn off the camera");
      await camera.waitFor({ state: "detached" });
      await second.getByRole("button", { name: "Turn on the camera" }).waitFor();
      const cameras = () =>
        stream.received.filter(({ type, data }) => type === "UserVoiceStateUpdate" && "camera" in data);
      await until(() => cameras().length === 2);
      expect(cameras().map(({ id, channel_id, data }) => [id, channel_id, data])).toEqual([
        [ben.id, lounge, { camera: true }],
        [ben.id, lounge, { camera: false }],
      ]);
      // Clients that show every video there is would show an empty one.
      const [node] = web.server.running.services.voice?.all ?? [];
      await until(async () => {
        const tracks = (await node?.listParticipants(lounge))?.flatMap((person) => person.tracks) ?? [];
        return tracks.length > 0 && tracks.every(({ source }) => source === "microphone");
      });
      await press(second, "Turn on the camera");
      await until(() => camera.evaluate((video) => "videoWidth" in video && Number(video.videoWidth) > 0));
      await press(second, "Turn off the camera");
      await stream[Symbol.asyncDispose]();
    });

    thoroughTest("whoever hears nobody is silent, and the others see it", async () => {
      const mark = tileOf(first, "Ben").getByRole("img", { name: "does not hear" });
      await second.keyboard.press("Control+Shift+D");
      await mark.waitFor();
      for (const page of [first, second])
        await inList(page, "Lounge", "Ben").getByRole("img", { name: "does not hear" }).waitFor();
      await tileOf(first, "Ben").getByRole("img", { name: "muted" }).waitFor();
      await until(() => hearsNothing(second, first));

      // It outlasts the call.
      await press(second, "Leave the call");
      await peopleIn(first, 1).waitFor();
      await press(second, "Join the call");
      await mark.waitFor();
      await press(second, "Hear the others again");
      await mark.waitFor({ state: "detached" });
      await hears(second);
      await hears(first);
    });

    thoroughTest(
      "a call continues everywhere, with other devices, and keeps how loud somebody is",
      async () => {
        const other = await web.server.client.post("/servers/create", { name: "Elsewhere" }, ann);

        // In another channel, another server, and the settings.
        await first.getByRole("link", { name: "General" }).click();
        const bar = callOf(first).filter({ visible: true });
        await bar.getByText("Connected").waitFor();
        await first.getByRole("link", { name: "Elsewhere" }).click();
        await first.waitForURL(`**/server/${other.body.server._id}/**`);
        await bar.getByRole("link", { name: "Lounge · Place" }).waitFor();
        await first.getByRole("link", { name: "Settings", exact: true }).click();
        await first.getByRole("link", { name: "Voice" }).click();
        await hears(first);
        const choose = async (kind: string, name: string) => {
          const button = first.getByRole("button", { name: new RegExp(`^${kind} `) });
          const option = first.getByRole("option", { name });
          // News of the devices closes the list.
          await until(async () => {
            if ((await button.getAttribute("aria-expanded")) !== "true") await button.click();
            return option.isVisible();
          });
          await option.click();
        };
        await choose("Microphone", "Fake Audio Input 2");
        await until(async () => (await ask<string[]>(first, "inputs")).includes("Fake Audio Input 2"));
        await bar.getByRole("link", { name: "Lounge" }).click();
        await peopleIn(first, 2).waitFor();
        await hears(second);

        // In the call itself.
        await press(first, "Turn on the camera");
        const camera = second.getByLabel("Camera of Ann");
        await until(() => camera.evaluate((video) => "videoWidth" in video && Number(video.videoWidth) > 0));
        await press(first, "Devices");
        const used = await ask<string[]>(first, "inputs");
        const unused = ["fake_device_0", "fake_device_1"].find((name) => !used.includes(name)) ?? "";
        await choose("Camera", unused);
        await until(async () => (await ask<string[]>(first, "inputs")).includes(unused));
        await choose("Speaker", "Fake Audio Output 2");
        const speakers = await first.evaluate<
          string[]
        >(`navigator.mediaDevices.enumerateDevices().then((all) =>
        all.filter(({ label }) => label === "Fake Audio Output 2").map(({ deviceId }) => deviceId))`);
        const areUsed = async () =>
          (await ask<string[]>(first, "speakers")).join() === speakers.join() &&
          (await ask<string[]>(first, "inputs")).includes("Fake Audio Input 2");
        await until(areUsed);
        await first.keyboard.press("Escape");
        await press(first, "Leave the call");
        await press(first, "Join the call");
        await until(areUsed);

        await tileOf(first, "Ben").hover();
        await press(first, "Options for Ben");
        await first.getByRole("slider", { name: "Volume" }).fill("35");
        expect(await ask<number[]>(first, "volumes")).toEqual([35]);
        await first.reload();
        await join(first);
        await until(async () => (await ask<number[]>(first, "volumes")).join() === "35");
      },
    );

    thoroughTest(
      "only what the user wants to be heard is sent: by a key, by how loud it is, without noise",
      async () => {
        const violations: string[] = [];
        second.on(
          "console",
          (message) => /Content Security Policy/.test(message.text()) && violations.push(message.text()),
        );
        await second.getByRole("link", { name: "Settings", exact: true }).click();
        await second.getByRole("link", { name: "Voice" }).click();
        /** Digital silence adds nothing to the energy that arrives. */
        const isSilent = async () => {
          const before = await ask<number>(first, "heard");
          await Bun.sleep(500);
          return (await ask<number>(first, "heard")) - before < 1e-6;
        };
        const choose = (name: string) => second.getByText(name, { exact: true }).click();

        await choose("While you hold a key");
        await until(isSilent);
        await second.keyboard.down("F9");
        await hears(first);
        await second.keyboard.up("F9");
        await until(isSilent);
        await choose("Unless you hold a key");
        await hears(first);
        await second.keyboard.down("F9");
        await until(isSilent);
        await second.keyboard.up("F9");
        await hears(first);

        await choose("When you speak");
        await second.getByRole("slider", { name: "Sensitivity" }).fill("0");
        await until(isSilent);
        await second.getByRole("slider", { name: "Sensitivity" }).fill("-80");
        await hears(first);

        // The meter shows what the microphone of the page hears, outside of the call.
        await press(second, "Test the microphone");
        const meter = second.getByRole("meter", { name: "Level of the microphone" });
        await until(async () => Number(await meter.getAttribute("value")) > -60);
        await press(second, "End the test");

        await choose("Always");
        await second.getByRole("button", { name: /^Noise suppression/ }).click();
        await second.getByRole("option", { name: "Stronger (RNNoise)" }).click();
        // The browser names the sound of a pipeline so.
        await until(async () =>
          (await ask<string[]>(second, "inputs")).join().includes("MediaStreamAudioDestination"),
        );
        expect(await second.getByText("Noise suppression could not be loaded").count()).toBe(0);
        expect(violations).toEqual([]);
        // The tone of the other tests is noise to it.
        await second.getByRole("button", { name: /^Noise suppression/ }).click();
        await second.getByRole("option", { name: "By the browser" }).click();
        await callOf(second).filter({ visible: true }).getByRole("link", { name: "Lounge" }).click();
      },
    );

    thoroughTest("axe finds nothing in a call", async () => {
      const problems: string[] = [];
      const check = async (place: string, part: string) =>
        void problems.push(...(await problemsOf(first, place, part)));
      await press(first, "Devices");
      await check("devices", "[role=dialog]");
      await first.keyboard.press("Escape");
      await tileOf(first, "Ben").hover();
      await press(first, "Options for Ben");
      await check("options", "[role=dialog]");
      await first.keyboard.press("Escape");
      await press(second, "Share the screen");
      await until(
        async () => ((await ask<Record<string, number>>(first, "frames"))["Screen of Ben"] ?? 0) > 2,
      );
      await second.keyboard.press("Control+Shift+D");
      await tileOf(first, "Ben").getByRole("img", { name: "does not hear" }).waitFor();
      await check("call", callPart);
      await second.keyboard.press("Control+Shift+D");
      await press(second, "Stop sharing the screen");
      await press(first, "Hide the call");
      await check("folded call", callPart);
      await press(first, "Show the call");
      await first.getByRole("link", { name: "General" }).click();
      await callOf(first).filter({ visible: true }).getByText("Connected").waitFor();
      await check("bar", callPart);
      await callOf(first).filter({ visible: true }).getByRole("link", { name: "Lounge" }).click();
      expect(problems).toEqual([]);
    });

    thoroughTest("a moderator mutes, moves and disconnects a person", async () => {
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

      await second.setViewportSize({ width: 360, height: 740 });
      await first.getByRole("slider", { name: "Volume" }).fill("200");
      await first.getByText("200%").waitFor();
      await first.getByLabel("Move to").click();
      await first.getByRole("option", { name: "Stage" }).click();
      await second.getByText("You were moved to Stage.").waitFor();
      await callOf(second).getByRole("link", { name: "Stage" }).waitFor();
      // With the bar of the call above the page, toasts do not cover the newest message either.
      expect((await untilClearOfToasts(second)).toasts.length).toBe(1);
      await peopleIn(first, 1).waitFor();
      await first.keyboard.press("Escape");
      await press(first, "Leave the call");
      await first.getByText("Nobody is in the call.").waitFor();

      // In the list, one click opens the channel and joins its call.
      await first.getByRole("link", { name: "Stage" }).click();
      await peopleIn(first, 2).waitFor();
      await first.keyboard.press("Control+Shift+M");
      await inList(first, "Stage", "Ann").getByRole("img", { name: "muted" }).waitFor();
      await tileOf(first, "Ben").hover();
      await press(first, "Options for Ben");
      await press(first, "Disconnect");
      await second.getByText("You were disconnected from the call.").waitFor();
    });
  });

  describe("of other kinds", () => {
    // A call that a test leaves behind would go on in the next one.
    afterEach(() => web.closePages());

    thoroughTest(
      "nobody is shown as speaking while the voice node restarts, and the call continues as it was",
      async () => {
        const [first, second] = [await open(pathOf("Lounge"), ann), await open(pathOf("Lounge"), ben)];
        await join(first);
        await join(second);
        await seesSpeaking(first, "Ben");
        await first.keyboard.press("Control+Shift+M");
        await tileOf(second, "Ann").getByRole("img", { name: "muted" }).waitFor();
        await liveKit.kill();
        await first.getByText("Reconnecting…").waitFor();
        await tileOf(first, "Ben").filter({ hasText: "speaking" }).waitFor({ state: "detached" });
        await liveKit.start();
        // Both reconnect by themselves, and the muted one is still muted.
        await hears(first);
        await seesSpeaking(first, "Ben");
        await tileOf(second, "Ann").getByRole("img", { name: "muted" }).waitFor();
        await peopleIn(second, 2).waitFor();
      },
    );

    // The component tests show that the videos in sight alone are asked for, which the voice node heeds.
    test.if(isThorough)(
      "cameras that are out of sight are not received until they are scrolled to",
      async () => {
        const page = await open(pathOf("Lounge"), ann);
        // Two columns, so that the last of seven tiles is far below.
        await page.setViewportSize({ width: 330, height: 480 });
        await join(page);
        const labels: string[] = [];
        const guests: VoiceClient[] = [];
        for (let index = 1; index <= 6; index++) {
          const by = await newUser(web.server, `Guest${index}`);
          await joinCommunity(web.server, place, by);
          const request = { by, channel: channels.Lounge ?? "" };
          const guest = await VoiceClient.join(web.server, request, { receives: false });
          await guest.show("camera", { width: 320, height: 180 });
          guests.push(guest);
          labels.push(`Camera of Guest${index}`);
        }
        await peopleIn(page, 7).waitFor();
        const [nearest = "", last = ""] = [labels[0], labels.at(-1)];
        const framesOf = async (label: string) =>
          (await page.evaluate<Record<string, number>>("call.frames()"))[label] ?? 0;
        /** Whether nothing of the last one arrives while the first one sends ten images. */
        const isPaused = async () => {
          const [before, shown] = [await framesOf(last), await framesOf(nearest)];
          await until(async () => (await framesOf(nearest)) > shown + 10);
          return (await framesOf(last)) === before;
        };
        await until(isPaused);
        const before = await framesOf(last);
        await page.getByLabel(last, { exact: true }).scrollIntoViewIfNeeded();
        await until(async () => (await framesOf(last)) > before);
        for (const guest of guests) await guest.leave();
      },
    );

    thoroughTest("a direct message rings, and is answered", async () => {
      const channel = (await openConversation(web.server, ann, ben.id)).body._id;
      const [caller, called] = [await open(`/channel/${channel}`, ann), await open("/", ben)];
      await isConnected(called, "Ann");
      await press(caller, "Start a call");
      await tileOf(caller, "Ben").filter({ hasText: "Ringing…" }).waitFor();
      const dialog = called.getByRole("alertdialog", { name: "Incoming call" });
      await dialog.getByText("Ann is calling").waitFor();
      const problems = await problemsOf(called, "ring", "[role=alertdialog]");
      // A caller who hangs up before an answer stops the ring.
      await press(caller, "Leave the call");
      await dialog.waitFor({ state: "detached" });

      // The message about the call says so at once, and to the second.
      const lasted = (page: Page) =>
        page.getByRole("article").filter({ hasText: /Ann started a call that lasted \d+ seconds?/ });
      await lasted(caller).waitFor();

      // On every device of the called, and the caller learns of it.
      const otherDevice = await open("/", ben);
      await isConnected(otherDevice, "Ann");
      await press(caller, "Start a call");
      await otherDevice.getByRole("alertdialog", { name: "Incoming call" }).waitFor();
      await dialog.getByRole("button", { name: "Decline" }).click();
      await dialog.waitFor({ state: "detached" });
      await otherDevice.getByRole("alertdialog", { name: "Incoming call" }).waitFor({ state: "detached" });
      await caller.getByText("Ben declined the call.").waitFor();
      expect(await caller.getByText("Ringing…").count()).toBe(0);
      await press(caller, "Leave the call");
      await until(async () => (await lasted(caller).count()) === 2);

      await press(caller, "Start a call");
      await dialog.getByRole("button", { name: "Accept" }).click();
      await peopleIn(caller, 2).waitFor();
      await peopleIn(called, 2).waitFor();
      expect(await caller.getByText("Ringing…").count()).toBe(0);
      await press(called, "Leave the call");
      await peopleIn(caller, 1).waitFor();
      problems.push(...(await problemsOf(called, "lobby", callPart)));
      expect(problems).toEqual([]);
      await press(caller, "Leave the call");
    });

    // The component tests show how a group rings.
    test.if(isThorough)("a group rings for everybody in it, and each ring ends by itself", async () => {
      const group = await newGroup(web.server, ann, [ben, cleo]);
      const [caller, answering, silent] = [
        await open(`/channel/${group._id}`, ann),
        await open("/", ben),
        await open("/", cleo),
      ];
      const ringOf = (page: Page) => page.getByRole("alertdialog", { name: "Incoming call" });
      for (const page of [answering, silent]) await isConnected(page, "Us");
      for (const page of [caller, answering]) await page.evaluate(pageScript);
      await press(caller, "Start a call");
      for (const page of [answering, silent]) await ringOf(page).getByText("Ann is calling in Us").waitFor();
      await press(answering, "Accept");
      await peopleIn(caller, 2).waitFor();
      await ringOf(answering).waitFor({ state: "detached" });
      await ringOf(silent).waitFor();
      await tileOf(caller, "Cleo").hover();
      await press(caller, "Stop ringing for Cleo");
      await ringOf(silent).waitFor({ state: "detached" });
      expect(await caller.getByText("Ringing…").count()).toBe(0);

      await silent.getByRole("link", { name: "Us" }).first().click();
      await silent.getByText("2 people in the call").waitFor();
      await join(silent);
      await peopleIn(caller, 3).waitFor();
      await seesSpeaking(caller, "Cleo");
      for (const page of [caller, answering, silent]) await hears(page);
      await press(silent, "Share the screen");
      await caller.getByLabel("Screen of Cleo", { exact: true }).waitFor();
      await until(
        async () => ((await ask<Record<string, number>>(caller, "frames"))["Screen of Cleo"] ?? 0) > 2,
      );
      await press(silent, "Leave the call");
      await press(caller, "Leave the call");
      await peopleIn(answering, 1).waitFor();
    });

    test("whoever refuses the microphone can listen", async () => {
      const page = await open(pathOf("Lounge"), ann);
      await page.evaluate(`navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException("", "NotAllowedError"))`);
      await press(page, "Join the call");
      await page.getByText("The browser does not allow the microphone.").waitFor();
      await tileOf(page, "You").getByRole("img", { name: "muted" }).waitFor();
      await press(page, "Leave the call");
    });

    thoroughTest(
      "a voice message is recorded, heard before it is sent, and a recording for everybody",
      async () => {
        const page = await open(pathOf("Lounge"), ann);
        await page.evaluate(`{
        const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        window.streams = [];
        navigator.mediaDevices.getUserMedia = async (wanted) => {
          const stream = await open(wanted);
          window.streams.push(stream);
          return stream;
        };
      }`);
        const isMicrophoneOpen = () =>
          page.evaluate<boolean>(
            `streams.some((stream) => stream.getTracks().some(({ readyState }) => readyState === "live"))`,
          );
        const record = async () => {
          await press(page, "More to send");
          await page.getByRole("menuitem", { name: "Record a voice message" }).click();
          await page
            .getByRole("timer")
            .filter({ hasText: /^0:0[1-9]/ })
            .waitFor();
        };
        await record();
        expect(await isMicrophoneOpen()).toBe(true);
        await press(page, "Cancel");
        await until(async () => !(await isMicrophoneOpen()));
        await record();
        await press(page, "Stop recording");
        await page.getByRole("button", { name: "Send the recording" }).waitFor();
        expect(await isMicrophoneOpen()).toBe(false);
        const durationOf = (player: string) =>
          page.evaluate<number>(`document.querySelector('${player}')?.duration ?? 0`);
        await until(async () => (await durationOf("form audio")) >= 1);
        await press(page, "Send the recording");
        await until(async () => (await durationOf("article audio")) >= 1);
        const { body } = await web.server.client.get(`/channels/${channels.Lounge}/messages`, ben);
        expect(body[0].attachments).toMatchObject([
          { filename: "voice-message.wav", content_type: "audio/x-wav", metadata: { type: "Audio" } },
        ]);
      },
    );
  });
});
