import { expect, test } from "bun:test";
import { readCatalogue } from "../../../../ui/catalogue.ts";
import { messages } from "../../i18n/en/messages.ts";
import { callDuration } from "./call-duration.ts";

test.each([
  [0, "1 second"],
  [1_499, "1 second"],
  [12_000, "12 seconds"],
  [59_400, "59 seconds"],
  [60_000, "1 minute"],
  [150_000, "3 minutes"],
  [3_600_000, "1 hour"],
  [7_500_000, "2 hours 5 minutes"],
])("a call of %i ms lasted %s", (milliseconds, words) => {
  expect(callDuration(milliseconds, readCatalogue<typeof messages>(messages, "en"))).toBe(words);
});
