import { afterEach, describe, expect, test } from "bun:test";
import { batch, createRoot, createSignal } from "solid-js";
import { createStore } from "solid-js/store";
import { setCallSoundsOn, setVoiceInput, voiceInput } from "../client/src/preferences/preferences.ts";
import { standardInput } from "../client/src/preferences/voice-input.ts";
import type { CallPerson } from "../client/src/voice/call-person.ts";
import { createCallSounds } from "../client/src/voice/call-sounds.ts";
import { createHoldKey } from "../client/src/voice/input/hold-key.ts";
import { gateOf } from "../client/src/voice/input/input-rules.ts";
import { setVolumeOf, volumeOf } from "../client/src/voice/volumes.ts";
import { click, fill, press } from "./support/actions.ts";
import { problemsOf } from "./support/axe.ts";
import { choose } from "./support/choose.ts";
import { FakeContext, FakeMicrophone } from "./support/fake-microphone.ts";
import { all, find, findText, until } from "./support/find.ts";
import { openPage } from "./support/open-page.ts";
import { newId, newScene, setCalls } from "./support/scene.ts";
import { newSettingsScene } from "./support/settings-scene.ts";

afterEach(() => setVoiceInput(standardInput));

describe("the page of voice settings", () => {
  const open = async () => {
    const { scene, open: openSettings } = newSettingsScene();
    setCalls(scene, true);
    await openSettings("/settings/voice");
  };

  test("when the others hear the user is chosen, with what that needs", async () => {
    await open();
    await findText("Everything your microphone picks up is sent.");
    expect(all("slider", "Sensitivity")).toEqual([]);
    click(await find("radio", "When you speak"));
    fill(await find("slider", "Sensitivity"), "-35");
    await findText("-35 dB");
    fill(await find("slider", "Release delay"), "600");
    click(await find("radio", "While you hold a key"));
    await until(() => all("slider", "Sensitivity").length === 0);
    click(await find("button", "Keys for “Key to hold”: F9"));
    press("v");
    await find("button", "Keys for “Key to hold”: V");
    const kept = JSON.parse(localStorage.getItem("voice-input") ?? "");
    expect(kept).toMatchObject({
      mode: "push-to-talk",
      threshold: -35,
      releaseDelay: 600,
      key: { code: "v", name: "V" },
    });
    expect(await problemsOf("voice settings", await find("main"))).toEqual([]);
  });

  test("the sound of the microphone is processed as the switches say", async () => {
    await open();
    await choose(/^Noise suppression/, "Stronger (RNNoise)");
    click(await find("switch", "Echo cancellation"));
    click(await find("switch", "Automatic gain control"));
    await until(() => !voiceInput().gainControl);
    expect(voiceInput()).toMatchObject({ noise: "rnnoise", echoCancellation: false, gainControl: false });
    click(await find("switch", "Sounds of calls"));
    await until(() => localStorage.getItem("voice-sounds") === "false");
    click(await find("switch", "Sounds of calls"));
  });

  test("a microphone that cannot be opened is named, and the test ends", async () => {
    using microphone = FakeMicrophone.install();
    microphone.error = "NotReadableError";
    await open();
    click(await find("button", "Test the microphone"));
    await findText("Another program uses the microphone.");
    await find("button", "Test the microphone");
  });
});

describe("a held key", () => {
  const key = (type: "keydown" | "keyup", code: string, target: EventTarget = window) => {
    const event = new KeyboardEvent(type, { key: code.toLowerCase(), code, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
    return event;
  };
  /** Whether the gate is open after each step. */
  const withKey = (
    mode: "push-to-talk" | "push-to-mute",
    code: string,
    steps: (state: () => string) => void,
  ) => {
    setVoiceInput({ ...standardInput, mode, releaseDelay: 0, key: { code, name: code } });
    createRoot((dispose) => {
      const held = createHoldKey(() => true);
      steps(() => gateOf(voiceInput(), held.isHeld()).state);
      dispose();
    });
  };

  test("opens the microphone, and nothing else on the page acts on it", () => {
    withKey("push-to-talk", "F9", (state) => {
      expect(state()).toBe("closed");
      expect(key("keydown", "F9").defaultPrevented).toBe(true);
      expect(state()).toBe("open");
      expect(key("keydown", "F8").defaultPrevented).toBe(false);
    });
  });

  test("closes it in the other mode, and the window that loses the focus opens it again", () => {
    withKey("push-to-mute", "F9", (state) => {
      expect(state()).toBe("open");
      key("keydown", "F9");
      expect(state()).toBe("closed");
      key("keyup", "F9");
      expect(state()).toBe("open");
      key("keydown", "F9");
      window.dispatchEvent(new Event("blur"));
      expect(state()).toBe("open");
    });
  });

  test("that writes does not count while the user writes", () => {
    const field = document.body.appendChild(document.createElement("textarea"));
    withKey("push-to-talk", "V", (state) => {
      expect(key("keydown", "V", field).defaultPrevented).toBe(false);
      expect(state()).toBe("closed");
      key("keydown", "V", document.body);
      expect(state()).toBe("open");
    });
    field.remove();
  });

  test("closes the microphone a little after it is released", async () => {
    setVoiceInput({ ...standardInput, mode: "push-to-talk", releaseDelay: 40 });
    await createRoot(async (dispose) => {
      const held = createHoldKey(() => true);
      held.hold();
      held.letGo();
      expect(held.isHeld()).toBe(true);
      await until(() => !held.isHeld());
      dispose();
    });
  });
});

test("those in a call hear who comes and goes, unless the sounds are off", async () => {
  using _ = FakeMicrophone.install();
  const { played } = FakeContext;
  const [state, setState] = createSignal<"idle" | "joining" | "connected" | "reconnecting">("idle");
  const [channelId, setChannelId] = createSignal<string>();
  const [isMuted, setMuted] = createSignal(false);
  const [people, setPeople] = createStore<CallPerson[]>([]);
  const person = (userId: string) => ({ userId, isSelf: userId === "me" }) as CallPerson;
  const heard = async (...changes: (() => void)[]) => {
    played.length = 0;
    batch(() => {
      for (const change of changes) change();
    });
    await Bun.sleep(0);
    return [...played];
  };
  const dispose = createRoot((end) => {
    createCallSounds({ state, channelId, people, isMuted });
    return end;
  });
  const joined = [523, 784];
  const left = [784, 523];
  await heard(
    () => setState("joining"),
    () => setChannelId("lounge"),
  );
  expect(
    await heard(
      () => setPeople([person("me")]),
      () => setState("connected"),
    ),
  ).toEqual(joined);
  expect(await heard(() => setPeople([person("me"), person("bob")]))).toEqual(joined);
  expect(await heard(() => setMuted(true))).toEqual([330]);
  // A lost connection is not everybody's leaving.
  expect(
    await heard(
      () => setState("reconnecting"),
      () => setPeople([person("me")]),
    ),
  ).toEqual([]);
  expect(
    await heard(
      () => setPeople([person("me"), person("bob")]),
      () => setState("connected"),
    ),
  ).toEqual(joined);
  expect(await heard(() => setPeople([person("me")]))).toEqual(left);
  // Somebody is moved to another call.
  expect(
    await heard(
      () => setState("joining"),
      () => setChannelId("stage"),
      () => setPeople([]),
    ),
  ).toEqual([]);
  expect(
    await heard(
      () => setPeople([person("me"), person("bob")]),
      () => setState("connected"),
    ),
  ).toEqual([523, 659, 784]);
  setCallSoundsOn(false);
  expect(await heard(() => setMuted(false))).toEqual([]);
  setCallSoundsOn(true);
  expect(
    await heard(
      () => setState("idle"),
      () => setChannelId(undefined),
      () => setPeople([]),
    ),
  ).toEqual(left);
  dispose();
});

test("a voice and a shared screen of one person are as loud as each is set", () => {
  setVolumeOf("ann", 40);
  setVolumeOf("ann", 130, "screen");
  expect([volumeOf("ann"), volumeOf("ann", "screen"), volumeOf("ben", "screen")]).toEqual([40, 130, 100]);
  setVolumeOf("ann", 100, "screen");
  expect(JSON.parse(localStorage.getItem("voice-volumes") ?? "")).toEqual({ ann: 40 });
  setVolumeOf("ann", 100);
});

test("the list of channels shows what the people in a call do, and how many may join", async () => {
  const { scene, channel, bob, path } = newScene();
  setCalls(scene, true);
  const talk = { ...channel, _id: newId(), name: "Talk", voice: { max_users: 5 } };
  scene.channels.push(talk);
  scene.servers = scene.servers.map((each) => ({ ...each, channels: [...each.channels, talk._id] }));
  const network = await openPage(path, scene);
  await find("link", /^Talk 0 of at most 5 people/);
  const state = {
    id: bob._id,
    joined_at: "2026-01-01T00:00:00.000Z",
    is_receiving: false,
    is_publishing: false,
  };
  network.tell({
    type: "VoiceChannelJoin",
    id: talk._id,
    state: { ...state, screensharing: true, camera: true },
  });
  const row = await find("button", "Bob shares the screen on camera muted does not hear");
  network.tell({
    type: "UserVoiceStateUpdate",
    id: bob._id,
    channel_id: talk._id,
    data: { is_publishing: true, is_receiving: true, camera: false, screensharing: false },
  });
  await until(() => row.querySelectorAll("[role=img]").length === 0);
  await find("link", /^Talk 1 of at most 5 people/);
});
