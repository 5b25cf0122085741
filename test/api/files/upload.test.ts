import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { connect } from "node:net";
import { newAccount, newUser, type Person } from "../../support/accounts/people.ts";
import {
  contentOf,
  countStorage,
  readFileState,
  type StorageCounts,
} from "../../support/files/file-state.ts";
import { makeImage, makeWebm } from "../../support/files/make-images.ts";
import { openStorage, storages } from "../../support/files/storages.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { boundary, form, post, upload, uploadFile } from "../../support/http/multipart.ts";
import { rawRequest, sendAndDisconnect } from "../../support/http/raw-http.ts";
import type { TestServer } from "../../support/server/server.ts";
import { hours } from "../../support/server/test-clock.ts";
import { until } from "../../support/until.ts";

/** The tests replace parts of the process that serves their requests. */
const alone = { nodes: 1 };

const config = {
  limits: {
    new_user: { file_upload_size_limits: { attachments: 300_000, emojis: 1_000 } },
    default: { file_upload_size_limits: { attachments: 600_000 } },
  },
};

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");

for (const storage of storages) {
  describe(`uploads on ${storage}`, () => {
    let server: TestServer;
    let ann: Person;
    beforeAll(async () => {
      server = await openStorage(storage, { ...alone, config });
      ann = await newUser(server);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const readFile = async (id: string) => readFileState(server, id);
    const expectStorage = async (before: StorageCounts) => expect(await countStorage(server)).toEqual(before);

    test("a file is stored as received, and the response has its id alone", async () => {
      const content = Buffer.from("\u0001\u0002 no type that anybody knows");
      const { status, headers, body } = await upload(server, ann, { content, filename: "thing.dat" });
      expect({ status, body }).toEqual({ status: 200, body: { id: expect.stringMatching(/^[\w-]{42}$/) } });
      expect(headers.get("content-type")).toBe("application/json");
      const file = await readFile(body.id);
      expect(file).toMatchObject({
        tag: "attachments",
        filename: "thing.dat",
        uploader_id: ann.id,
        hash: sha256(`${sha256(content)} application/octet-stream`),
        used_as: null,
        used_by: null,
        deleted_at: null,
        content_type: "application/octet-stream",
        metadata: { type: "File" },
        size: content.length,
      });
      expect(await contentOf(server, file.blob_key)).toEqual(content);
      expect(file.blob_key).toStartWith(`${file.hash}-`);
    });

    test("the id of an emoji is a ULID", async () => {
      const id = await uploadFile(server, ann, {
        tag: "emojis",
        content: await makeImage("png", { width: 4, height: 4 }),
      });
      expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    });

    test("tags for images accept only images", async () => {
      const before = await countStorage(server);
      for (const tag of ["avatars", "backgrounds", "icons", "banners", "emojis"])
        for (const content of ["some words", makeWebm(1, 1)])
          expectFailure(
            await upload(server, ann, { tag, content, type: "image/png" }),
            400,
            "FileTypeNotAllowed",
          );
      await expectStorage(before);
      // Content that is stored already is checked, too.
      await uploadFile(server, ann, { content: "some words" });
      expectFailure(
        await upload(server, ann, { tag: "icons", content: "some words" }),
        400,
        "FileTypeNotAllowed",
      );
    });

    test("the size is limited by tag and by the age of the account", async () => {
      await using other = await openStorage(storage, { config });
      const bob = await newUser(other);
      const send = (tag: string, size: number) =>
        upload(other, bob, { tag, content: Buffer.alloc(size, Math.random().toString()) });
      const before = await countStorage(other);
      expectFailure(await send("attachments", 300_001), 422, "FileTooLarge", { max: 300_000 });
      expectFailure(await send("attachments", 3_000_000), 422, "FileTooLarge", { max: 300_000 });
      expectFailure(await send("emojis", 1_001), 422, "FileTooLarge", { max: 1_000 });
      expect(await countStorage(other)).toEqual(before);
      expect((await send("attachments", 300_000)).status).toBe(200);
      other.clock.advance(hours(73));
      expect((await send("attachments", 600_000)).status).toBe(200);
      expectFailure(await send("attachments", 600_001), 422, "FileTooLarge", { max: 600_000 });
    });

    test("a stream without a length is stopped at the limit", async () => {
      let sent = 0;
      const endless = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 1;
          const head = form({ content: "" }).slice(0, 130);
          controller.enqueue(sent === 1 ? head : new Uint8Array(50_000));
          if (sent > 10_000) controller.close();
        },
      });
      const before = await countStorage(server);
      expectFailure(await post(server, "/attachments", endless, ann), 422, "FileTooLarge", { max: 300_000 });
      expect(sent).toBeLessThan(10_000);
      await expectStorage(before);
    });

    test("a client that sends everything before it reads gets the error of the limit, too", async () => {
      const body = form({ content: Buffer.alloc(8_000_000) });
      const lines = [
        "POST /autumn/attachments HTTP/1.1",
        "Host: localhost",
        `X-Session-Token: ${ann.token}`,
        `Content-Type: multipart/form-data; boundary=${boundary}`,
        `Content-Length: ${body.length}`,
      ];
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const socket = connect(server.running.port, "127.0.0.1");
      socket.on("error", reject);
      socket.write(`${lines.join("\r\n")}\r\n\r\n`);
      socket.write(body, () => socket.on("data", (chunk) => resolve(chunk.toString("latin1"))));
      const response = await promise;
      expect(response).toStartWith("HTTP/1.1 422 ");
      expect(response).toContain('"type":"FileTooLarge","max":300000');
      socket.destroy();
    });

    test("a malformed upload is refused, and leaves nothing behind", async () => {
      const before = await countStorage(server);
      const good = form({ content: "words" });
      const { token } = ann;
      expectFailure(await post(server, "/attachments", good), 401, "InvalidSession");
      expectFailure(await post(server, "/attachments", good, { token: "bad" }), 401, "InvalidSession");
      expectFailure(
        await post(server, "/attachments", good, await newAccount(server)),
        401,
        "InvalidSession",
      );
      expectFailure(await post(server, "/nothing", good, { token }), 404, "NotFound");
      expectFailure(await post(server, "/constructor", good, { token }), 404, "NotFound");
      expectFailure(
        await post(server, "/attachments", form({ content: "" }), { token }),
        422,
        "FileTooSmall",
      );
      const invalid = { error: expect.any(String) };
      const refused: [body: string | Uint8Array<ArrayBuffer>, type?: string][] = [
        ["{}", "application/json"],
        ["file=words", "application/x-www-form-urlencoded"],
        ["words", "multipart/form-data"],
        ["words"],
        [""],
        [form()],
        [form({ content: "a", field: "other" })],
        [form({ content: "a", field: "other", filename: null })],
        [form({ content: "a" }, { content: "b" })],
        [form({ content: "a" }, { content: "b", field: "other" })],
        [good.slice(0, -boundary.length)],
      ];
      for (const [body, type] of refused) {
        const response = await post(server, "/attachments", body, { token, ...(type && { type }) });
        expectFailure(response, 400, "FailedValidation", invalid);
      }
      await expectStorage(before);
    });

    test("fields besides the file are ignored, and a file needs no name", async () => {
      const body = form(
        { content: "x", field: "nonce", filename: null },
        { content: "words of its own", filename: null },
      );
      const { body: uploaded } = await post(server, "/attachments", body, ann);
      expect(await readFile(uploaded.id)).toMatchObject({
        filename: "unnamed-file",
        metadata: { type: "Text" },
      });
    });

    test("an aborted upload leaves nothing behind", async () => {
      const before = await countStorage(server);
      const cut = rawRequest(
        "POST /autumn/attachments",
        {
          "X-Session-Token": ann.token,
          "Content-Type": `multipart/form-data; boundary=${boundary}`,
          "Content-Length": "200000",
        },
        Buffer.from(form({ content: "a".repeat(100_000) })).toString("latin1"),
      ).slice(0, -200);
      const isStaged = () => until(async () => (await countStorage(server)).staged > before.staged);
      await sendAndDisconnect(server, cut, isStaged);
      await until(async () => (await countStorage(server)).staged === before.staged);
      await expectStorage(before);
    });

    test("the same content is stored once, also for uploads at the same time", async () => {
      const before = await countStorage(server);
      const content = await makeImage("png", { width: 50, height: 50 });
      const names = ["a.png", "b.png", "c.png", "d.png", "e.png"];
      const ids = await Promise.all(names.map((filename) => uploadFile(server, ann, { content, filename })));
      expect(new Set(ids).size).toBe(5);
      const { files, stored, blobs, staged } = before;
      await expectStorage({ files: files + 5, stored: stored + 1, blobs: blobs + 1, staged });
      await uploadFile(server, await newUser(server), { content, tag: "banners" });
      await expectStorage({ files: files + 6, stored: stored + 1, blobs: blobs + 1, staged });
      for (const [index, filename] of names.entries())
        expect(await readFile(ids[index] ?? "")).toMatchObject({ filename });
    });

    test("bytes that somebody else uploaded take the same path as new ones", async () => {
      const { blobs, images } = server.running.services;
      const [put, run, calls] = [blobs.put, images.run, [] as string[]];
      const record = async (person: Person, content: Uint8Array, filename: string) => {
        calls.length = 0;
        await uploadFile(server, person, { content, filename });
        return [...calls];
      };
      Object.assign(blobs, {
        put: (key: string, stored: Blob) => {
          calls.push(`put ${stored.size} bytes`);
          return put(key, stored);
        },
      });
      Object.assign(images, {
        run: (work: never) => {
          calls.push("decode");
          return run.call(images, work);
        },
      });
      using _ = { [Symbol.dispose]: () => Object.assign(blobs, { put }) && Object.assign(images, { run }) };
      const stranger = await newUser(server);
      const picture = await makeImage("png", { width: 60, height: 20 });
      const steps = await record(ann, picture, "a.png");
      expect(steps).toEqual(["decode", expect.stringMatching(/^put \d+ bytes$/)]);
      expect(await record(stranger, picture, "b.png")).toEqual(steps);
      const text = Buffer.from("a letter that was leaked");
      expect(await record(ann, text, "letter.txt")).toEqual([`put ${text.length} bytes`]);
      expect(await record(stranger, text, "letter.txt")).toEqual([`put ${text.length} bytes`]);
    });

    test("the type of an upload does not depend on uploads of the same bytes by others", async () => {
      const zip = Buffer.concat([
        Buffer.from("PK\x03\x04\x14\0\0\0\0\0", "latin1"),
        Buffer.alloc(60, "package"),
      ]);
      const typeAs = async (person: Person, filename: string) =>
        (await readFile(await uploadFile(server, person, { content: zip, filename }))).content_type;
      const stranger = await newUser(server);
      const app = "application/vnd.android.package-archive";
      expect([await typeAs(ann, "a.zip"), await typeAs(stranger, "a.apk")]).toEqual(["application/zip", app]);
      expect([await typeAs(ann, "b.apk"), await typeAs(stranger, "b.zip")]).toEqual([app, "application/zip"]);
    });

    test("uploads have a rate limit of their own for each caller and tag", async () => {
      await using other = await openStorage(storage, {
        config: { ratelimits: { enabled: true, auth: 100, upload: 2 } },
      });
      const bob = await newUser(other);
      const statuses = [];
      for (const content of ["1", "2", "3"]) statuses.push((await upload(other, bob, { content })).status);
      expect(statuses).toEqual([200, 200, 429]);
      const content = await makeImage("png", { width: 50, height: 50 });
      expect((await upload(other, bob, { content, tag: "avatars" })).status).toBe(200);
      expect((await upload(other, await newUser(other), { content })).status).toBe(200);
    });
  });
}
