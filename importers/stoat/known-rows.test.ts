import { expect, test } from "bun:test";
import { rowWith } from "./known-rows.ts";

test("no question contains NUL, which PostgreSQL refuses", () => {
  const { columns, key } = rowWith("users", { username_key: "a\0b", discriminator: "0001" });
  expect({ columns, key }).toEqual({ columns: ["username_key", "discriminator"], key: ["ab", "0001"] });
});
