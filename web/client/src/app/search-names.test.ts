import { expect, test } from "bun:test";
import { searchNames } from "./search-names.ts";

const things = ["general", "off-topic", "Général français", "my-general", "Gandalf", "topics", "العربية"].map(
  (name) => ({ name }),
);
const find = (query: string) => searchNames(things, query, 10).map(({ name }) => name);

test("beginnings go before words, words before parts, parts before scattered letters", () => {
  expect(find("gen")).toEqual(["general", "Général français", "my-general"]);
  expect(find("topic")).toEqual(["topics", "off-topic"]);
  expect(find("gal")).toEqual(["general", "Général français", "my-general", "Gandalf"]);
});

test("case and accents do not matter, scripts do not either", () => {
  expect(find("GENERAL F")).toEqual(["Général français"]);
  expect(find("عرب")).toEqual(["العربية"]);
});

test("nothing asked for is the given order, nothing found is nothing", () => {
  expect(searchNames(things, " ", 2).map(({ name }) => name)).toEqual(["general", "off-topic"]);
  expect(find("zzz")).toEqual([]);
});
