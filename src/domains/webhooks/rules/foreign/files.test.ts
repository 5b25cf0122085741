import { expect, test } from "bun:test";
import { sortFiles } from "./files.ts";

const named = (...names: string[]) => names.map((filename) => ({ filename }));
const most = { embeds: 2, attachments: 2 };

test("files that embeds name are shown there, each once; the rest is attached, as far as there is room", () => {
  const files = named("a", "a", "b", "c", "d", "e");
  const embeds = [{ file: "a" }, { file: "a" }, { file: "b" }];
  expect(sortFiles(files, embeds, most)).toEqual({
    shown: named("a"),
    attached: named("a", "b"),
    left: "(without c, d, e)",
  });
});

test("of no files nothing is said", () => {
  expect(sortFiles([], [{ file: undefined }], most)).toEqual({ shown: [], attached: [], left: "" });
});
