import { describe, expect, test } from "bun:test";
import { openServicesWith } from "../../../../test/support/server/resources.ts";
import { configWith } from "../../../config/load.ts";
import type { Services } from "../../../declare/services.ts";
import { systemClock } from "../../../platform/clock/clock.ts";
import { CooperativeScheduler } from "../../../platform/concurrency/cooperative-scheduler.ts";
import { OutboundError, type OutboundRequestOptions } from "../../../platform/outbound/port.ts";
import { linkCaches, pageTurns } from "../resources.ts";
import { embedLink } from "./embed-link.ts";

/** A fetch that knows these addresses alone, for links to real sites. */
function fakeWeb(
  responses: Record<string, { type: string; body: string | ReadableStream<Uint8Array> }>,
  scheduler: Pick<CooperativeScheduler, "start"> = new CooperativeScheduler(),
) {
  const requests: { url: string; options: OutboundRequestOptions | undefined }[] = [];
  const outboundFetch: Services["outboundFetch"] = async (url, options) => {
    requests.push({ url, options });
    const response = responses[url];
    if (!response) throw new OutboundError("bad-status", "answered 404", { status: 404 });
    const body = new Response(response.body).body ?? new ReadableStream();
    return { status: 200, url, headers: new Headers(), contentType: response.type, body };
  };
  const services = openServicesWith([linkCaches, pageTurns], {
    scheduler: scheduler as CooperativeScheduler,
    config: configWith({}),
    clock: systemClock,
    outboundFetch,
  });
  return { services, requests };
}

const page = (body: string | ReadableStream<Uint8Array>) => ({ type: "text/html", body });
const title = '<meta property="og:title" content="A">';

describe("a link", () => {
  test("to YouTube is requested from its oEmbed service alone", async () => {
    const address =
      "https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ";
    const told = {
      title: "A",
      author_name: "B",
      author_url: "https://www.youtube.com/@b",
      provider_name: "YouTube",
    };
    const thumbnail_url = "https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg";
    const { services, requests } = fakeWeb({
      [address]: { type: "application/json", body: JSON.stringify({ ...told, thumbnail_url }) },
    });
    const url = "https://www.youtube.com/shorts/dQw4w9WgXcQ?t=4";
    expect(await embedLink(services, url, "requester")).toEqual({
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
    expect(requests.length).toBe(1);
  });

  test("to a video that YouTube does not know has no embed", async () => {
    const { services } = fakeWeb({});
    await expect(embedLink(services, "https://youtu.be/dQw4w9WgXcQ", "requester")).rejects.toMatchObject({
      type: "ProxyError",
    });
  });

  test("to reddit is requested from its old address, and shown as it is", async () => {
    const { services, requests } = fakeWeb({
      "https://old.reddit.com/r/a": page('<meta property="og:title" content="A">'),
    });
    const url = "https://www.reddit.com/r/a";
    expect(await embedLink(services, url, "requester")).toEqual({
      type: "Website",
      url,
      original_url: url,
      title: "A",
    });
    expect(requests[0]?.options?.headers?.["user-agent"]).toContain("Discordbot");
  });

  test("to a page of animations keeps image and video as the page describes them", async () => {
    const url = "https://tenor.com/view/a-gif-1";
    const { services, requests } = fakeWeb({
      [url]: page('<meta property="og:image" content="/a.gif"><meta property="og:video" content="/a.mp4">'),
    });
    expect(await embedLink(services, url, "requester")).toMatchObject({
      special: { type: "GIF" },
      image: { url: "https://tenor.com/a.gif", width: 0, height: 0 },
      video: { url: "https://tenor.com/a.mp4", width: 0, height: 0 },
    });
    expect(requests.length).toBe(1);
  });
});

describe("a large page", () => {
  const largest = 65_536;

  test("is requested up to 64 KiB, and tokenised no further", async () => {
    let pulled = 0;
    const chunk = Buffer.from(`<p>${" ".repeat(1_021)}`);
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled += chunk.length;
          controller.enqueue(chunk);
        },
      },
      { highWaterMark: 0 },
    );
    const urls = [
      "https://a.example/endless",
      "https://a.example/within",
      "https://a.example/beyond",
    ] as const;
    const { services } = fakeWeb({
      [urls[0]]: page(body),
      [urls[1]]: page(" ".repeat(largest - title.length) + title),
      [urls[2]]: page(" ".repeat(largest - title.length + 1) + title),
    });
    const outcomes = await Promise.allSettled(urls.map((url) => embedLink(services, url, "requester")));
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
    expect(pulled).toBeWithin(largest, largest + 2 * chunk.length + 1);
  });

  test("is read in slices, one page at a time, with a rest after each for as long as it took", async () => {
    const sliceMs = 2;
    const slices: { page: number; at: number }[] = [];
    let pages = 0;
    const start = () => {
      const page = pages++;
      return {
        async pause() {
          slices.push({ page, at: performance.now() });
          await Bun.sleep(sliceMs);
        },
      };
    };
    const urls = ["https://a.example/1", "https://a.example/2"];
    const { services } = fakeWeb(
      Object.fromEntries(urls.map((url) => [url, page(title + " ".repeat(largest))])),
      { start },
    );
    await Promise.all(urls.map((url) => embedLink(services, url, url)));
    const [first = [], second = []] = [0, 1].map((page) => slices.filter((slice) => slice.page === page));
    expect(slices).toEqual([...first, ...second]);
    expect(first.length).toBeGreaterThanOrEqual(32);
    const took = (first.at(-1)?.at ?? 0) - (first[0]?.at ?? 0);
    expect((second[0]?.at ?? 0) - (first.at(-1)?.at ?? 0)).toBeGreaterThan(0.9 * took);
  });
});
