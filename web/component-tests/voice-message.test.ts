import { expect, test } from "bun:test";
import { click, press } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { FakeMicrophone } from "./support/fake-microphone.ts";
import { all, find, findText, gone, until } from "./support/find.ts";
import { goTo, hasFocus, takeEntry } from "./support/keyboard.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newScene } from "./support/scene.ts";

const send = "post /channels/{target}/messages";
const recorder = () => find("region", "Voice message");

async function record() {
  const scene = newScene();
  const other = { ...scene.channel, _id: newId(), name: "other" };
  scene.scene.channels.push(other);
  scene.scene.servers = [{ ...scene.server, channels: [scene.channel._id, other._id] }];
  const network = await openPage(scene.path, scene.scene);
  click(await find("button", "More to send"));
  click(await find("menuitem", "Record a voice message"));
  await recorder();
  return network;
}

test("a voice message is recorded, can be heard, and is sent as a sound file", async () => {
  using microphone = FakeMicrophone.install();
  const network = await record();
  // Longer than the server takes is not recorded.
  expect((await find("timer")).textContent).toMatch(/^0:0\d \/ 0:03$/);
  expect(microphone.isOpen).toBe(true);
  expect(await problemsOf("recording", await recorder())).toEqual([]);
  click(await find("button", "Stop recording"));
  const button = await find("button", "Send the recording");
  expect(microphone.isOpen).toBe(false);
  const player = (await recorder()).querySelector("audio");
  expect(player?.getAttribute("src")).toStartWith("blob:");
  expect(await problemsOf("recorded", await recorder())).toEqual([]);
  click(button);
  await until(() => network.uploads.length === 1);
  const { file } = network.uploads[0] ?? {};
  expect([file?.name, file?.type, file?.size]).toEqual(["voice-message.wav", "audio/wav", 32_044]);
  network.uploads[0]?.finish("sound");
  await until(() => network.sent(send).length === 1);
  expect(network.sent(send)[0]?.body).toMatchObject({ attachments: ["sound"] });
  expect(all("region", "Voice message")).toEqual([]);
});

test("a voice message is recorded and sent by keyboard alone", async () => {
  using _ = FakeMicrophone.install();
  const { scene, path } = newScene();
  const network = await openPage(path, scene);
  await hasFocus(/^Write to General/);
  await goTo(/^More to send/, true);
  press("Enter");
  await takeEntry("menuitem", "Record a voice message");
  await hasFocus(/^Stop recording/);
  press("Enter");
  await hasFocus(/^Send the recording/);
  press("Enter");
  await until(() => network.uploads.length === 1);
  network.uploads[0]?.finish("sound");
  await until(() => network.sent(send).length === 1);
  await hasFocus(/^Write to General/);
});

test("the microphone is free again after Escape, a discarded recording and another channel", async () => {
  using microphone = FakeMicrophone.install();
  const network = await record();
  await until(() => document.activeElement?.getAttribute("aria-label") === "Stop recording");
  press("Escape");
  await gone(() => all("region", "Voice message"));
  expect(microphone.isOpen).toBe(false);

  const again = async () => {
    click(await find("button", "More to send"));
    click(await find("menuitem", "Record a voice message"));
    await find("timer");
    expect(microphone.isOpen).toBe(true);
  };
  await again();
  click(await find("button", "Stop recording"));
  click(await find("button", "Discard the recording"));
  await gone(() => all("region", "Voice message"));
  await again();
  click(await find("link", "other"));
  await find("textbox", "Write to other");
  expect(microphone.isOpen).toBe(false);
  expect([microphone.tracks.length, network.uploads.length]).toEqual([3, 0]);
});

test.each([
  ["NotAllowedError", "The browser does not allow the microphone. Allow it in the settings of this page."],
  ["NotFoundError", "There is no microphone."],
  ["NotReadableError", "Another program uses the microphone."],
])("%s is worded", async (error, words) => {
  using microphone = FakeMicrophone.install();
  microphone.error = error;
  await record();
  await findText(words);
  click(await find("button", "Cancel"));
  await gone(() => all("region", "Voice message"));
});
