import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { openForeignBucket } from "../../../src/compose/open-blobs.ts";
import type { Config } from "../../../src/config/schema.ts";
import { CommandError } from "../../../src/declare/command.ts";
import { isBlobKey } from "../../../src/platform/blobs/port.ts";
import type { StoatSettings } from "./stoat-settings.ts";

/** Where the objects of the old file service are. */
export interface FileSource extends AsyncDisposable {
  /** Undefined if there is no such object. */
  open(object: {
    readonly bucket: string;
    readonly path: string;
  }): Promise<AsyncIterable<Uint8Array> | undefined>;
}

/** Opens `s3://bucket/prefix`, or a copy of the bucket in a directory. */
export async function openFileSource(
  text: string,
  config: Config,
  settings: StoatSettings,
): Promise<FileSource> {
  return text.startsWith("s3:") ? openBucket(text, config, settings) : openDirectory(text);
}

function openDirectory(text: string): FileSource {
  const folder = resolve(text);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new CommandError(`There is no directory ${folder} with the files.`);
  return {
    async open({ bucket, path }) {
      // Neither can lead out of the folder.
      const places = [path, join(isBucketName(bucket) ? bucket : "", path)].map((place) =>
        join(folder, place),
      );
      const found = places.find((place) => existsSync(place) && statSync(place).isFile());
      return found === undefined ? undefined : Bun.file(found).stream();
    },
    async [Symbol.asyncDispose]() {},
  };
}

const isBucketName = (text: string) => /^[a-z0-9][a-z0-9.-]{1,62}$/.test(text) && !text.includes("..");

/** Stoat names objects by their hash. Other names are refused: one could lead out of the folder or bucket. */
export function isObjectPath(path: string): boolean {
  return isBlobKey(path);
}

async function openBucket(text: string, config: Config, { s3 }: StoatSettings): Promise<FileSource> {
  const [, bucket, path = ""] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/([A-Za-z0-9/_.-]*))?$/.exec(text) ?? [];
  if (bucket === undefined)
    throw new CommandError(`${text} is not an address of a bucket. Write s3://bucket or s3://bucket/prefix.`);
  const prefix = path === "" || path.endsWith("/") ? path : `${path}/`;
  const options = s3 ?? config.s3;
  if (options.access_key_id === "")
    throw new CommandError(
      "The address and keys of the bucket are missing. Name Stoat's configuration with --stoat-config, or set the section [s3].",
    );
  const blobs = await openForeignBucket({ ...options, bucket, prefix }, config);
  return {
    async open({ path: key }) {
      const content = await blobs.get(key);
      return content && readAll(content);
    },
    [Symbol.asyncDispose]: () => blobs[Symbol.asyncDispose](),
  };
}

async function* readAll(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield chunk;
}
