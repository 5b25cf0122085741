import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { releaseFile } from "../../src/domains/files/index.ts";
import { newBlobKey } from "../../src/domains/files/rules/blob-key.ts";
import { previewKey } from "../../src/domains/files/rules/serving.ts";
import { newUser } from "../support/accounts/people.ts";
import { countStorage, readFileState } from "../support/files/file-state.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { rowsOf, runErmine } from "../support/processes/program.ts";
import { preferPostgres } from "../support/run/thorough.ts";
import { openServer } from "../support/server/server.ts";
import { hours } from "../support/server/test-clock.ts";

setDefaultTimeout(60_000);

const hash = "0".repeat(64);

describe.each([...preferPostgres])("ermine files on %s", (engine) => {
  test("check lists nothing if all is well", async () => {
    await using server = await openServer(engine);
    expect(await rowsOf(server.home, "files", "check")).toEqual([]);
    await uploadFile(server, await newUser(server), { content: "words" });
    expect(await rowsOf(server.home, "files", "check")).toEqual([]);
  });

  test("check lists problems, and gc removes orphans", async () => {
    await using server = await openServer(engine);
    const { home, running } = server;
    // The server also collects orphans by itself, at startup and after a minute.
    await server.drain();
    const { blobs } = running.services;
    const ann = await newUser(server);
    const keep = async (content: string) => readFileState(server, await uploadFile(server, ann, { content }));
    const [intact, lost, changed, deleted] = [
      await keep("fine"),
      await keep("lost"),
      await keep("changed"),
      await keep("deleted"),
    ];
    await blobs.put(previewKey(intact.blob_key, "attachments"), Buffer.from("small"));
    await blobs.delete(lost.blob_key);
    await blobs.put(changed.blob_key, Buffer.from("?"));
    await running.store.write((tx) => releaseFile(tx, deleted.id));
    const orphan = newBlobKey(hash, Date.now() - hours(2));
    const foreign = "nobody-knows";
    const inProgress = newBlobKey(hash, Date.now());
    for (const key of [orphan, previewKey(orphan, "avatars"), foreign, inProgress])
      await blobs.put(key, Buffer.from("x"));
    const abandoned = join(home.dataDir, "uploads", "abandoned");
    writeFileSync(abandoned, "half");
    utimesSync(abandoned, new Date(0), new Date(0));

    const broken = [
      { problem: "missing", key: lost.blob_key, detail: "4 bytes" },
      { problem: "size differs", key: changed.blob_key, detail: "1 bytes, not 7" },
      { problem: "unknown", key: foreign, detail: "not a key of ours" },
    ];
    const since = { problem: "orphan", detail: expect.stringContaining("since 2") };
    const orphans = [orphan, previewKey(orphan, "avatars")].map((key) => ({ ...since, key }));
    const sorted = (rows: { key: string }[]) => rows.toSorted((a, b) => a.key.localeCompare(b.key));
    const check = async () => {
      const { code, stdout } = await runErmine(home, ["files", "check", "--json"]);
      expect(code).toBe(1);
      return sorted(JSON.parse(stdout));
    };
    expect(await check()).toEqual(sorted([...broken, ...orphans]));

    expect(await rowsOf(home, "files", "gc")).toEqual([{ files: 1, blobs: 3 }]);
    expect(await check()).toEqual(sorted(broken));
    expect(await blobs.size(deleted.blob_key)).toBeUndefined();
    expect(await blobs.size(previewKey(intact.blob_key, "attachments"))).toBe(5);
    expect(await countStorage(server)).toMatchObject({ files: 3, stored: 3, blobs: 5, staged: 0 });
    expect(existsSync(abandoned)).toBe(false);
    expect(await rowsOf(home, "files", "gc")).toEqual([{ files: 0, blobs: 0 }]);
  });
});
