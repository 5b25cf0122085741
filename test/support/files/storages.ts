import { anyEngine } from "../run/thorough.ts";
import { type Engine, engines } from "../server/engines.ts";
import { openServer, type TestServer, type TestServerOptions } from "../server/server.ts";
import { hasS3, newS3Prefix } from "./s3.ts";

export type Storage = Engine | "sqlite with S3";

/** The storages that tests of files run on: both databases with files on disk, and files in S3. */
export const storages: readonly Storage[] = (await hasS3()) ? [...engines, "sqlite with S3"] : engines;

/** For what does not depend on the database. */
export const diskAndS3: readonly Storage[] = storages.filter(
  (storage) => storage === "sqlite with S3" || anyEngine.includes(storage),
);

/** Bun may leave out the length of a body that is a stream and not a file. */
export function lengthHeader(storage: Storage, length: number): { "content-length"?: string } {
  return storage === "sqlite with S3" ? {} : { "content-length": String(length) };
}

export async function openStorage(storage: Storage, options: TestServerOptions = {}): Promise<TestServer> {
  if (storage !== "sqlite with S3") return openServer(storage, options);
  return openServer("sqlite", { ...options, config: { ...options.config, s3: await newS3Prefix() } });
}
