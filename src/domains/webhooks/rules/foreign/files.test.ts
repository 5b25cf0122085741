import { expect, test } from "bun:test";
import { sortFiles } from "./files.ts";

const named = (...names: string[]) => names.map((filename) => ({ filename }));
const max = { embeds: 2, attachments: 2 };

test("files named by embeds are shown there once; the others are attached up to the limit", () => {
  const files = named("a", "a", "b", "c", "d", "e");
  const embeds = [{ file: "a" }, { file: "a" }, { file: "b" }];
  expect(sortFiles(files, embeds, max)).toEqual({
    shown: named("a"),
    attached: named("a", "b"),
    left: "(without c, d, e)",
  });
});

test("without files there is no note", () => {
  expect(sortFiles([], [{ file: undefined }], max)).toEqual({ shown: [], attached: [], left: "" });
});
