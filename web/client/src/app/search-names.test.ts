import { expect, test } from "bun:test";
import { readQuery, searchNames } from "./search-names.ts";

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

test("other names count as well", () => {
  const people = [{ name: "Ann" }, { name: "Bob", otherNames: ["bobby#1234", "Weasel"] }];
  expect(searchNames(people, "weas", 10)).toEqual(people.slice(1));
});

test("the first character of a query says what is looked for", () => {
  expect(readQuery("gen")).toEqual({ kind: undefined, words: "gen" });
  expect(readQuery(" @ bo ")).toEqual({ kind: "people", words: "bo" });
  expect(readQuery("#")).toEqual({ kind: "channels", words: "" });
  expect(readQuery(">mark")).toEqual({ kind: "actions", words: "mark" });
});
