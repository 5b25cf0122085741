import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { claimFile, releaseFile, releaseFilesOf } from "../../../src/domains/files/index.ts";
import type { FileUse } from "../../../src/domains/files/model.ts";
import { newBlobKey } from "../../../src/domains/files/rules/blob-key.ts";
import { previewKey } from "../../../src/domains/files/rules/serving.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { contentOf, countStorage, readFileState } from "../../support/files/file-state.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { diskAndS3, openStorage, storages } from "../../support/files/storages.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { amount } from "../../support/run/thorough.ts";
import type { TestServer } from "../../support/server/server.ts";
import { minutes } from "../../support/server/test-clock.ts";

/** The tests replace parts of the process that serves their requests. */
const alone = { nodes: 1 };

interface ClaimOptions {
  readonly id: string;
  readonly use?: FileUse;
  readonly by?: string;
  readonly uploader: string;
}

const claim = ({ running }: TestServer, { use = "Message", by = "01MESSAGE", ...rest }: ClaimOptions) =>
  running.store.write((tx) => claimFile(tx, { use, by, ...rest }));

for (const storage of storages) {
  describe(`claiming files on ${storage}`, () => {
    let server: TestServer;
    let ann: Person;
    beforeAll(async () => {
      server = await openStorage(storage, alone);
      ann = await newUser(server);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const newFile = (tag = "attachments", content: string | Buffer = `words ${Math.random()}`) =>
      uploadFile(server, ann, { tag, content, filename: "note.txt" });
    const expectRefused = async (options: ClaimOptions) => {
      expect(await claim(server, options).catch((error) => error)).toMatchObject({
        type: "NotFound",
        status: 404,
      });
    };

    test("claiming returns the file as clients see it", async () => {
      const id = await newFile("attachments", "twelve bytes");
      expect(await claim(server, { id, uploader: ann.id })).toEqual({
        _id: id,
        tag: "attachments",
        filename: "note.txt",
        metadata: { type: "Text" },
        content_type: "text/plain",
        size: 12,
      });
      expect(await readFileState(server, id)).toMatchObject({ used_as: "Message", used_by: "01MESSAGE" });
    });

    test("a webhook can claim files of any user", async () => {
      const id = await newFile();
      expect(await claim(server, { id, uploader: "anybody" })).toMatchObject({ _id: id });
    });

    test("a file can be claimed once, by its uploader, for the purpose of its tag", async () => {
      const stranger = await newUser(server);
      const [fresh, used, deleted] = [await newFile(), await newFile(), await newFile()];
      await claim(server, { id: used, uploader: ann.id });
      await server.running.store.write((tx) => releaseFile(tx, deleted));
      const ids = [fresh, used, deleted];
      const before = await Promise.all(ids.map((id) => readFileState(server, id)));
      await expectRefused({ id: fresh, uploader: stranger.id });
      await expectRefused({ id: fresh, uploader: ann.id, use: "UserAvatar" });
      await expectRefused({ id: used, uploader: ann.id });
      await expectRefused({ id: used, uploader: ann.id, by: "01ANOTHER" });
      await expectRefused({ id: deleted, uploader: ann.id });
      await expectRefused({ id: "nothing", uploader: ann.id });
      await expectRefused({ id: "", uploader: "anybody" });
      expect(await Promise.all(ids.map((id) => readFileState(server, id)))).toEqual(before);
      expect(await claim(server, { id: fresh, uploader: ann.id })).toMatchObject({ _id: fresh });
    });

    test("of several claims at once, one wins", async () => {
      const id = await newFile();
      const claims = ["01ONE", "01TWO", "01THREE", "01FOUR"].map((by) =>
        claim(server, { id, uploader: ann.id, by }),
      );
      const outcomes = await Promise.allSettled(claims);
      const rejected = outcomes.filter((outcome) => outcome.status === "rejected");
      expect(rejected.map(({ reason }) => reason.type)).toEqual(["NotFound", "NotFound", "NotFound"]);
      const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
      expect((await readFileState(server, id)).used_by).toBe(
        ["01ONE", "01TWO", "01THREE", "01FOUR"][winner] ?? "",
      );
    });

    test("a failed transaction claims nothing", async () => {
      const id = await newFile();
      const work = server.running.store.write(async (tx) => {
        await claimFile(tx, { id, use: "Message", by: "01MESSAGE", uploader: ann.id });
        throw new Error("something else went wrong");
      });
      await expect(work).rejects.toThrow("something else");
      expect(await claim(server, { id, uploader: ann.id })).toMatchObject({ _id: id });
    });
  });
}

for (const storage of diskAndS3) {
  describe(`deletion of files on ${storage}`, () => {
    /** A server, and a user who uploads to it. */
    async function openFixture() {
      const server = await openStorage(storage, alone);
      const ann = await newUser(server);
      // A sweep that is still running when a test advances the clock would count from there.
      await server.drain();
      const picture = await makeImage("png");
      return {
        server,
        ann,
        uploadImage: () => uploadFile(server, ann, { content: picture }),
        uploadText: (content: string) => uploadFile(server, ann, { content }),
        /** Advances a minute and waits until all due jobs are done. */
        async runSweep() {
          server.clock.advance(minutes(1));
          await server.drain();
          await server.drain();
        },
        [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
      };
    }

    test("files that are not used within an hour are deleted", async () => {
      await using fixture = await openFixture();
      const { server, ann } = fixture;
      const used = await fixture.uploadText("used");
      await claim(server, { id: used, uploader: ann.id });
      const unused = await fixture.uploadText("unused");
      server.clock.advance(minutes(58));
      await fixture.runSweep();
      expect(await countStorage(server)).toEqual({ files: 2, stored: 2, blobs: 2, staged: 0 });
      await fixture.runSweep();
      await fixture.runSweep();
      expect(await countStorage(server)).toEqual({ files: 1, stored: 1, blobs: 1, staged: 0 });
      await expect(claim(server, { id: unused, uploader: ann.id })).rejects.toMatchObject({
        type: "NotFound",
      });
      const { blob_key } = await readFileState(server, used);
      expect((await contentOf(server, blob_key)).toString()).toBe("used");
    });

    test("of blobs without a file, the daily sweep deletes those that no upload can be about to use", async () => {
      await using fixture = await openFixture();
      const { server, ann } = fixture;
      const { blobs } = server.running.services;
      const used = await fixture.uploadText("used");
      await claim(server, { id: used, uploader: ann.id });
      const { blob_key: kept, hash } = await readFileState(server, used);
      const afterADay = server.clock.now() + minutes(24 * 60);
      const [orphan, uploading] = [
        newBlobKey(hash, afterADay - minutes(61)),
        newBlobKey(hash, afterADay - minutes(30)),
      ];
      for (const key of [orphan, uploading, "somebody-elses"]) await blobs.put(key, Buffer.from("bytes"));
      server.clock.advance(minutes(24 * 60));
      await server.drain();
      await server.drain();
      const left = await Array.fromAsync(blobs.keys());
      expect(left.toSorted()).toEqual([kept, uploading, "somebody-elses"].toSorted());
      expect((await contentOf(server, kept)).toString()).toBe("used");
    });

    test("released content is deleted with its previews once no file shares it", async () => {
      await using fixture = await openFixture();
      const { server, ann } = fixture;
      const [one, other] = [await fixture.uploadImage(), await fixture.uploadImage()];
      for (const id of [one, other]) await claim(server, { id, uploader: ann.id, by: `01BY-${id}` });
      const { blob_key } = await readFileState(server, one);
      await server.running.services.blobs.put(previewKey(blob_key, "attachments"), Buffer.from("small"));
      await server.running.services.blobs.put(previewKey(blob_key, "avatars"), Buffer.from("smaller"));

      await server.running.store.write((tx) => releaseFile(tx, one));
      await fixture.runSweep();
      expect(await countStorage(server)).toEqual({ files: 1, stored: 1, blobs: 3, staged: 0 });
      await server.running.store.write((tx) => releaseFilesOf(tx, `01BY-${other}`));
      await fixture.runSweep();
      expect(await countStorage(server)).toEqual({ files: 0, stored: 0, blobs: 0, staged: 0 });
    });

    test("releasing the files of an object keeps those of others", async () => {
      await using fixture = await openFixture();
      const { server, ann } = fixture;
      const [mine, theirs] = [await fixture.uploadText("mine"), await fixture.uploadText("theirs")];
      await claim(server, { id: mine, uploader: ann.id, by: "01MINE" });
      await claim(server, { id: theirs, uploader: ann.id, by: "01THEIRS" });
      await server.running.store.write((tx) => releaseFilesOf(tx, "01MINE"));
      await fixture.runSweep();
      expect(await countStorage(server)).toMatchObject({ files: 1, stored: 1, blobs: 1 });
      expect(await readFileState(server, theirs)).toMatchObject({ deleted_at: null });
    });

    test("content that is uploaded again is stored again, and survives the deletion of the old blob", async () => {
      await using fixture = await openFixture();
      const { server } = fixture;
      const { blobs } = server.running.services;
      const id = await fixture.uploadText("again");
      const old = await readFileState(server, id);
      await server.running.store.write((tx) => releaseFile(tx, id));
      const remove = blobs.delete.bind(blobs);
      let newId: string | undefined;
      (blobs as { delete: typeof remove }).delete = async (key) => {
        newId ??= await fixture.uploadText("again");
        await remove(key);
      };
      await fixture.runSweep();
      const fresh = await readFileState(server, newId ?? "");
      expect(fresh.hash).toBe(old.hash);
      expect(fresh.blob_key).not.toBe(old.blob_key);
      expect((await contentOf(server, fresh.blob_key)).toString()).toBe("again");
      expect(await blobs.size(old.blob_key)).toBeUndefined();
      expect(await countStorage(server)).toEqual({ files: 1, stored: 1, blobs: 1, staged: 0 });
    });

    test("a failed deletion is retried", async () => {
      await using fixture = await openFixture();
      const { server } = fixture;
      const { blobs } = server.running.services;
      const id = await fixture.uploadText("stubborn");
      await server.running.store.write((tx) => releaseFile(tx, id));
      const remove = blobs.delete.bind(blobs);
      (blobs as { delete: typeof remove }).delete = () => Promise.reject(new Error("not now"));
      await fixture.runSweep();
      expect(await countStorage(server)).toMatchObject({ files: 0, stored: 0, blobs: 1 });
      (blobs as { delete: typeof remove }).delete = remove;
      await fixture.runSweep();
      expect(await countStorage(server)).toMatchObject({ blobs: 0 });
    });

    test("many files are deleted in one round", async () => {
      await using fixture = await openFixture();
      const { server } = fixture;
      const ids = await Promise.all(
        Array.from({ length: amount(40, 130) }, (_, n) => fixture.uploadText(`words ${n % 7}`)),
      );
      expect(await countStorage(server)).toEqual({ files: ids.length, stored: 7, blobs: 7, staged: 0 });
      await server.running.store.write(async (tx) => {
        for (const id of ids) await releaseFile(tx, id);
      });
      await fixture.runSweep();
      expect(await countStorage(server)).toEqual({ files: 0, stored: 0, blobs: 0, staged: 0 });
    });
  });
}
