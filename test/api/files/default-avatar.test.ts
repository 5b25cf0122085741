import { describe, expect, test } from "bun:test";
import sharp from "sharp";
import { DefaultAvatars } from "../../../src/domains/users/resources/default-avatars.ts";
import { ImageDecoder } from "../../../src/platform/images/image-decoder.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";

/** Grouped by last character; any other character gets the first picture. */
const groups = ["RYILOUaz_- é🦦", "0123SZ", "4567T", "89AB", "CDEFV", "GHJKW", "MNPQX"];
const id = "01ARZ3NDEKTSV4RRFFQ69G5FA";

describeServer("default avatars", anyEngine, (server) => {
  async function fetchPicture(segment: string) {
    const response = await fetch(`${server.url}/api/users/${segment}/default_avatar`);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  }

  test("are small images that clients cache for a year", async () => {
    for (const group of groups) {
      const { status, headers, bytes } = await fetchPicture(encodeURIComponent(id + [...group][0]));
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("image/png");
      expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(bytes.length).toBeLessThan(20_000);
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect({ width: info.width, height: info.height }).toEqual({ width: 256, height: 256 });
      expect(data.length).toBe(256 * 256 * info.channels);
    }
  });

  test("are seven, chosen by the last character", async () => {
    const byGroup = await Promise.all(
      groups.map(async (group) => {
        const pictures = await Promise.all(
          [...group].map((last) => fetchPicture(encodeURIComponent(id + last))),
        );
        return new Set(pictures.map(({ bytes }) => bytes.toString("base64")));
      }),
    );
    expect(byGroup.map(({ size }) => size)).toEqual(groups.map(() => 1));
    expect(new Set(byGroup.flatMap((pictures) => [...pictures])).size).toBe(7);
  });

  test("exist for any string", async () => {
    const strange = [
      "x".repeat(8_000),
      "a%2Fb",
      "%2e%2e%2f",
      "@me",
      "%E2%80%AE",
      "'%20or%201=1",
      "__proto__",
    ];
    for (const segment of strange) {
      const { status, bytes } = await fetchPicture(segment);
      expect([segment.slice(0, 20), status]).toEqual([segment.slice(0, 20), 200]);
      expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    }
  });
});

describe("rendering", () => {
  test("happens once for each image, also for concurrent requests", async () => {
    const avatars = new DefaultAvatars(new ImageDecoder());
    const targets = Array.from({ length: 50 }, (_, index) => `${index}0`);
    const pictures = await Promise.all(targets.map((target) => avatars.render(target)));
    expect(new Set(pictures).size).toBe(1);
    expect(await avatars.render("3")).toBe(pictures[0] ?? new Uint8Array());
    expect(await avatars.render("4")).not.toBe(pictures[0] ?? new Uint8Array());
  });
});
