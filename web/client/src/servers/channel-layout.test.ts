import { expect, test } from "bun:test";
import {
  categoriesOf,
  layoutOf,
  moveChannel,
  moveGroup,
  removeGroup,
  stepChannel,
  stepGroup,
} from "./channel-layout.ts";

const layout = layoutOf(
  ["a", "b", "c", "d", "e"],
  [
    { id: "one", title: "One", channels: ["c", "gone", "d"] },
    { id: "two", title: "Two", channels: ["e"] },
  ],
);
const shape = (groups: typeof layout) => groups.map(({ id, channels }) => `${id}:${channels.join("")}`);

test("channels without a category come first, and ids of deleted channels vanish", () => {
  expect(shape(layout)).toEqual(["default:ab", "one:cd", "two:e"]);
});

test("a stored group of ungrouped channels keeps its place and takes in new ones", () => {
  const stored = [
    { id: "one", title: "One", channels: ["c"] },
    { id: "default", title: "Default", channels: ["b"] },
  ];
  expect(shape(layoutOf(["a", "b", "c"], stored))).toEqual(["one:c", "default:ba"]);
});

test("a channel goes before another one, or to the end of a group", () => {
  expect(shape(moveChannel(layout, "a", { groupId: "one", before: "d" }))).toEqual([
    "default:b",
    "one:cad",
    "two:e",
  ]);
  expect(shape(moveChannel(layout, "c", { groupId: "one" }))).toEqual(["default:ab", "one:dc", "two:e"]);
  expect(shape(moveChannel(layout, "c", { groupId: "one", before: "c" }))).toEqual(shape(layout));
});

test("steps move within a group and then over its border, down to the ends and back", () => {
  let now = layout;
  const seen: string[] = [];
  for (let i = 0; i < 6; i++) {
    now = stepChannel(now, "a", 1);
    seen.push(shape(now).join(" "));
  }
  expect(seen).toEqual([
    "default:ba one:cd two:e",
    "default:b one:acd two:e",
    "default:b one:cad two:e",
    "default:b one:cda two:e",
    "default:b one:cd two:ae",
    "default:b one:cd two:ea",
  ]);
  expect(shape(stepChannel(now, "a", 1))).toEqual(shape(now));
  for (let i = 0; i < 6; i++) now = stepChannel(now, "a", -1);
  expect(shape(now)).toEqual(shape(layout));
});

test("a step passes over channels that the user does not see, and these stay where they are", () => {
  const hidden = (id: string) => id !== "c";
  expect(shape(stepChannel(layout, "d", -1, hidden))).toEqual(["default:abd", "one:c", "two:e"]);
});

test("categories move by place and by step, and their channels with them", () => {
  expect(shape(moveGroup(layout, "two", "one"))).toEqual(["default:ab", "two:e", "one:cd"]);
  expect(shape(stepGroup(layout, "one", 1))).toEqual(["default:ab", "two:e", "one:cd"]);
  expect(shape(stepGroup(layout, "one", -1))).toEqual(["one:cd", "default:ab", "two:e"]);
  expect(shape(stepGroup(layout, "two", 1))).toEqual(shape(layout));
});

test("channels of a removed category stay, without one", () => {
  expect(shape(removeGroup(layout, "one"))).toEqual(["default:abcd", "two:e"]);
});

test("no move loses or doubles a channel", () => {
  let now = layout;
  for (let i = 0; i < 200; i++) {
    const channel = "abcde"[i % 5] as string;
    now = i % 3 === 0 ? stepGroup(now, "one", i % 2 ? 1 : -1) : stepChannel(now, channel, i % 2 ? 1 : -1);
    expect(now.flatMap(({ channels }) => channels).sort()).toEqual(["a", "b", "c", "d", "e"]);
  }
});

test("an empty group of ungrouped channels is not sent", () => {
  const moved = removeGroup(layoutOf(["a"], [{ id: "one", title: "One", channels: ["a"] }]), "nothing");
  expect(categoriesOf(moved).map(({ id }) => id)).toEqual(["one"]);
});
