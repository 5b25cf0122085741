import { describe, expect, test } from "bun:test";
import type { BotEdit } from "../model.ts";
import { planBotEdit } from "./bot-row.ts";

const url = "https://bots.example.com";

describe("planBotEdit", () => {
  test.each<[edit: BotEdit, changes: object]>([
    [{}, {}],
    [{ name: "Another", remove: ["Token"] }, {}],
    [{ public: true }, { public: 1 }],
    [
      { public: false, analytics: false },
      { public: 0, analytics: 0 },
    ],
    [{ analytics: true }, { analytics: 1 }],
    [{ interactions_url: url }, { interactions_url: url }],
    [{ remove: ["InteractionsURL"] }, { interactions_url: null }],
    [{ interactions_url: url, remove: ["InteractionsURL"] }, { interactions_url: url }],
  ])("of %j is %j", (edit, changes) => {
    expect(planBotEdit(edit)).toEqual(changes);
  });
});
