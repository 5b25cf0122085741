import { expect, test } from "bun:test";
import { isSessionExpired } from "./session-expiry.ts";

const day = 86_400_000;
const now = 1_700_000_000_000;

test.each<[lastSeen: number, idleDays: number, expired: boolean]>([
  [now, 0, false],
  [0, 0, false],
  [now, 1, false],
  [now - day + 1, 1, false],
  [now - day, 1, true],
  [now - 30 * day + 1, 30, false],
  [now - 30 * day, 30, true],
  [now + day, 1, false],
])("a session last used at %d expires after %d days: %p", (lastSeen, idleDays, expired) => {
  expect(isSessionExpired(lastSeen, idleDays, now)).toBe(expired);
});
