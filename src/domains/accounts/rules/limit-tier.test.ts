import { expect, test } from "bun:test";
import { ulid } from "ulid";
import { configWith } from "../../../config/load.ts";
import { limitTier } from "./limit-tier.ts";

const hour = 3_600_000;
const config = configWith({ limits: { global: { new_user_hours: 2 } } });

test.each([
  [0, "new_user"],
  [2 * hour, "new_user"],
  [2 * hour + 1, "default"],
  [1_000 * hour, "default"],
] as const)("after %d ms a user is in tier %s", (age, tier) => {
  const now = Date.now();
  expect(limitTier(ulid(now - age), now, config)).toBe(config.limits[tier]);
});
