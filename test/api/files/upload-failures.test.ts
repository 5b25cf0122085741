import { describe, expect, test } from "bun:test";
import { claimFile } from "../../../src/domains/files/index.ts";
import { newUser } from "../../support/accounts/people.ts";
import { countStorage } from "../../support/files/file-state.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { upload } from "../../support/http/multipart.ts";
import { allowLoggedErrors } from "../../support/log/test-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { days } from "../../support/server/test-clock.ts";

const full = (syscall: string) => Object.assign(new Error(`ENOSPC: ${syscall}`), { code: "ENOSPC" });

for (const engine of anyEngine) {
  describe(`uploads that the server cannot store on ${engine}`, () => {
    test("a full disk is InsufficientStorage, and leaves nothing behind", async () => {
      allowLoggedErrors(/a request failed/);
      await using other = await openServer(engine);
      const bob = await newUser(other);
      const services = other.running.services as {
        -readonly [K in "stageUpload" | "blobs"]: TestServer["running"]["services"][K];
      };
      const { stageUpload, blobs } = services;
      const before = await countStorage(other);
      const content = await makeImage("png");
      services.blobs = { ...blobs, put: () => Promise.reject(full("write")) };
      expectFailure(await upload(other, bob, { content }), 507, "InsufficientStorage");
      services.blobs = blobs;
      services.stageUpload = async (stream) => {
        await stageUpload(stream).then((staged) => staged[Symbol.asyncDispose]());
        throw full("write");
      };
      expectFailure(await upload(other, bob, { content }), 507, "InsufficientStorage");
      services.stageUpload = async () => {
        throw full("open");
      };
      expectFailure(await upload(other, bob, { content: Buffer.alloc(500_000) }), 507, "InsufficientStorage");
      services.stageUpload = stageUpload;
      expect(await countStorage(other)).toEqual(before);
      expect((await upload(other, bob, { content })).status).toBe(200);
    });

    test("the unused uploads of each user are limited; used ones do not count", async () => {
      await using other = await openServer(engine, { config: { files: { max_unused_bytes: 20 } } });
      const [bob, ann] = [await newUser(other), await newUser(other)];
      const id = (await upload(other, bob, { content: "fifteen letters" })).body.id as string;
      const before = await countStorage(other);
      expectFailure(await upload(other, bob, { content: "six let" }), 507, "InsufficientStorage");
      expect(await countStorage(other)).toEqual(before);
      expect((await upload(other, ann, { content: "six let" })).status).toBe(200);
      await other.running.store.write((tx) =>
        claimFile(tx, { id, use: "Message", by: "01MESSAGE", uploader: bob.id }),
      );
      expect((await upload(other, bob, { content: "six let" })).status).toBe(200);
    });

    test("blobs that a failed database write leaves behind are deleted within a day", async () => {
      allowLoggedErrors(/a request failed/);
      await using other = await openServer(engine);
      const bob = await newUser(other);
      const before = await countStorage(other);
      const { write } = other.running.store;
      const { blobs } = other.running.services;
      const put = blobs.put.bind(blobs);
      const writtenKeys: string[] = [];
      (blobs as { put: typeof put }).put = async (key, content) => {
        writtenKeys.push(key);
        const result = await put(key, content);
        await write((tx) => tx.sql().schema.alterTable("files").renameTo("hidden").execute());
        return result;
      };
      expectFailure(await upload(other, bob, { content: "lost words" }), 500, "InternalError");
      await write((tx) => tx.sql().schema.alterTable("hidden").renameTo("files").execute());
      expect(writtenKeys.length).toBe(1);
      expect(await countStorage(other)).toEqual({ ...before, blobs: before.blobs + 1 });
      other.clock.advance(days(2));
      await other.drain();
      expect(await countStorage(other)).toEqual(before);
    });
  });
}
