import { expect, test } from "bun:test";
import { plainText } from "./plain-text.ts";

const names = {
  user: () => "Ann",
  role: () => "Staff",
  channel: () => "general",
  emoji: () => "ferret",
  shortName: () => "👋",
  moment: (seconds: number) => `at ${seconds}`,
  spoiler: "(hidden)",
};
const id = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

test.each([
  ["**Good** *morning*, ~~you~~", "Good morning, you"],
  [`<@${id}> and <%${id}> in <#${id}> :${id}: :wave:`, "@Ann and @Staff in #general :ferret: 👋"],
  ["# Title\n\ntext\n- one\n- two", "Title text one two"],
  ["- [x] one\n- [ ] two", "☑ one ☐ two"],
  ["> quoted\n\n```ts\nlet x\n```", "quoted let x"],
  ["the end: ||she dies||", "the end: (hidden)"],
  ["[here](https://example.com) <t:60:R>", "here at 60"],
  ["", ""],
])("%p becomes %p", (text, plain) => {
  expect(plainText(text, names)).toBe(plain);
});
