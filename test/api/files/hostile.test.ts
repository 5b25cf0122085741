import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { contentOf, countStorage, readFileState } from "../../support/files/file-state.ts";
import {
  makeAnimation,
  makeImage,
  makeMp4,
  makePngBomb,
  makePngHeader,
  makeWebm,
} from "../../support/files/make-images.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { boundary, form, type Part, post, upload, uploadFile } from "../../support/http/multipart.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

setDefaultTimeout(60_000);

const latin = (text: string) => Buffer.from(text, "latin1");
const cut = (image: Buffer, part = 0.6) => image.subarray(0, Math.floor(image.length * part));

/** A copy with these bytes replaced. */
function patched(image: Buffer, at: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(image);
  copy.set(bytes, at);
  return copy;
}

const big = { width: 400, height: 300 };
const script = "*/=1;alert(document.domain)//";
const zip = latin("PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x05\0\0\0evil!PK\x05\x06");
const jpeg = await makeImage("jpeg", big);
const png = await makeImage("png", big);
const gif = await makeImage("gif", big);
const webp = await makeImage("webp", big);
const sizeInJpeg = jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5;

const unknown = ["application/octet-stream", "File"] as const;
const words = ["text/plain", "Text"] as const;

/** Uploads, and the type that each must get. */
const corpus: Record<string, readonly [content: Buffer | string, type: string, kind: string]> = {
  "a truncated jpeg": [cut(jpeg), ...unknown],
  "a truncated png": [cut(png), ...unknown],
  "a truncated gif": [cut(gif), ...unknown],
  "a truncated webp": [cut(webp), ...unknown],
  "a truncated avif": [cut(await makeImage("avif", big)), ...unknown],
  "a truncated tiff": [cut(await makeImage("tiff", big)), ...unknown],
  "the beginning of a jpeg": [jpeg.subarray(0, 20), ...unknown],
  "the signature of a png": [png.subarray(0, 8), ...unknown],
  "a png with a broken checksum": [patched(png, 40, [1, 2, 3, 4]), ...unknown],
  "a small png of 30000 by 30000": [makePngBomb(30_000, 30_000), ...unknown],
  "a png that is one long line": [makePngBomb(20_000, 1), ...unknown],
  "a png that says it is huge": [makePngHeader(0x7fffffff, 0x7fffffff), ...unknown],
  "a png without a size": [makePngHeader(0, 0), ...unknown],
  "a jpeg that says it is huge": [patched(jpeg, sizeInJpeg, [0xff, 0xdc, 0xff, 0xdc]), ...unknown],
  "a gif that says it is huge": [patched(gif, 6, [0xff, 0xff, 0xff, 0xff]), ...unknown],
  "a gif of more frames than anybody wants": [await makeAnimation("gif", 60), ...unknown],
  "a webp of more frames than anybody wants": [await makeAnimation("webp", 60), ...unknown],
  "a gif that is a script": [`GIF89a/*${script}`, ...words],
  "a gif with a script behind it": [Buffer.concat([gif, latin(script)]), "image/gif", "Image"],
  "a png with an archive behind it": [Buffer.concat([png, zip]), "image/png", "Image"],
  "a jpeg with a page behind it": [
    Buffer.concat([jpeg, latin("<script>alert(1)</script>")]),
    "image/jpeg",
    "Image",
  ],
  "a pdf that is a page": ["%PDF-1.4\n<html><script>alert(1)</script>", "application/pdf", "File"],
  "a drawing with a script": [
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ...words,
  ],
  "a drawing after its declaration": ['<?xml version="1.0"?><svg onload="alert(1)"/>', ...words],
  "a drawing in UTF-16": [
    Buffer.from('\ufeff<?xml version="1.0"?><svg onload="alert(1)"/>', "utf16le"),
    ...unknown,
  ],
  "a page with a broken letter": [latin("<!doctype html><script>alert(1)</script>\xff"), ...unknown],
  "a page with a zero": ["<html>\0<script>alert(1)</script>", ...unknown],
  "a page that turns binary late": [
    Buffer.concat([Buffer.alloc(70_000, "<p>hi</p>"), latin("\0\xff")]),
    ...unknown,
  ],
  "a shell script": ["#!/bin/sh\nrm -rf ~\n", ...words],
  "words that begin like a bitmap": ["BMW is a maker of cars", ...words],
  "words that begin like a program": ["MZ is not what it seems", ...words],
  "a film without an end": [cut(makeMp4(64, 48), 0.99), "video/mp4", "File"],
  "a film in itself": [patched(makeMp4(64, 48), 5_040, [0xff, 0xff, 0xff, 0xff]), "video/mp4", "File"],
  "a film without a size": [makeMp4(0, 0), "video/mp4", "File"],
  "a webm without an end": [cut(makeWebm(320, 200)), "video/webm", "File"],
  "sound without an end": [latin("ID3\x04\0\0\x7f\x7f\x7f\x7f"), ...unknown],
  zeros: [Buffer.alloc(1_000), ...unknown],
  "one byte": [Buffer.from([0xff]), ...unknown],
  "packed zeros": [deflateSync(Buffer.alloc(10_000_000)), ...unknown],
};

const names: [sent: string, stored: string][] = [
  ["../../../etc/passwd", "passwd"],
  ["..\\..\\boot.ini", "boot.ini"],
  ["%2e%2e%2fpasswd", "%2e%2e%2fpasswd"],
  ["..", "unnamed-file"],
  ["", "unnamed-file"],
  ["con\0trol.txt", "control.txt"],
  ["猫 🐈.txt", "猫 🐈.txt"],
  ["<img src=x onerror=alert(1)>.txt", "<img src=x onerror=alert(1)>.txt"],
  [`${"a".repeat(300)}.txt`, `${"a".repeat(251)}.txt`],
  ["CON", "CON"],
];

const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n`;
const end = `\r\n--${boundary}--\r\n`;

/** Bodies that no browser writes, and their outcomes. */
const oddities: Record<string, readonly [body: string, type: string | undefined, outcome: string]> = {
  "no boundary": [`${head}\r\nwords${end}`, "multipart/form-data", "400 FailedValidation"],
  "an empty boundary": [`${head}\r\nwords${end}`, "multipart/form-data; boundary=", "400 FailedValidation"],
  "another boundary": [
    `${head}\r\nwords${end}`,
    "multipart/form-data; boundary=other",
    "400 FailedValidation",
  ],
  "a very long boundary": [
    "words",
    `multipart/form-data; boundary=${"b".repeat(10_000)}`,
    "400 FailedValidation",
  ],
  "a boundary of signs": ["words", 'multipart/form-data; boundary="(.*)+$\\"', "400 FailedValidation"],
  "the boundary in the content": [`${head}\r\na--${boundary}b${end}`, undefined, "200"],
  "half a boundary at the end": [
    `${head}\r\nwords\r\n--${boundary.slice(0, 5)}`,
    undefined,
    "400 FailedValidation",
  ],
  "no end": [`${head}\r\nwords`, undefined, "400 FailedValidation"],
  "no end of the headers": [head, undefined, "400 FailedValidation"],
  "nothing but boundaries": [`--${boundary}\r\n`.repeat(100) + end, undefined, "400 FailedValidation"],
  "a part without headers": [`--${boundary}\r\n\r\nwords${end}`, undefined, "400 FailedValidation"],
  "a huge header": [`${head}X-Long: ${"a".repeat(50_000)}\r\n\r\nwords${end}`, undefined, "200"],
  "a header larger than the request may be": [
    `${head}X: ${"a".repeat(400_000)}\r\n\r\nw${end}`,
    undefined,
    "422 FileTooLarge",
  ],
  "many headers": [`${head}${"X-More: a\r\n".repeat(1_000)}\r\nwords${end}`, undefined, "200"],
  "many fields": [
    `--${boundary}\r\nContent-Disposition: form-data; name="f"\r\n\r\nv\r\n`.repeat(100) +
      `${head}\r\nwords${end}`,
    undefined,
    "400 FailedValidation",
  ],
  "a nested form": [
    `--${boundary}\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=in\r\n\r\n` +
      `--in\r\nContent-Disposition: file; filename="a"\r\n\r\nwords\r\n--in--${end}`,
    undefined,
    "200",
  ],
  "words before and after": [`before\r\n${head}\r\nwords${end}after`, undefined, "200"],
  "only line feeds": [`${head}\r\nwords${end}`.replaceAll("\r\n", "\n"), undefined, "400 FailedValidation"],
  "two names": [
    `--${boundary}\r\nContent-Disposition: form-data; name="x"; name="file"; filename="a"\r\n\r\nwords${end}`,
    undefined,
    "200",
  ],
  "another disposition": [
    `--${boundary}\r\nContent-Disposition: attachment; name="file"; filename="a"\r\n\r\nwords${end}`,
    undefined,
    "400 FailedValidation",
  ],
};

for (const engine of anyEngine) {
  describe(`hostile uploads on ${engine}`, () => {
    let server: TestServer;
    let ann: Person;
    beforeAll(async () => {
      const limits = { new_user: { file_upload_size_limits: { attachments: 300_000 } } };
      server = await openServer(engine, { config: { limits, files: { max_frames: 50 } } });
      ann = await newUser(server);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const send = (part: Part & { tag?: string }) => upload(server, ann, part);

    test.each(Object.entries(corpus))("%s", async (name, [content, content_type, kind]) => {
      const avatar = await send({ content, tag: "avatars", filename: "me.png", type: "image/png" });
      if (kind === "Image") expect(avatar.status).toBe(200);
      else expectFailure(avatar, 400, "FileTypeNotAllowed");

      const { body } = await send({ content, filename: `${name}.png`, type: "image/png" });
      const file = await readFileState(server, body.id);
      expect([file.content_type, file.metadata.type]).toEqual([content_type, kind]);
      if (kind === "Image" && content_type !== "image/gif")
        expect((await contentOf(server, file.blob_key)).toString("latin1")).not.toMatch(/script|evil/);
      expect((await countStorage(server)).staged).toBe(0);
    });

    test("the limit holds for a re-encoded image as well", async () => {
      const pixels = randomBytes(600 * 600 * 3);
      const raw = { width: 600, height: 600, channels: 3 as const };
      const content = await sharp(pixels, { raw }).tiff({ compression: "jpeg", quality: 5 }).toBuffer();
      expect(content.length).toBeLessThan(300_000);
      const before = await countStorage(server);
      expectFailure(await send({ content, filename: "noise.tiff" }), 422, "FileTooLarge", { max: 300_000 });
      expect(await countStorage(server)).toEqual(before);
    });

    test.each(names)("a file named %j is stored as %j", async (filename, stored) => {
      const id = await uploadFile(server, ann, { content: `words of ${stored}`, filename });
      expect(await readFileState(server, id)).toMatchObject({ filename: stored, metadata: { type: "Text" } });
    });

    test.each(Object.entries(oddities))("a form with %s", async (_, [body, type, expected]) => {
      const before = await countStorage(server);
      const response = await post(server, "/attachments", body, { ...ann, ...(type && { type }) });
      expect(outcome(response)).toBe(expected);
      const after = await countStorage(server);
      expect({ files: after.files, staged: after.staged }).toEqual({
        files: before.files + (response.status === 200 ? 1 : 0),
        staged: 0,
      });
    });

    test("the server works as before", async () => {
      const id = await uploadFile(server, ann, { content: png, filename: "fine.png" });
      expect(await readFileState(server, id)).toMatchObject({
        metadata: { type: "Image", width: 400, height: 300 },
      });
      expect((await post(server, "/attachments", form({ content: "still here" }), ann)).status).toBe(200);
    });
  });
}
