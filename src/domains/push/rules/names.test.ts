import { describe, expect, test } from "bun:test";
import { findReferencedIds, replaceIds } from "./names.ts";

const id = (digit: number) => `0${"A".repeat(24)}${digit}`;
const names = {
  users: new Map([[id(1), "Ann"]]),
  roles: new Map([[id(2), "Crew"]]),
  channels: new Map([[id(3), "deck"]]),
  emojis: new Map([[id(4), "otter"]]),
};

describe("names in a text", () => {
  test("stand where ids stood", () => {
    const text = `<@${id(1)}> <%${id(2)}> <#${id(3)}> :${id(4)}: @everyone`;
    expect(replaceIds(text, names)).toBe("@Ann @Crew #deck :otter: @everyone");
  });

  test.each([
    `<@${id(2)}>`,
    `<%${id(1)}>`,
    `<#${id(1)}>`,
    `:${id(1)}:`,
    `<@${id(1).toLowerCase()}>`,
    `<@${id(1)}0>`,
    "$& $1 <@>",
    "",
  ])("are not put where there are none (%s)", (text) => expect(replaceIds(text, names)).toBe(text));

  test("that hold what looks like an id are left alone", () => {
    const users = new Map([[id(1), `$& <@${id(1)}>`]]);
    expect(replaceIds(`<@${id(1)}>!`, { ...names, users })).toBe(`@$& <@${id(1)}>!`);
  });

  test("that must be looked up are found, each once and no more than twenty", () => {
    const text = `:${id(4)}: <#${id(3)}> :${id(4)}: <@${id(1)}>`;
    expect(findReferencedIds(text)).toEqual({ channels: [id(3)], emojis: [id(4)] });
    const many = Array.from(
      { length: 50 },
      (_, index) => `:0${"B".repeat(23)}${String(index).padStart(2, "0")}:`,
    );
    expect(findReferencedIds(many.join("")).emojis).toHaveLength(20);
  });
});
