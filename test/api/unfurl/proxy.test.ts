import { afterAll, describe, expect, test } from "bun:test";
import type { Socket } from "node:net";
import sharp from "sharp";
import {
  camera,
  makeAnimation,
  makeImage,
  makeMp4,
  makePngBomb,
  makeWebm,
} from "../../support/files/make-images.ts";
import { expectError } from "../../support/http/expect-error.ts";
import { openUnfurlServer } from "../../support/unfurl/unfurl-server.ts";
import { until } from "../../support/until.ts";

const fixture = await openUnfurlServer();
const { web, proxy, put } = fixture;
afterAll(() => fixture[Symbol.asyncDispose]());

async function mediaOf(response: Response): Promise<Buffer> {
  const body = Buffer.from(await response.bytes());
  expect({ status: response.status, body: body.subarray(0, 200).toString() }).toMatchObject({ status: 200 });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-disposition": "inline",
    "cache-control": "public, max-age=600, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("sandbox"),
  });
  return body;
}

describe("an image", () => {
  test.each(["jpeg", "png", "webp", "avif", "tiff"] as const)("in %s comes as WebP", async (format) => {
    const response = await proxy(put(`/a.${format}`, `image/${format}`, await makeImage(format)));
    expect(response.headers.get("content-type")).toBe("image/webp");
    const { width, height, format: sent } = await sharp(await mediaOf(response)).metadata();
    expect({ width, height, sent }).toEqual({ width: 40, height: 20, sent: "webp" });
  });

  test("comes upright and without metadata", async () => {
    const link = put("/turned", "image/jpeg", await makeImage("jpeg", { orientation: 6 }));
    const body = await mediaOf(await proxy(link));
    const { width, height } = await sharp(body).metadata();
    expect({ width, height }).toEqual({ width: 20, height: 40 });
    expect(body.includes(camera)).toBe(false);
  });

  test("comes no larger than needed", async () => {
    const link = put("/wide", "image/png", makePngBomb(4_000, 1_000));
    const { width, height } = await sharp(await mediaOf(await proxy(link))).metadata();
    expect({ width, height }).toEqual({ width: 1_280, height: 320 });
  });

  test("that is an animated GIF comes as it is", async () => {
    const gif = await makeAnimation("gif", 3);
    const response = await proxy(put("/moving", "image/gif", gif));
    expect(response.headers.get("content-type")).toBe("image/gif");
    expect(await mediaOf(response)).toEqual(gif);
  });

  test("with too many frames is refused", async () => {
    await using strict = await openUnfurlServer({ unfurl: { max_frames: 2 } });
    const link = strict.put("/moving", "image/gif", await makeAnimation("gif", 3));
    await expectError(await strict.proxy(link), 400, "FileTypeNotAllowed");
  });

  test("answers HEAD without a body", async () => {
    const response = await proxy(put("/head", "image/png", await makeImage("png")), "HEAD");
    expect(response.headers.get("content-type")).toBe("image/webp");
    expect((await response.bytes()).length).toBe(0);
  });
});

describe("a video", () => {
  test.each([
    ["video/mp4", makeMp4(640, 360)],
    ["video/webm", makeWebm(640, 360)],
  ])("comes as it is (%s)", async (type, video) => {
    const response = await proxy(put(`/${type}`, type, video));
    expect(response.headers.get("content-type")).toBe(type);
    expect(await mediaOf(response)).toEqual(video);
  });

  test("larger than the limit of images comes whole, to every client", async () => {
    const film = Buffer.concat([makeMp4(640, 360), Buffer.alloc(8_000_000, 3)]);
    const link = put("/long", "video/mp4", film);
    const responses = await Promise.all([proxy(link), proxy(link), proxy(link)]);
    for (const response of responses) expect(await mediaOf(response)).toEqual(film);
    expect(fixture.hits("/long")).toBe(3);
  });

  test.each(["<html><script>alert(1)</script>", "", "\x89PNG\r\n\x1a\n"])("is not %j", async (body) => {
    const link = put(`/no-video-${body.length}`, "video/mp4", Buffer.from(body, "latin1"));
    await expectError(await proxy(link), 400, "FileTypeNotAllowed");
  });

  test("is not fetched further after the client disconnects", async () => {
    let sent = 0;
    web.respondAt("/endless", (socket: Socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n");
      socket.write(makeMp4(640, 360));
      const more = () => {
        while (socket.writable && socket.write(Buffer.alloc(65_536))) sent += 1;
      };
      socket.on("drain", more);
      more();
    });
    const reader = (await proxy("/endless")).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await until(() => web.openConnections() === 0);
    expect(sent).toBeGreaterThan(0);
  });

  test("answers HEAD without a body, and closes the source", async () => {
    const response = await proxy(put("/head.mp4", "video/mp4", makeMp4(640, 360)), "HEAD");
    expect(response.headers.get("content-type")).toBe("video/mp4");
    await until(() => web.openConnections() === 0);
  });

  test("is refused while too many are streamed", async () => {
    await using strict = await openUnfurlServer({ unfurl: { videos: 1 } });
    const endless = (socket: Socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n");
      socket.write(makeMp4(640, 360));
    };
    strict.web.respondAt("/endless", endless);
    const film = strict.put("/film", "video/mp4", makeMp4(640, 360));
    const watched = await strict.proxy("/endless");
    await expectError(await strict.proxy(film), 400, "ProxyError");
    await watched.body?.cancel();
    await until(async () => (await strict.proxy(film)).status === 200);
  });

  test("that breaks off at its source breaks off for the client, and affects nothing else", async () => {
    const film = makeMp4(640, 360);
    web.respondAt("/broken", (socket: Socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nContent-Length: ${film.length + 1}\r\n\r\n`,
      );
      socket.end(film);
    });
    const response = await proxy("/broken");
    expect(response.headers.get("content-type")).toBe("video/mp4");
    await expect(response.bytes()).rejects.toThrow();
    expect(await mediaOf(await proxy(put("/next", "video/mp4", film)))).toEqual(film);
  });

  test("that takes too long breaks off, and frees its slot", async () => {
    await using strict = await openUnfurlServer({ unfurl: { videos: 1, video_timeout_ms: 300 } });
    strict.web.respondAt("/endless", (socket: Socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n");
      socket.write(makeMp4(640, 360));
    });
    await expect(strict.proxy("/endless").then((response) => response.bytes())).rejects.toThrow();
    const film = strict.put("/film", "video/mp4", makeMp4(640, 360));
    await until(async () => (await strict.proxy(film)).status === 200);
  });

  test("that is larger than allowed is refused", async () => {
    await using strict = await openUnfurlServer({ unfurl: { video_bytes: 1_000 } });
    await expectError(
      await strict.proxy(strict.put("/film", "video/mp4", makeMp4(640, 360))),
      400,
      "ProxyError",
    );
  });
});

describe("anything else", () => {
  test.each(["text/html", "text/plain", "application/octet-stream", "application/pdf", "audio/mpeg"])(
    "of type %s does not come",
    async (type) => {
      const link = put(`/other/${type}`, type, await makeImage("png"));
      await expectError(await proxy(link), 400, "FileTypeNotAllowed");
    },
  );
});
