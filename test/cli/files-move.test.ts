import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { previewKey } from "../../src/domains/files/rules/serving.ts";
import { type Blobs, isBlobKey } from "../../src/platform/blobs/port.ts";
import { newUser } from "../support/accounts/people.ts";
import { diskBlobsOf } from "../support/backups/backups.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { readFileState } from "../support/files/file-state.ts";
import { hasS3, newS3Prefix, openS3Blobs, type S3PrefixOptions, s3Variables } from "../support/files/s3.ts";
import { drawPng } from "../support/files/stored-file.ts";
import { uploadFile } from "../support/http/multipart.ts";
import { environmentOf, mainFile, runErmine } from "../support/processes/program.ts";
import { startProcess } from "../support/processes/server-process.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import type { TestHome } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(120_000);

interface MoveHome extends Disposable {
  readonly home: TestHome;
  readonly s3: S3PrefixOptions;
  readonly variables: Record<string, string>;
  readonly disk: Blobs;
  readonly bucket: Blobs;
  /** The ids of uploaded texts, a picture and its preview. */
  readonly files: { readonly texts: string[]; readonly picture: string; readonly keys: string[] };
  move(...words: string[]): ReturnType<typeof runErmine>;
}

const textCount = 6;

async function openMoveHome(count = textCount): Promise<MoveHome> {
  const home = await newMigratedHome("sqlite");
  const s3 = await newS3Prefix();
  const variables = s3Variables(s3);
  return {
    home,
    s3,
    variables,
    files: await fill(home, count),
    disk: await diskBlobsOf(home),
    bucket: await openS3Blobs(s3, home.dataDir),
    move: (...words) => runErmine(home, ["files", "move", ...words, "--json"], variables),
    [Symbol.dispose]: home.remove,
  };
}

async function fill(home: TestHome, count: number): Promise<MoveHome["files"]> {
  await using server = await openServer("sqlite", { home });
  const ann = await newUser(server);
  const texts: string[] = [];
  for (let index = 0; index < count; index++)
    texts.push(await uploadFile(server, ann, { content: `text ${index}`.repeat(1 + index) }));
  const picture = await uploadFile(server, ann, { content: await drawPng(300, 300), tag: "avatars" });
  const { blob_key } = await readFileState(server, picture);
  await server.running.services.blobs.put(previewKey(blob_key, "avatars"), Buffer.from("a preview"));
  return { texts, picture, keys: await Array.fromAsync(server.running.services.blobs.keys()) };
}

async function contents(blobs: Blobs): Promise<Record<string, string>> {
  const entries: [string, string][] = [];
  for await (const key of blobs.keys())
    if (isBlobKey(key)) entries.push([key, await new Response(await blobs.get(key)).text()]);
  return Object.fromEntries(entries);
}

describe.each((await hasS3()) ? [true] : [])("ermine files move", () => {
  test("copies files and previews to S3, skips them the next time, and back to the disk", async () => {
    using place = await openMoveHome();
    const { disk, bucket, files, home, s3 } = place;
    const before = await contents(disk);
    expect(Object.keys(before)).toHaveLength(textCount + 2);
    // A file of the operator's in the folder is not a blob.
    const foreign = join(home.dataDir, "files", "00", "00");
    mkdirSync(foreign, { recursive: true });
    writeFileSync(join(foreign, "Notes.txt"), "mine");
    const bytes = Object.values(before).reduce((sum, content) => sum + content.length, 0);
    const first = await place.move("--to", "s3");
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining("Start the server") });
    expect(JSON.parse(first.stdout)).toMatchObject([{ copied: textCount + 2, present: 0, deleted: 0 }]);
    expect(JSON.parse(first.stdout)[0].bytes).toBeGreaterThanOrEqual(bytes);
    expect(await contents(bucket)).toEqual(before);
    expect(await contents(disk)).toEqual(before);

    const again = await place.move("--to", "s3", "--delete-source");
    expect(JSON.parse(again.stdout)).toMatchObject([
      { copied: 0, present: textCount + 2, deleted: textCount + 2 },
    ]);
    expect(await contents(disk)).toEqual({});
    expect(existsSync(join(foreign, "Notes.txt"))).toBe(true);
    {
      await using server = await openServer("sqlite", { home, config: { s3 } });
      const { services } = server.running;
      expect(await contents(services.blobs)).toEqual(before);
      expect((await readFileState(server, files.picture)).metadata).toMatchObject({
        type: "Image",
        width: 300,
      });
    }

    const back = await place.move("--to", "disk", "--delete-source");
    expect(back).toMatchObject({ code: 0, stderr: expect.stringContaining("Remove s3.bucket") });
    expect(await contents(disk)).toEqual(before);
    expect(await contents(bucket)).toEqual({});
  });

  test("replaces what is in the bucket and differs", async () => {
    using place = await openMoveHome();
    const { disk, bucket, files } = place;
    const [key = ""] = files.keys;
    const original = await new Response(await disk.get(key)).bytes();
    await bucket.put(
      key,
      original.map((byte) => byte ^ 1),
    );
    const { stdout } = await place.move("--to", "s3");
    expect(JSON.parse(stdout)).toMatchObject([{ copied: textCount + 2, present: 0 }]);
    expect(await contents(bucket)).toEqual(await contents(disk));
  });

  thoroughTest("continues after it is killed", async () => {
    const many = 30;
    using place = await openMoveHome(many);
    const { disk, bucket, home, variables } = place;
    const child = Bun.spawn([process.execPath, mainFile, "files", "move", "--to", "s3", "--delete-source"], {
      cwd: home.dataDir,
      env: environmentOf(home, variables),
      stdio: ["ignore", "ignore", "ignore"],
    });
    const arrived = async () => (await Array.fromAsync(bucket.keys())).length;
    await until(async () => (await arrived()) >= 5);
    child.kill("SIGKILL");
    await child.exited;
    expect(await arrived()).toBeLessThan(many + 2);
    const before = await contents(disk);
    expect(Object.keys(before)).toHaveLength(many + 2);
    const { code, stdout } = await place.move("--to", "s3");
    expect(code).toBe(0);
    const [{ copied, present }] = JSON.parse(stdout);
    expect(copied + present).toBe(many + 2);
    expect(present).toBeGreaterThanOrEqual(5);
    expect(await contents(bucket)).toEqual(before);
  });

  test("reports damaged and lost files by their ids, copies the others and deletes nothing", async () => {
    using place = await openMoveHome();
    const { disk, bucket, files, home } = place;
    const [shortened = "", changed = "", lost = ""] = files.texts;
    const keys = await (async () => {
      await using server = await openServer("sqlite", { home });
      const keyOf = async (id: string) => (await readFileState(server, id)).blob_key;
      return {
        shortened: await keyOf(shortened),
        changed: await keyOf(changed),
        lost: await keyOf(lost),
      };
    })();
    await disk.put(keys.shortened, Buffer.from("t"));
    await disk.put(keys.changed, Buffer.from("TEXT 1text 1"));
    await disk.delete(keys.lost);
    const { code, stdout, stderr } = await place.move("--to", "s3", "--delete-source");
    expect(code).toBe(1);
    const problems: { file: string }[] = JSON.parse(stdout);
    expect(problems.toSorted((a, b) => a.file.localeCompare(b.file))).toEqual(
      [
        { file: shortened, key: keys.shortened, problem: "1 bytes, not 6" },
        { file: changed, key: keys.changed, problem: "its content has changed" },
        { file: lost, key: keys.lost, problem: "it is in neither storage" },
      ].toSorted((a, b) => a.file.localeCompare(b.file)),
    );
    expect(stderr).toContain(`${textCount - 1} files have arrived; 3 have not, and nothing was deleted`);
    expect(Object.keys(await contents(bucket))).toHaveLength(textCount - 1);
    expect(Object.keys(await contents(disk))).toHaveLength(textCount + 1);
  });

  test("refuses what cannot work, and says what to do", async () => {
    using place = await openMoveHome();
    const { home, variables } = place;
    const refusal = async (words: string[], more: Record<string, string>, message: RegExp) => {
      const { code, stdout, stderr } = await runErmine(home, ["files", "move", ...words], more);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(message);
    };
    await refusal([], variables, /--to s3 or --to disk/);
    await refusal(["--to", "tape"], variables, /--to s3 or --to disk/);
    await refusal(["--to", "s3"], {}, /s3\.bucket is not set/);
    await refusal(
      ["--to", "s3"],
      { ...variables, ERMINE_S3_BUCKET: "missing" },
      /bucket cannot be used: .*NoSuchBucket.* Check the \[s3\]/,
    );
    await refusal(
      ["--to", "s3"],
      { ...variables, ERMINE_S3_ENDPOINT: "http://127.0.0.1:1" },
      /bucket cannot be used: S3 cannot be reached/,
    );
    {
      await using _ = await startProcess(home);
      await refusal(["--to", "s3"], variables, /running on the data directory .* Stop it/);
    }
    expect(Object.keys(await contents(place.bucket))).toEqual([]);
  });
});
