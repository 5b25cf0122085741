import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnChild } from "./child-process.ts";
import { printTable } from "./table.ts";

const parallel = 20;
const fileBytes = 19_999_000;
const images = 100;

/** Measures uploads, downloads and previews against a raw Bun server that writes and sends files. */
export async function benchFiles(): Promise<void> {
  const rows = [];
  for (const [what, program] of [
    ["raw Bun.serve", "files-raw.ts"],
    ["the file service", "files-server.ts"],
  ] as const) {
    await using server = await startServer(program);
    await upload(server, randomBytes(1_000));
    const idle = memoryOf(server.pid);
    const files = Array.from({ length: parallel }, () => randomBytes(fileBytes));
    const [ids, uploadMs] = await timed(() => Promise.all(files.map((file) => upload(server, file))));
    const peak = peakOf(server.pid);
    await server.claim();
    const [, downloadMs] = await timed(() => Promise.all(ids.map((id) => download(server, `${id}/bench`))));
    const megabytes = (parallel * fileBytes) / 1e6;
    rows.push({
      what,
      "upload MB/s": Math.round((megabytes * 1_000) / uploadMs),
      "peak MB over idle": Math.round((peak - idle) / 1e6),
      "download MB/s": Math.round((megabytes * 1_000) / downloadMs),
      ...(program === "files-server.ts"
        ? await benchPreviews(server)
        : { "first previews/s": "", "later previews/s": "" }),
    });
  }
  printTable(`Files: ${parallel} uploads and downloads of 20 MB at once, ${images} images`, rows);
}

async function benchPreviews(server: FilesServer) {
  const { default: sharp } = await import("sharp");
  const ids: string[] = [];
  for (let index = 0; index < images; index++) {
    const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
    const create = { width: 1600, height: 1200, channels: 3 as const, background: "#888", noise };
    ids.push(await upload(server, await sharp({ create }).jpeg().toBuffer()));
  }
  await server.claim();
  const all = () => Promise.all(ids.map((id) => download(server, id)));
  const [, firstMs] = await timed(all);
  const [, laterMs] = await timed(all);
  const perSecond = (ms: number) => ((images * 1_000) / ms).toFixed(0);
  return { "first previews/s": perSecond(firstMs), "later previews/s": perSecond(laterMs) };
}

interface FilesServer extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  claim(): Promise<void>;
}

async function startServer(program: string): Promise<FilesServer> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-bench-"));
  const { child, request, first } = await spawnChild<{ url: string; token: string }>(program, { folder });
  return {
    ...first,
    pid: child.pid,
    claim: () => request({ order: "claim" }),
    async [Symbol.asyncDispose]() {
      child.send({ order: "stop" });
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The raw server takes the bytes without a form around them. */
async function upload({ url, token }: FilesServer, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([content]), "bench");
  const isRaw = token === "";
  const response = await fetch(isRaw ? url : `${url}/attachments`, {
    method: "POST",
    headers: isRaw ? {} : { "x-session-token": token },
    body: isRaw ? content : form,
  });
  const { id } = (await response.json()) as { id: string };
  if (!response.ok) throw new Error(`upload failed with ${response.status}`);
  return id;
}

async function download({ url, token }: FilesServer, path: string): Promise<void> {
  const address = token === "" ? `${url}/${path.split("/")[0]}` : `${url}/attachments/${path}`;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`download failed with ${response.status}`);
  for await (const _ of response.body ?? []);
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await work();
  return [result, performance.now() - began];
}

const statusOf = (pid: number, line: string) =>
  Number(
    new RegExp(`${line}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN,
  ) * 1_000;
const memoryOf = (pid: number) => statusOf(pid, "VmRSS");
const peakOf = (pid: number) => statusOf(pid, "VmHWM");
