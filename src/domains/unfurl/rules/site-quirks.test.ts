import { describe, expect, test } from "bun:test";
import { addressToFetch, headersFor } from "./site-quirks.ts";

describe("quirks of sites", () => {
  test.each(["reddit.com", "www.reddit.com", "new.reddit.com"])(
    "%s is fetched from its old address",
    (host) => {
      expect(addressToFetch(`https://${host}/r/a?b=c`)).toBe("https://old.reddit.com/r/a?b=c");
    },
  );

  test.each(["https://old.reddit.com/r/a", "https://notreddit.com/", "https://reddit.com.evil.example/"])(
    "%s stays as it is",
    (link) => expect(addressToFetch(link)).toBe(link),
  );

  test.each([
    ...[
      "twitter.com",
      "x.com",
      "www.x.com",
      "vxtwitter.com",
      "fxtwitter.com",
      "fixupx.com",
      "old.reddit.com",
    ],
  ])("%s is fetched as a crawler that it knows", (host) => {
    expect(headersFor(`https://${host}/a`)["user-agent"]).toContain("Discordbot");
  });

  test.each(["example.com", "netflix.com", "x.com.example"])(
    "%s is fetched with our own user agent",
    (host) => {
      const headers = headersFor(`https://${host}/a`);
      expect(headers["user-agent"]).toContain("Ermine");
      expect(headers["accept-language"]).toBe("en-US,en;q=0.5");
    },
  );
});
