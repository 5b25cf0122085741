import { expect, test } from "bun:test";
import { Gate, type GateSettings } from "./gate.ts";

const rate = 48_000;
const activity: GateSettings = { state: "activity", threshold: -40, releaseDelay: 200 };

/** A second of a tone of 200 Hz is as loud as its peak less 3 decibels. */
const tone = (peak: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, at) => peak * Math.sin((2 * Math.PI * 200 * at) / rate));

/** Sends sound through in blocks as a worklet gets them; returns what came out. */
function pass(gate: Gate, sound: Float32Array): Float32Array {
  const heard = new Float32Array(sound.length);
  for (let at = 0; at < sound.length; at += 128)
    gate.process(sound.subarray(at, at + 128), heard.subarray(at, at + 128));
  return heard;
}
const peakOf = (sound: Float32Array) => sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

test("a voice above the threshold passes, and what is below does not", () => {
  const gate = new Gate(rate, activity);
  expect(peakOf(pass(gate, tone(0.005, 0.5)))).toBe(0);
  expect(gate.level).toBeCloseTo(-49, 0);
  const heard = pass(gate, tone(0.1, 0.5));
  expect(gate.level).toBeCloseTo(-23, 0);
  expect(peakOf(heard)).toBeCloseTo(0.1, 3);
  // It is open before a word is half over.
  expect(peakOf(heard.subarray(0, rate * 0.02))).toBeCloseTo(0.1, 2);
});

test("it stays open for the release delay, and no longer", () => {
  const gate = new Gate(rate, activity);
  pass(gate, tone(0.1, 0.2));
  const quiet = pass(gate, tone(0.005, 1));
  expect(peakOf(quiet.subarray(rate * 0.15, rate * 0.2))).toBeCloseTo(0.005, 4);
  // The level is an average, so that it falls some 50 ms after the voice.
  expect(peakOf(quiet.subarray(rate * 0.35))).toBe(0);
});

test("a key decides whatever the level is", () => {
  const gate = new Gate(rate, { ...activity, state: "closed" });
  expect(peakOf(pass(gate, tone(0.5, 0.2)))).toBe(0);
  gate.settings = { ...activity, state: "open" };
  expect(peakOf(pass(gate, tone(0.005, 0.2)))).toBeCloseTo(0.005, 4);
  gate.settings = { ...activity, state: "closed" };
  const heard = pass(gate, tone(0.5, 0.2));
  // Not at once, which would click, but within 30 ms.
  expect(peakOf(heard.subarray(0, 480))).toBeGreaterThan(0.2);
  expect(peakOf(heard.subarray(rate * 0.03))).toBe(0);
});

test("digital silence is no level", () => {
  const gate = new Gate(rate, activity);
  expect(peakOf(pass(gate, new Float32Array(rate)))).toBe(0);
  expect(gate.level).toBe(Number.NEGATIVE_INFINITY);
});
