import { expect, test } from "bun:test";
import { nearestNode } from "./nearest-node.ts";

const node = (name: string, lon: number) => ({ name, lon, lat: 0, public_url: "" });
const nodes = [node("america", -95), node("europe", 10), node("pacific", 179)];

test.each([
  ["Berlin", -60, "europe"],
  ["Chicago", 360, "america"],
  ["Auckland", -720, "pacific"],
  ["Midway, across the date line", 660, "pacific"],
])("%s", (_, minutesBehindUtc, expected) => {
  expect(nearestNode(nodes, minutesBehindUtc)).toBe(expected);
});

test("nodes at one place: the first", () => {
  expect(nearestNode([node("one", 0), node("two", 0)], 300)).toBe("one");
  expect(nearestNode([], 0)).toBeUndefined();
});
