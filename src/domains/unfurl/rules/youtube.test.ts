import { describe, expect, test } from "bun:test";
import { describeYouTube, findYouTube, youtubeOembed } from "./youtube.ts";

const id = "dQw4w9WgXcQ";

describe("a video of YouTube", () => {
  test.each([
    ...[`www.youtube.com/watch?v=${id}`, `youtube.com/watch?list=x&v=${id}`, `m.youtube.com/watch?v=${id}`],
    ...[
      `music.youtube.com/watch?v=${id}`,
      `youtube.com/embed/${id}`,
      `youtube.com/v/${id}`,
      `youtube.com/${id}`,
    ],
    ...[
      `youtube.com/shorts/${id}`,
      `www.youtube.com/live/${id}?si=x`,
      `youtu.be/${id}`,
      `youtu.be/${id}?si=x`,
    ],
  ])("is at %s", (place) =>
    expect(findYouTube(new URL(`https://${place}`))).toEqual({ type: "YouTube", id }),
  );

  test.each([
    ["t=42", "42"],
    ["t=1h2m3s", "1h2m3s"],
    ["start=7", "7"],
    ["t=%22onload", undefined],
  ])("begins at ?%s", (query, timestamp) => {
    const found = findYouTube(new URL(`https://youtu.be/${id}?${query}`));
    expect(found).toEqual({ type: "YouTube", id, ...(timestamp !== undefined && { timestamp }) });
  });

  test.each([
    "youtube.com/",
    "youtube.com/feed/trending",
    "youtu.be/short",
    "notyoutube.com/watch?v=dQw4w9WgXcQ",
  ])("is not at %s", (place) => expect(findYouTube(new URL(`https://${place}`))).toBeUndefined());

  test("is described by its oEmbed address, which contains only its id", () => {
    expect(youtubeOembed({ type: "YouTube", id })).toBe(
      `https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${id}`,
    );
  });

  test("is shown with its creator", () => {
    const url = `https://youtu.be/${id}`;
    const told = { title: "A", author: "B", authorUrl: "https://www.youtube.com/@b", provider: "YouTube" };
    const special = { type: "YouTube", id } as const;
    expect(describeYouTube(special, told, url)).toEqual({
      type: "Website",
      url,
      original_url: url,
      special: { ...special, creator_name: "B", creator_url: "https://www.youtube.com/@b" },
      title: "A",
      site_name: "YouTube",
      colour: "#FF424F",
    });
    expect(describeYouTube(special, {}, url)).toMatchObject({
      title: "YouTube",
      special: { creator_name: null, creator_url: null },
    });
  });
});
