import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { claimFile, releaseFile, releaseFilesOf } from "../../src/domains/files/index.ts";
import type { FileUse } from "../../src/domains/files/model.ts";
import { previewKey } from "../../src/domains/files/rules/serving.ts";
import { contentOf, holdings, seeFile } from "../support/file-state.ts";
import { makeImage } from "../support/make-images.ts";
import { uploaded } from "../support/multipart.ts";
import { newUser, type Person } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { openStorage, storages } from "../support/storages.ts";
import { minutes } from "../support/test-clock.ts";

interface Wish {
  readonly id: string;
  readonly use?: FileUse;
  readonly by?: string;
  readonly uploader: string;
}

const claim = ({ running }: TestServer, { use = "Message", by = "01MESSAGE", ...rest }: Wish) =>
  running.store.write((tx) => claimFile(tx, { use, by, ...rest }));

for (const storage of storages) {
  describe(`claiming files on ${storage}`, () => {
    let server: TestServer;
    let ann: Person;
    beforeAll(async () => {
      server = await openStorage(storage);
      ann = await newUser(server);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const newFile = (tag = "attachments", content: string | Buffer = `words ${Math.random()}`) =>
      uploaded(server, ann, { tag, content, filename: "note.txt" });
    const refused = async (wish: Wish) => {
      expect(await claim(server, wish).catch((error) => error)).toMatchObject({
        type: "NotFound",
        status: 404,
      });
    };

    test("an object gets the file as clients see it", async () => {
      const id = await newFile("attachments", "twelve bytes");
      expect(await claim(server, { id, uploader: ann.id })).toEqual({
        _id: id,
        tag: "attachments",
        filename: "note.txt",
        metadata: { type: "Text" },
        content_type: "text/plain",
        size: 12,
      });
      expect(await seeFile(server, id)).toMatchObject({ used_as: "Message", used_by: "01MESSAGE" });
    });

    test("a webhook takes files of anybody", async () => {
      const id = await newFile();
      expect(await claim(server, { id, uploader: "anybody" })).toMatchObject({ _id: id });
    });

    test("a file is used once, by who uploaded it, for what it was uploaded for", async () => {
      const stranger = await newUser(server);
      const [fresh, used, deleted] = [await newFile(), await newFile(), await newFile()];
      await claim(server, { id: used, uploader: ann.id });
      await server.running.store.write((tx) => releaseFile(tx, deleted));
      const ids = [fresh, used, deleted];
      const before = await Promise.all(ids.map((id) => seeFile(server, id)));
      await refused({ id: fresh, uploader: stranger.id });
      await refused({ id: fresh, uploader: ann.id, use: "UserAvatar" });
      await refused({ id: used, uploader: ann.id });
      await refused({ id: used, uploader: ann.id, by: "01ANOTHER" });
      await refused({ id: deleted, uploader: ann.id });
      await refused({ id: "nothing", uploader: ann.id });
      await refused({ id: "", uploader: "anybody" });
      expect(await Promise.all(ids.map((id) => seeFile(server, id)))).toEqual(before);
      expect(await claim(server, { id: fresh, uploader: ann.id })).toMatchObject({ _id: fresh });
    });

    test("of several claims at once, one wins", async () => {
      const id = await newFile();
      const claims = ["01ONE", "01TWO", "01THREE", "01FOUR"].map((by) =>
        claim(server, { id, uploader: ann.id, by }),
      );
      const outcomes = await Promise.allSettled(claims);
      const lost = outcomes.filter((outcome) => outcome.status === "rejected");
      expect(lost.map(({ reason }) => reason.type)).toEqual(["NotFound", "NotFound", "NotFound"]);
      const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
      expect((await seeFile(server, id)).used_by).toBe(["01ONE", "01TWO", "01THREE", "01FOUR"][winner] ?? "");
    });

    test("a transaction that fails has claimed nothing", async () => {
      const id = await newFile();
      const work = server.running.store.write(async (tx) => {
        await claimFile(tx, { id, use: "Message", by: "01MESSAGE", uploader: ann.id });
        throw new Error("something else went wrong");
      });
      await expect(work).rejects.toThrow("something else");
      expect(await claim(server, { id, uploader: ann.id })).toMatchObject({ _id: id });
    });
  });

  describe(`the end of files on ${storage}`, () => {
    /** A server with a picture and words on it, and who put them there. */
    async function furnish() {
      const server = await openStorage(storage);
      const ann = await newUser(server);
      const picture = await makeImage("png");
      return {
        server,
        ann,
        newPicture: () => uploaded(server, ann, { content: picture }),
        newWords: (content: string) => uploaded(server, ann, { content }),
        /** A minute later, when everything that is due was done. */
        async tidyUp() {
          server.clock.advance(minutes(1));
          await server.running.worker.drain();
          await server.running.worker.drain();
        },
        [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
      };
    }

    test("what nothing uses within an hour goes", async () => {
      await using house = await furnish();
      const { server, ann } = house;
      const used = await house.newWords("used");
      await claim(server, { id: used, uploader: ann.id });
      const unused = await house.newWords("unused");
      server.clock.advance(minutes(58));
      await house.tidyUp();
      expect(await holdings(server)).toEqual({ files: 2, stored: 2, blobs: 2, drafts: 0 });
      await house.tidyUp();
      await house.tidyUp();
      expect(await holdings(server)).toEqual({ files: 1, stored: 1, blobs: 1, drafts: 0 });
      await expect(claim(server, { id: unused, uploader: ann.id })).rejects.toMatchObject({
        type: "NotFound",
      });
      const { blob_key } = await seeFile(server, used);
      expect((await contentOf(server, blob_key)).toString()).toBe("used");
    });

    test("what is released goes, with its previews, once nothing shares it", async () => {
      await using house = await furnish();
      const { server, ann } = house;
      const [one, other] = [await house.newPicture(), await house.newPicture()];
      for (const id of [one, other]) await claim(server, { id, uploader: ann.id, by: `01BY-${id}` });
      const { blob_key } = await seeFile(server, one);
      await server.running.services.blobs.put(previewKey(blob_key, "attachments"), Buffer.from("small"));
      await server.running.services.blobs.put(previewKey(blob_key, "avatars"), Buffer.from("smaller"));

      await server.running.store.write((tx) => releaseFile(tx, one));
      await house.tidyUp();
      expect(await holdings(server)).toEqual({ files: 1, stored: 1, blobs: 3, drafts: 0 });
      await server.running.store.write((tx) => releaseFilesOf(tx, `01BY-${other}`));
      await house.tidyUp();
      expect(await holdings(server)).toEqual({ files: 0, stored: 0, blobs: 0, drafts: 0 });
    });

    test("releasing the files of an object leaves those of others", async () => {
      await using house = await furnish();
      const { server, ann } = house;
      const [mine, theirs] = [await house.newWords("mine"), await house.newWords("theirs")];
      await claim(server, { id: mine, uploader: ann.id, by: "01MINE" });
      await claim(server, { id: theirs, uploader: ann.id, by: "01THEIRS" });
      await server.running.store.write((tx) => releaseFilesOf(tx, "01MINE"));
      await house.tidyUp();
      expect(await holdings(server)).toMatchObject({ files: 1, stored: 1, blobs: 1 });
      expect(await seeFile(server, theirs)).toMatchObject({ deleted_at: null });
    });

    test("content that comes back is stored anew, and survives the removal of the old", async () => {
      await using house = await furnish();
      const { server } = house;
      const { blobs } = server.running.services;
      const id = await house.newWords("again");
      const old = await seeFile(server, id);
      await server.running.store.write((tx) => releaseFile(tx, id));
      const remove = blobs.delete.bind(blobs);
      let back: string | undefined;
      (blobs as { delete: typeof remove }).delete = async (key) => {
        back ??= await house.newWords("again");
        await remove(key);
      };
      await house.tidyUp();
      const fresh = await seeFile(server, back ?? "");
      expect(fresh.hash).toBe(old.hash);
      expect(fresh.blob_key).not.toBe(old.blob_key);
      expect((await contentOf(server, fresh.blob_key)).toString()).toBe("again");
      expect(await blobs.size(old.blob_key)).toBeUndefined();
      expect(await holdings(server)).toEqual({ files: 1, stored: 1, blobs: 1, drafts: 0 });
    });

    test("storage that fails is asked again", async () => {
      await using house = await furnish();
      const { server } = house;
      const { blobs } = server.running.services;
      const id = await house.newWords("stubborn");
      await server.running.store.write((tx) => releaseFile(tx, id));
      const remove = blobs.delete.bind(blobs);
      (blobs as { delete: typeof remove }).delete = () => Promise.reject(new Error("not now"));
      await house.tidyUp();
      expect(await holdings(server)).toMatchObject({ files: 0, stored: 0, blobs: 1 });
      (blobs as { delete: typeof remove }).delete = remove;
      await house.tidyUp();
      expect(await holdings(server)).toMatchObject({ blobs: 0 });
    });

    test("many files go in one round", async () => {
      await using house = await furnish();
      const { server } = house;
      const ids = await Promise.all(Array.from({ length: 130 }, (_, n) => house.newWords(`words ${n % 7}`)));
      expect(await holdings(server)).toEqual({ files: 130, stored: 7, blobs: 7, drafts: 0 });
      await server.running.store.write(async (tx) => {
        for (const id of ids) await releaseFile(tx, id);
      });
      await house.tidyUp();
      expect(await holdings(server)).toEqual({ files: 0, stored: 0, blobs: 0, drafts: 0 });
    });
  });
}
