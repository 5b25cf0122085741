import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import packageFile from "../../../package.json" with { type: "json" };
import { releaseFile } from "../../../src/domains/files/index.ts";
import { fileTags } from "../../../src/domains/files/model.ts";
import { lengthHeader, openStorage, storages } from "../../support/files/storages.ts";
import { storeFile, storeImage } from "../../support/files/stored-file.ts";
import { expectError } from "../../support/http/expect-error.ts";
import { rawRequest, sendRaw } from "../../support/http/raw-http.ts";
import { allowLoggedErrors } from "../../support/log/test-log.ts";
import type { TestServer } from "../../support/server/server.ts";

const content = new TextEncoder().encode("what somebody uploaded");

describe.each([...storages])("serving files on %s", (storage) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openStorage(storage, { config: { ratelimits: { enabled: true } } });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const get = (url: string, init: RequestInit = {}) => fetch(url, { redirect: "manual", ...init });

  describe("the service's root", () => {
    test("publishes the tags", async () => {
      for (const path of ["/autumn", "/autumn/", "/autumn/?x=1"]) {
        const response = await get(server.url + path);
        expect(response.status).toBe(200);
        expect(response.headers.get("content-type")).toStartWith("application/json");
        expect(response.headers.has("x-ratelimit-limit")).toBe(false);
        const { autumn, version, tags } = (await response.json()) as Record<string, object>;
        expect([typeof autumn, String(version)]).toEqual(["string", packageFile.version]);
        expect(Object.keys(tags ?? {}).toSorted()).toEqual(Object.keys(fileTags).toSorted());
        expect(tags).toMatchObject({
          attachments: { max_size: 20_000_000, new_user_max_size: 20_000_000, images_only: false },
          emojis: { max_size: 500_000, images_only: true, preview: { width: 128, height: 128 } },
        });
      }
      const head = await get(`${server.url}/autumn`, { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);
    });
  });

  describe("a file that must not be served is not found:", () => {
    async function expectNotFound(url: string): Promise<void> {
      await expectError(await get(url), 404, "NotFound");
      await expectError(await get(`${url}/file.bin`), 404, "NotFound");
      await expectError(await get(`${url}/original`), 404, "NotFound");
    }

    test("an unknown one", async () => {
      await expectNotFound(`${server.url}/autumn/attachments/nothing`);
      await expectNotFound(`${server.url}/autumn/attachments/${"x".repeat(4_000)}`);
    });

    test("one under another or an unknown tag", async () => {
      const { id } = await storeFile(server, { content });
      for (const tag of ["icons", "nonsense", "toString", "__proto__", "Attachments"])
        await expectNotFound(`${server.url}/autumn/${tag}/${id}`);
    });

    test("one that is not used yet", async () => {
      const { url } = await storeFile(server, { content, used: false });
      await expectNotFound(url);
    });

    test("one that was deleted", async () => {
      const { url, id, originalUrl } = await storeFile(server, { content });
      expect((await get(originalUrl)).status).toBe(200);
      await server.running.store.write((tx) => releaseFile(tx, id));
      await expectNotFound(url);
    });

    test("one whose content is missing", async () => {
      allowLoggedErrors(/the content of a file is missing/);
      const { originalUrl, blobKey } = await storeFile(server, { content });
      await server.running.services.blobs.delete(blobKey);
      await expectError(await get(originalUrl), 404, "NotFound");
    });
  });

  describe("redirects", () => {
    async function redirectOf(url: string): Promise<string | null> {
      const response = await get(url);
      expect([response.status, await response.text()]).toEqual([308, ""]);
      return response.headers.get("location");
    }

    test("lead from the preview to the original of other files", async () => {
      const kinds = [
        { type: "File" },
        { type: "Text" },
        { type: "Audio" },
        { type: "Video", width: 1, height: 1 },
      ] as const;
      for (const metadata of kinds) {
        const file = await storeFile(server, { content, metadata });
        expect(await redirectOf(file.url)).toBe(`/autumn/attachments/${file.id}/file.bin`);
        expect((await fetch(file.url)).url).toBe(file.originalUrl);
      }
    });

    test("lead to the original of animated images, except for avatars and icons", async () => {
      for (const tag of ["attachments", "backgrounds", "banners", "emojis"] as const) {
        const file = await storeImage(server, { tag, width: 4, height: 4, animated: true });
        expect(await redirectOf(file.url)).toBe(`/autumn/${tag}/${file.id}/picture`);
      }
      for (const tag of ["avatars", "icons"] as const) {
        const { url } = await storeImage(server, { tag, width: 4, height: 4, animated: true });
        expect((await get(url)).status).toBe(200);
      }
    });

    test("lead from `original` to the name", async () => {
      const file = await storeFile(server, { content });
      expect(await redirectOf(`${file.url}/original`)).toBe(`/autumn/attachments/${file.id}/file.bin`);
      const response = await fetch(`${file.url}/original?ignored=1`);
      expect(await response.bytes()).toEqual(content);
    });

    test("do not happen if the name is `original`, or if no URL can contain the name", async () => {
      for (const filename of ["original", "..", "."]) {
        const { url } = await storeFile(server, { content, filename });
        const response = await get(`${url}/original`);
        expect([response.status, await response.text()]).toEqual([200, "what somebody uploaded"]);
        expect(await redirectOf(url)).toEndWith("/original");
      }
    });
  });

  describe("names", () => {
    const names = [
      "a b.png",
      "Grüße 猫 🐈.png",
      "50% off?#1.txt",
      "a/b",
      "../../../etc/passwd",
      "..\\..\\x",
      `"quoted"; filename=x`,
      "two\r\nlines: 1",
      "x".repeat(250),
      "🦦".repeat(250),
      "%2e%2e",
      "constructor",
    ];

    test("of any characters are found, and are in Content-Disposition", async () => {
      for (const filename of names) {
        const file = await storeFile(server, { content, filename });
        const response = await fetch(file.url);
        expect([filename, response.status, await response.bytes()]).toEqual([filename, 200, content]);
        const disposition = response.headers.get("content-disposition") ?? "";
        const [, plain = ""] = /filename="([^"]*)"/.exec(disposition) ?? [];
        const [, extended] = /filename\*=UTF-8''(\S+)$/.exec(disposition) ?? [];
        expect(extended === undefined ? plain : decodeURIComponent(extended)).toBe(filename);
      }
    });

    test("that are wrong are not found", async () => {
      const { url } = await storeFile(server, { content });
      const wrong = [
        "FILE.BIN",
        "file.bi",
        "file.bin%20",
        "..%2Ffile.bin",
        "%2Fetc%2Fpasswd",
        "file.bin%2F",
        "x".repeat(8_000),
      ];
      for (const name of wrong) await expectError(await get(`${url}/${name}`), 404, "NotFound");
      await expectError(await get(`${url}/file.bin/more`), 404, "NotFound");
      for (const name of ["file.bin%00", "%ff", "%"])
        await expectError(await get(`${url}/${name}`), 400, "FailedValidation");
    });

    test("do not traverse paths", async () => {
      const { id } = await storeFile(server, { content });
      for (const path of [`${id}/%2e%2e/%2e%2e/%2e%2e/secrets.json`, "../../secrets.json", `${id}/..`]) {
        const { status, body } = await sendRaw(server, rawRequest(`GET /autumn/attachments/${path}`));
        expect([path, status]).toEqual([path, 404]);
        expect(JSON.parse(body).type).toBe("NotFound");
      }
    });
  });

  describe("an original", () => {
    test("has the headers that keep it harmless, and is cached for a week", async () => {
      const { originalUrl } = await storeFile(server, { content, type: "video/mp4", filename: "a.mp4" });
      const { status, headers } = await get(originalUrl);
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        "accept-ranges": "bytes",
        "access-control-allow-origin": "*",
        "cache-control": "public, max-age=604800, must-revalidate",
        "content-disposition": 'attachment; filename="a.mp4"',
        ...lengthHeader(storage, content.length),
        "content-security-policy": expect.stringMatching(/^sandbox; default-src 'none';/),
        "content-type": "video/mp4",
        "cross-origin-resource-policy": "cross-origin",
        etag: expect.stringMatching(/^"[\w-]{32}"$/),
        "x-content-type-options": "nosniff",
      });
      expect(headers.get("access-control-expose-headers")).toContain("Content-Range");
      expect(headers.has("x-ratelimit-limit")).toBe(false);
    });

    test("that could contain code is bytes of unknown type", async () => {
      for (const type of ["image/svg+xml", "text/html", "text/javascript", "application/pdf"]) {
        const { headers } = await get((await storeFile(server, { content, type })).originalUrl);
        expect(headers.get("content-type")).toBe("application/octet-stream");
        expect(headers.get("content-disposition")).toBe('attachment; filename="file.bin"');
      }
    });

    test("that is text is served as text", async () => {
      const { headers } = await get((await storeFile(server, { content, type: "plain/text" })).originalUrl);
      expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(headers.get("content-disposition")).toStartWith("attachment");
    });
  });
});
