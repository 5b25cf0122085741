import { expect, test } from "bun:test";
import {
  dropInRail,
  mayDrop,
  newFolder,
  putInFolder,
  type Rail,
  railItems,
  railOrder,
  storedOrder,
  toStored,
} from "./server-folders.ts";

const folder = { id: "F", name: "Work", servers: ["b", "d"] };
const rail: Rail = { order: ["a", "b", "c", "d", "e"], folders: [folder] };

/** The rail in one line: servers of folders in brackets. */
const text = (of: Rail) =>
  railItems(of)
    .map((item) => (item.folder ? `[${item.servers.join("")}]` : item.id))
    .join("");

test("a folder is where its first server is, whatever order another client has stored", () => {
  expect(text(rail)).toBe("a[bd]ce");
  expect(railOrder(rail)).toEqual(["a", "b", "d", "c", "e"]);
  expect(text({ ...rail, order: ["d", "a", "c", "e", "b"] })).toBe("[db]ace");
  expect(text({ ...rail, order: ["a", "c"] })).toBe("ac");
});

test.each([
  ["e", "a", "before", "ea[bd]c"],
  ["a", "c", "after", "[bd]cae"],
  ["b", "e", "after", "a[d]ceb"],
  ["a", "b", "after", "[bad]ce"],
  ["d", "b", "before", "a[db]ce"],
  ["a", "F", "on", "[bda]ce"],
  ["e", "F", "before", "ae[bd]c"],
  ["a", "F", "after", "[bd]ace"],
  ["F", "a", "before", "[bd]ace"],
  ["F", "e", "after", "ace[bd]"],
  ["a", "c", "on", "[bd][ca]e"],
] as const)("%s dropped on %s, %s", (id, target, edge, result) => {
  expect(text(dropInRail(rail, id, { id: target, edge }))).toBe(result);
});

test("folders do not go into folders, and empty ones are gone", () => {
  expect(mayDrop(rail, "F", "b")).toBe(false);
  expect(mayDrop(rail, "F", "a")).toBe(true);
  expect(mayDrop(rail, "a", "b")).toBe(true);
  expect(putInFolder(putInFolder([folder], "b", undefined), "d", undefined)).toEqual([]);
  expect(newFolder([folder], "b", "d").map(({ servers }) => servers)).toEqual([["b", "d"]]);
});

test("the order is stored with the ids of folders, and read with or without them", () => {
  const moved = dropInRail(rail, "d", { id: "b", edge: "before" });
  const { sidebar, folders } = toStored(moved);
  expect(sidebar).toEqual(["a", "F", "d", "b", "c", "e"]);
  expect(folders).toEqual([{ ...folder, servers: ["d", "b"] }]);
  expect(text({ order: storedOrder(sidebar, folders), folders })).toBe("a[db]ce");
  // Other clients may store the folder alone, or move only some of its servers.
  expect(storedOrder(["e", "F", "a"], folders)).toEqual(["e", "d", "b", "a"]);
  expect(storedOrder(["b", "e", "d"], folders)).toEqual(["d", "b", "e"]);
});

test("a folder keeps servers that are not loaded, at its end", () => {
  const folders = [{ ...folder, servers: ["gone", "d", "b"] }];
  expect(toStored({ ...rail, folders }).folders[0]?.servers).toEqual(["b", "d", "gone"]);
});
