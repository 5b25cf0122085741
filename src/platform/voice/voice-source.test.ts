import { afterEach, describe, expect, test } from "bun:test";
import { configWith } from "../../config/load.ts";
import { findVoiceSource } from "./voice-source.ts";

const nodes = [{ name: "a", public_url: "ws://a", url: "http://a", key: "k", secret: "s" }];
const find = (voice: object) => findVoiceSource(configWith({ voice }));

const path = process.env.PATH;
afterEach(() => {
  process.env.PATH = path;
});

describe("where calls run", () => {
  test("nodes come before a program, unless voice is off", () => {
    expect(find({ nodes, binary: "/bin/true" })).toEqual({ kind: "nodes" });
    expect(find({ nodes, mode: "nodes" })).toEqual({ kind: "nodes" });
    expect(find({ nodes, mode: "off" })).toEqual({ kind: "off", why: 'voice.mode is "off"' });
    expect(find({ binary: "/bin/true" })).toEqual({ kind: "program", program: "/bin/true" });
  });

  test.each([
    [{ binary: "/nowhere/livekit" }, "/nowhere/livekit, which voice.binary names, does not exist"],
    [{ binary: import.meta.path }, `${import.meta.path}, which voice.binary names, cannot be executed`],
    [{ mode: "nodes", binary: "/bin/true" }, 'voice.mode is "nodes", and there are no [[voice.nodes]]'],
  ])("with %p, voice is off", (voice, why) => {
    expect(find(voice)).toEqual({ kind: "off", why });
  });

  test("without a livekit-server on the PATH, voice is off", () => {
    process.env.PATH = "/nowhere";
    expect(find({})).toEqual({ kind: "off", why: "there is no livekit-server on the PATH" });
  });
});
