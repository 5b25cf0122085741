import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { FilesTables } from "../../src/domains/files/tables.ts";
import type { Blobs } from "../../src/platform/blobs/port.ts";
import { newUser } from "../support/accounts/people.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { readFileState } from "../support/files/file-state.ts";
import { makeImage, makeMp4 } from "../support/files/make-images.ts";
import { hasS3, newS3Prefix, s3Variables } from "../support/files/s3.ts";
import { openStorage, storages } from "../support/files/storages.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { rowsOf, runErmine } from "../support/processes/program.ts";
import { startProcess } from "../support/processes/server-process.ts";
import type { TestHome } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(120_000);

const variablesOf = ({ running }: TestServer) => s3Variables(running.services.config.s3);

async function check(server: TestServer, ...words: string[]) {
  const { code, stdout, stderr } = await runErmine(
    server.home,
    ["files", "check", ...words, "--json"],
    variablesOf(server),
  );
  const rows: { problem: string; key: string; detail: string }[] = JSON.parse(stdout);
  return { code, stderr, problems: Object.fromEntries(rows.map(({ key, problem }) => [key, problem])) };
}

/** Changes a byte and nothing else, as a bad disk does. */
async function rot(blobs: Blobs, key: string): Promise<void> {
  const bytes = await new Response(await blobs.get(key)).bytes();
  await blobs.put(key, bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1));
}

/** One file of each kind: stored as received, re-encoded, and stripped. */
async function uploadKinds(server: TestServer, count: number): Promise<string[]> {
  const ann = await newUser(server);
  const kinds = [
    { content: `text ${count}`.repeat(50) },
    { content: await makeImage("jpeg", { width: 40 + 2 * count, height: 40 }) },
    { content: makeMp4(160 + count, 120), filename: "film.mp4" },
  ];
  const keys: string[] = [];
  for (const kind of kinds)
    keys.push((await readFileState(server, await uploadFile(server, ann, kind))).blob_key);
  return keys;
}

/** As the versions left it that did not record digests. */
const forgetDigests = ({ running }: TestServer) =>
  running.store.write((tx) =>
    tx.sql<FilesTables>().updateTable("stored_files").set({ sha256: null }).execute(),
  );

describe.each([...storages])("ermine files check on %s", (storage) => {
  test("finds one changed byte in files of every kind, what is cut off and what is gone, and ends with 1", async () => {
    await using server = await openStorage(storage);
    await server.drain();
    const { blobs } = server.running.services;
    const changed = await uploadKinds(server, 1);
    const [cut = "", gone = "", ...intact] = await uploadKinds(server, 2);
    expect(await check(server)).toEqual({ code: 0, stderr: "", problems: {} });

    for (const key of changed) await rot(blobs, key);
    const bytes = await new Response(await blobs.get(cut)).bytes();
    await blobs.put(cut, bytes.subarray(0, 20));
    await blobs.delete(gone);
    const { code, stderr, problems } = await check(server);
    expect(problems).toEqual({
      ...Object.fromEntries(changed.map((key) => [key, "content differs"])),
      [cut]: "size differs",
      [gone]: "missing",
    });
    expect(intact).toHaveLength(1);
    expect(code).toBe(1);
    expect(stderr).toContain("5 files are lost or changed.");
  });

  test("says of how many files from before the digest is unknown, and records it if told", async () => {
    await using server = await openStorage(storage);
    await server.drain();
    const { blobs } = server.running.services;
    const [text = "", picture = "", film = ""] = await uploadKinds(server, 1);
    await forgetDigests(server);
    const before = await check(server);
    expect(before).toMatchObject({ code: 0, problems: {} });
    expect(before.stderr).toContain("2 files were stored before digests were recorded");
    expect(before.stderr).toContain("ermine files check --record");

    // What was stored as it was received is known by its hash.
    await rot(blobs, text);
    const recorded = await check(server, "--record");
    expect(recorded).toMatchObject({ code: 1, problems: { [text]: "content differs" } });
    expect(recorded.stderr).toContain("The digests of 2 files were recorded");
    expect(await rowsOf(server.home, "audit")).toMatchObject([{ action: "files check" }]);
    await rot(blobs, picture);
    await rot(blobs, film);
    const after = await check(server, "--record");
    expect(Object.values(after.problems)).toEqual(Array(3).fill("content differs"));
    expect(after.stderr).not.toContain("recorded");
  });
});

describe("ermine files check", () => {
  test("does not take files that a server deletes meanwhile for lost ones", async () => {
    await using server = await openServer("sqlite");
    const keys = await uploadKinds(server, 1);
    const { blobs } = server.running.services;
    const { checkContents } = await import("../../src/domains/files/actions/check-contents.ts");
    const deleting: Pick<Blobs, "get" | "size"> = {
      size: async () => undefined,
      async get(key) {
        await server.running.store.write(async (tx) => {
          await tx.sql<FilesTables>().deleteFrom("files").execute();
          await tx.sql<FilesTables>().deleteFrom("stored_files").where("blob_key", "=", key).execute();
        });
        await blobs.delete(key);
        return undefined;
      },
    };
    const pages = await Array.fromAsync(checkContents(server.running.store.read, { ...blobs, ...deleting }));
    expect(keys).toHaveLength(3);
    expect(pages.flatMap(({ problems }) => problems)).toEqual([]);
  });
});

describe.each((await hasS3()) ? [true] : [])("files on disk, with s3.bucket set", () => {
  test("are warned of at the start and by doctor, until they are moved", async () => {
    const home: TestHome = await newMigratedHome("sqlite");
    try {
      {
        await using server = await openServer("sqlite", { home });
        await uploadKinds(server, 1);
      }
      const variables = s3Variables(await newS3Prefix());
      const warned = async () => {
        const { stdout } = await runErmine(home, ["doctor", "--json"], variables);
        const lines: { check: string; state: string; text: string }[] = JSON.parse(stdout);
        return lines.filter((line) => line.check === "files on disk");
      };
      {
        await using started = await startProcess(home, variables);
        await until(async () => started.stdout().includes("still has 3 files"));
      }
      expect(await warned()).toMatchObject([
        { state: "warning", text: expect.stringContaining("still has 3 files") },
      ]);
      const moved = await runErmine(home, ["files", "move", "--to", "s3", "--delete-source"], variables);
      expect(moved.code).toBe(0);
      expect(await warned()).toEqual([]);
    } finally {
      home.remove();
    }
  });
});
