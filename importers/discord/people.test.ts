import { expect, test } from "bun:test";
import { noFacts } from "./discord-api.ts";
import { peopleOf } from "./people.ts";
import type { Person } from "./survey.ts";

const writer: Person = { id: "1", name: "otto", nickname: "Otto", avatar: undefined, roles: ["7"] };

test("members who never wrote come along, with their names and roles", () => {
  const members = [
    { user: { id: "1", username: "otto_renamed" }, roles: [] },
    { user: { id: "2", username: "mia", global_name: "Mia" }, nick: "Mimi", roles: ["8"] },
    { user: { id: "3", username: "ida", global_name: "Ida" }, nick: null, roles: [] },
    { user: { id: "4", username: "bot" }, roles: [] },
  ];
  expect(peopleOf({ people: new Map([["1", writer]]) }, { ...noFacts, members })).toEqual([
    writer,
    { id: "2", name: "mia", nickname: "Mimi", avatar: undefined, roles: ["8"] },
    { id: "3", name: "ida", nickname: "Ida", avatar: undefined, roles: [] },
    { id: "4", name: "bot", nickname: undefined, avatar: undefined, roles: [] },
  ]);
});

test("without a token, the people are those of the export", () => {
  expect(peopleOf({ people: new Map([["1", writer]]) }, noFacts)).toEqual([writer]);
});
