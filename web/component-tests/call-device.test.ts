import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createRoot, createSignal } from "solid-js";
import { createMediaSession, createWakeLock } from "../client/src/voice/call-device.ts";
import type { CallPerson } from "../client/src/voice/call-person.ts";
import { until } from "./support/find.ts";

type CallOfDevice = Parameters<typeof createMediaSession>[0] & Parameters<typeof createWakeLock>[0];

/** A call as far as the device is concerned, and what was done in it. */
function newCall() {
  const [state, setState] = createSignal<"idle" | "connected">("idle");
  const [isMuted, setMuted] = createSignal(false);
  const [isViewShown, setViewShown] = createSignal(true);
  const [camera, setCamera] = createSignal<CallPerson["camera"]>();
  const person = {
    get camera() {
      return camera();
    },
  };
  const channel = { name: "Lounge", server: { name: "Ferrets" }, iconURL: "http://localhost/icon" };
  const done: string[] = [];
  const call = {
    state,
    isMuted,
    isViewShown,
    channel: () => channel,
    people: [person],
    hasCamera: () => camera() !== undefined,
    mayShow: () => true,
    toggleMute: () => void setMuted((muted) => !muted),
    toggleCamera: async () => void done.push("camera"),
    leave: () => void done.push("leave"),
  };
  return {
    call: call as never as CallOfDevice,
    done,
    setState,
    isMuted,
    setViewShown,
    setVideo: (isOn: boolean) => setCamera(isOn ? ({} as CallPerson["camera"]) : undefined),
  };
}

const give = (name: string, value: unknown) =>
  Object.defineProperty(navigator, name, { configurable: true, value });
const follow = (start: () => void) =>
  createRoot((dispose) => {
    start();
    return dispose;
  });

describe("the call on a phone's locked screen", () => {
  const handlers = new Map<string, () => void>();
  const active: Record<string, boolean> = {};
  const session = {
    metadata: null as { title: string; artist: string } | null,
    playbackState: "none",
    setActionHandler(action: string, handler: (() => void) | null) {
      // As a browser that does not have all of them.
      if (action === "togglecamera") throw new TypeError("unknown");
      if (handler) handlers.set(action, handler);
      else handlers.delete(action);
    },
    setMicrophoneActive: (isOn: boolean) => void Object.assign(active, { microphone: isOn }),
  };
  beforeEach(() => {
    give("mediaSession", session);
    Object.assign(globalThis, {
      MediaMetadata: class {
        constructor(fields: object) {
          Object.assign(this, fields);
        }
      },
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, "mediaSession");
    Reflect.deleteProperty(globalThis, "MediaMetadata");
  });

  test("names the channel, mutes and hangs up, and is gone with the call", () => {
    const { call, done, setState, isMuted } = newCall();
    const dispose = follow(() => createMediaSession(call));
    expect([session.metadata, handlers.size]).toEqual([null, 0]);
    setState("connected");
    expect(session).toMatchObject({
      metadata: { title: "Lounge", artist: "Ferrets", artwork: [{ src: "http://localhost/icon" }] },
      playbackState: "playing",
    });
    expect(active).toEqual({ microphone: true });
    handlers.get("togglemicrophone")?.();
    expect([isMuted(), active.microphone]).toEqual([true, false]);
    // A headset has one button for both, which never unmutes by pausing.
    handlers.get("pause")?.();
    expect(isMuted()).toBe(true);
    handlers.get("play")?.();
    expect(isMuted()).toBe(false);
    handlers.get("hangup")?.();
    expect(done).toEqual(["leave"]);
    setState("idle");
    expect([session.metadata, session.playbackState, handlers.size]).toEqual([null, "none", 0]);
    setState("connected");
    dispose();
    expect([session.metadata, handlers.size]).toEqual([null, 0]);
  });

  test("a browser without it does nothing", () => {
    Reflect.deleteProperty(navigator, "mediaSession");
    const { call, setState } = newCall();
    const dispose = follow(() => createMediaSession(call));
    setState("connected");
    dispose();
  });
});

describe("the screen of a device", () => {
  let held = 0;
  let refuses = false;
  const setVisible = (isVisible: boolean) => {
    const value = isVisible ? "visible" : "hidden";
    Object.defineProperty(document, "visibilityState", { configurable: true, value });
    // The browser gives the lock back by itself.
    if (!isVisible) held = 0;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  beforeEach(() => {
    [held, refuses] = [0, false];
    setVisible(true);
    const request = async () => {
      if (refuses) throw new DOMException("no power", "NotAllowedError");
      held++;
      let isHeld = true;
      const release = async () => {
        if (isHeld && held > 0) held--;
        isHeld = false;
      };
      return { release };
    };
    give("wakeLock", { request });
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, "wakeLock");
    Reflect.deleteProperty(document, "visibilityState");
  });

  test("stays on while a video of the call is watched", async () => {
    const { call, setState, setVideo, setViewShown } = newCall();
    const dispose = follow(() => createWakeLock(call));
    setState("connected");
    expect(held).toBe(0);
    setVideo(true);
    await until(() => held === 1);
    setViewShown(false);
    await until(() => held === 0);
    setViewShown(true);
    await until(() => held === 1);
    setVisible(false);
    await until(() => held === 0);
    setVisible(true);
    await until(() => held === 1);
    setVideo(false);
    await until(() => held === 0);
    setVideo(true);
    await until(() => held === 1);
    setState("idle");
    await until(() => held === 0);
    setState("connected");
    await until(() => held === 1);
    dispose();
    await until(() => held === 0);
  });

  test("a device that refuses lets the call go on, and is asked again", async () => {
    refuses = true;
    const { call, setState, setVideo } = newCall();
    const dispose = follow(() => createWakeLock(call));
    setState("connected");
    setVideo(true);
    await Promise.resolve();
    refuses = false;
    setVisible(false);
    setVisible(true);
    await until(() => held === 1);
    dispose();
  });
});
