import { expect, test } from "bun:test";
import { readFlags, writeFlags } from "./message-flags.ts";

const none = { suppress: false, everyone: false };
const silent = { suppress: true, everyone: false };
const loud = { suppress: false, everyone: true };
const both = { suppress: true, everyone: true };

test.each<[flags: number | undefined, user: ReturnType<typeof readFlags>, bot: ReturnType<typeof readFlags>]>(
  [
    [undefined, none, none],
    [0, none, none],
    [1, silent, silent],
    [2, silent, silent],
    [3, silent, silent],
    [4, "IsNotBot", loud],
    [5, "IsNotBot", both],
    [6, "IsNotBot", both],
    [7, "IsNotBot", both],
    [8, "InvalidProperty", "InvalidProperty"],
    [12, "InvalidProperty", "InvalidProperty"],
    [2 ** 31, "InvalidProperty", "InvalidProperty"],
    [2 ** 32 - 1, "InvalidProperty", "InvalidProperty"],
  ],
)("flags %p of a draft", (flags, user, bot) => {
  expect(readFlags(flags, { bot: false })).toEqual(user);
  expect(readFlags(flags, { bot: true })).toEqual(bot);
});

test.each([0, 2, 4, 6, 8, 10, 12, 14])("flags %p of a message", (flags) => {
  const [suppress, everyone, online] = [2, 4, 8].map((bit) => Math.floor(flags / bit) % 2 === 1);
  expect(
    writeFlags({ suppress: suppress === true, everyone: everyone === true, online: online === true }),
  ).toBe(flags);
});
