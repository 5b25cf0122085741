import { describe, expect, test } from "bun:test";
import type { Special, WebsiteEmbed } from "../../../protocol/embed.ts";
import { withSpecial } from "./special.ts";

const page = (url: string, more: Partial<WebsiteEmbed> = {}): WebsiteEmbed => ({
  type: "Website",
  url,
  original_url: url,
  colour: "own",
  ...more,
});
const player = (query: string) => ({
  video: { url: `https://bandcamp.com/EmbeddedPlayer/v=2/${query}/size=large`, width: 1, height: 1 },
});

const rows: [url: string, special: Special, colour: string, more?: Partial<WebsiteEmbed>][] = [
  ["https://streamable.com/abc123", { type: "Streamable", id: "abc123" }, "own"],
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", { type: "YouTube", id: "dQw4w9WgXcQ" }, "#FF424F"],
  [
    "https://lightspeed.tv/somebody",
    { type: "Lightspeed", content_type: "Channel", id: "somebody" },
    "#7445D9",
  ],
  [
    "https://www.twitch.tv/some_body",
    { type: "Twitch", content_type: "Channel", id: "some_body" },
    "#7B68EE",
  ],
  ["https://twitch.tv/videos/123", { type: "Twitch", content_type: "Video", id: "123" }, "#7B68EE"],
  [
    "https://twitch.tv/a/clip/Some-Clip_1",
    { type: "Twitch", content_type: "Clip", id: "Some-Clip_1" },
    "#7B68EE",
  ],
  ...["track", "user", "artist", "album", "playlist"].map((content_type): (typeof rows)[number] => [
    `https://open.spotify.com/${content_type}/4uLU6hMCjMI75M1A2tKUQC?si=x`,
    { type: "Spotify", content_type, id: "4uLU6hMCjMI75M1A2tKUQC" },
    "#1ABC9C",
  ]),
  [
    "https://open.spotify.com/intl-de/track/4uL",
    { type: "Spotify", content_type: "track", id: "4uL" },
    "#1ABC9C",
  ],
  ["https://soundcloud.com/somebody/a-song", { type: "Soundcloud" }, "#FF7F50"],
  [
    "https://a.bandcamp.com/track/b",
    { type: "Bandcamp", content_type: "Track", id: "12" },
    "own",
    player("track=12"),
  ],
  [
    "https://a.bandcamp.com/album/b",
    { type: "Bandcamp", content_type: "Album", id: "34" },
    "own",
    player("album=34"),
  ],
  ...[
    ...[
      "gifbox.me/view/a",
      "yiffbox.me/view/a",
      "tenor.com/view/a-gif-1",
      "www.giphy.com/gifs/a",
      "gfycat.com/a",
    ],
    ...["redgifs.com/watch/a", "www.redgifs.com/watch/a", "klipy.com/gifs/a"],
  ].map((place): (typeof rows)[number] => [`https://${place}`, { type: "GIF" }, "own"]),
  [
    "https://music.apple.com/gb/album/a-b/123?i=456",
    { type: "AppleMusic", album_id: "123", track_id: "456" },
    "#FA233B",
  ],
  ["https://music.apple.com/album/a-b/123", { type: "AppleMusic", album_id: "123" }, "#FA233B"],
];

describe("a player", () => {
  for (const [url, special, colour, more] of rows) {
    test(`is there for ${url}`, () => {
      expect(withSpecial(page(url, more))).toEqual({ ...page(url, more), special, colour });
    });
  }

  test.each([
    ...["https://streamable.com/", "https://streamable.com/a/b", "https://evilstreamable.com/abc"],
    ...["https://www.youtube.com/@somebody", "https://www.youtube.com/playlist?list=x"],
    ...["https://www.youtube.com/watch?v=<script>", "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ"],
    ...[
      "https://lightspeed.tv/abc",
      "https://lightspeed.tv/a/b",
      "https://twitch.tv/",
      "https://twitch.tv/a/b",
    ],
    ...[
      "https://open.spotify.com/episode/x",
      "https://open.spotify.com/track/",
      "https://spotify.com/track/x",
    ],
    ...["https://soundcloud.com/somebody", "https://a.bandcamp.com/track/b", "https://a.bandcamp.com/"],
    ...["https://tenor.com/search/a", "https://giphy.com/gifs/", "https://a.example/tenor.com/view/a"],
    ...["https://music.apple.com/gb/playlist/a/1", "https://music.apple.com/album/a/b"],
  ])("there is none for %s", (url) => expect(withSpecial(page(url))).toEqual(page(url)));

  test("is found by the canonical address, that of Apple by the requested one", () => {
    const apple = "https://music.apple.com/album/a/123";
    const given = page("https://a.example/", { original_url: apple });
    expect(withSpecial(given).special).toEqual({ type: "AppleMusic", album_id: "123" });
    expect(withSpecial(page(apple, { original_url: "https://a.example/" })).special).toBeUndefined();
    const short = page("https://streamable.com/abc", { original_url: "https://a.example/" });
    expect(withSpecial(short).special).toEqual({ type: "Streamable", id: "abc" });
  });
});
