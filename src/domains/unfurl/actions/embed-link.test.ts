import { describe, expect, test } from "bun:test";
import { openServicesWith } from "../../../../test/support/resources.ts";
import { configWith } from "../../../config/load.ts";
import { systemClock } from "../../../platform/clock.ts";
import { OutboundError, type OutsideWishes } from "../../../platform/outbound/port.ts";
import type { Services } from "../../../store/services.ts";
import { embedLink } from "./embed-link.ts";
import { linkCaches } from "./link-caches.ts";

/** A web of a few addresses, for what only the hosts of others answer. */
function newWeb(answers: Record<string, { type: string; body: string }>) {
  const asked: { url: string; wishes: OutsideWishes | undefined }[] = [];
  const fetchOutside: Services["fetchOutside"] = async (url, wishes) => {
    asked.push({ url, wishes });
    const answer = answers[url];
    if (!answer) throw new OutboundError("bad-status", "answered 404", { status: 404 });
    const body = new Response(answer.body).body ?? new ReadableStream();
    return { status: 200, url, headers: new Headers(), contentType: answer.type, body };
  };
  const services = openServicesWith([linkCaches], {
    config: configWith({}),
    clock: systemClock,
    fetchOutside,
  });
  return { services, asked };
}

const page = (body: string) => ({ type: "text/html", body });

describe("a link", () => {
  test("to YouTube is asked about at its oEmbed service alone", async () => {
    const address =
      "https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ";
    const told = {
      title: "A",
      author_name: "B",
      author_url: "https://www.youtube.com/@b",
      provider_name: "YouTube",
    };
    const thumbnail_url = "https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg";
    const { services, asked } = newWeb({
      [address]: { type: "application/json", body: JSON.stringify({ ...told, thumbnail_url }) },
    });
    const url = "https://www.youtube.com/shorts/dQw4w9WgXcQ?t=4";
    expect(await embedLink(services, url)).toEqual({
      type: "Website",
      url,
      original_url: url,
      special: {
        type: "YouTube",
        id: "dQw4w9WgXcQ",
        timestamp: "4",
        creator_name: "B",
        creator_url: "https://www.youtube.com/@b",
      },
      title: "A",
      site_name: "YouTube",
      icon_url: thumbnail_url,
      colour: "#FF424F",
    });
    expect(asked.length).toBe(1);
  });

  test("to a video that YouTube does not know leads nowhere", async () => {
    const { services } = newWeb({});
    await expect(embedLink(services, "https://youtu.be/dQw4w9WgXcQ")).rejects.toMatchObject({
      type: "ProxyError",
    });
  });

  test("to reddit is asked about at its old address, and shown as it is", async () => {
    const { services, asked } = newWeb({
      "https://old.reddit.com/r/a": page('<meta property="og:title" content="A">'),
    });
    const url = "https://www.reddit.com/r/a";
    expect(await embedLink(services, url)).toEqual({ type: "Website", url, original_url: url, title: "A" });
    expect(asked[0]?.wishes?.headers?.["user-agent"]).toContain("Discordbot");
  });

  test("to a page of animations keeps image and video, as they are told", async () => {
    const url = "https://tenor.com/view/a-gif-1";
    const { services, asked } = newWeb({
      [url]: page('<meta property="og:image" content="/a.gif"><meta property="og:video" content="/a.mp4">'),
    });
    expect(await embedLink(services, url)).toMatchObject({
      special: { type: "GIF" },
      image: { url: "https://tenor.com/a.gif", width: 0, height: 0 },
      video: { url: "https://tenor.com/a.mp4", width: 0, height: 0 },
    });
    expect(asked.length).toBe(1);
  });
});
