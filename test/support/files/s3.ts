import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import { openBlobs } from "../../../src/compose/open-blobs.ts";
import { configWith } from "../../../src/config/load.ts";
import type { Config } from "../../../src/config/schema.ts";
import { findMoto } from "../install/python-packages.ts";

type S3Options = Omit<Config["s3"], "prefix">;
type Server = ChildProcessByStdio<null, null, Readable>;

type Bucket = "files" | "backups";

interface Instance {
  readonly options: S3Options;
  readonly limited: Readonly<Record<Bucket, Awaited<ReturnType<typeof makeUser>>>>;
  stop(): Promise<void>;
}

export interface S3PrefixOptions extends S3Options {
  readonly prefix: string;
}

let running: Promise<Instance | undefined> | undefined;
let prefixes = 0;

/** Whether an S3 server can run on this machine. */
export async function hasS3(): Promise<boolean> {
  running ??= start();
  return (await running) !== undefined;
}

/** A new prefix in the bucket of this run's own S3 server. */
export async function newS3Prefix(): Promise<S3PrefixOptions> {
  running ??= start();
  const instance = await running;
  if (!instance) throw new Error("there is no S3 here");
  return { ...instance.options, prefix: `prefix-${++prefixes}/` };
}

/** The keys of a user who can use only this bucket. */
export async function keysOfBucket(
  bucket: Bucket,
): Promise<Pick<S3Options, "access_key_id" | "secret_access_key">> {
  const instance = await running;
  if (!instance) throw new Error("there is no S3 here");
  const { accessKeyId, secretAccessKey } = instance.limited[bucket];
  return { access_key_id: accessKeyId, secret_access_key: secretAccessKey };
}

/** The variables with which a process stores its files there. */
export function s3Variables(s3: Omit<S3PrefixOptions, "path_style">): Record<string, string> {
  return {
    ERMINE_S3_BUCKET: s3.bucket,
    ERMINE_S3_ENDPOINT: s3.endpoint,
    ERMINE_S3_REGION: s3.region,
    ERMINE_S3_ACCESS_KEY_ID: s3.access_key_id,
    ERMINE_S3_SECRET_ACCESS_KEY: s3.secret_access_key,
    ERMINE_S3_PREFIX: s3.prefix,
  };
}

/** The storage there, as a server with this data directory opens it. */
export const openS3Blobs = (s3: S3PrefixOptions, dataDir: string) =>
  openBlobs(configWith({ data_dir: dataDir, s3 }), "s3");

export async function stopS3(): Promise<void> {
  await (await running)?.stop();
}

async function start(): Promise<Instance | undefined> {
  const moto = findMoto();
  if (!moto) {
    if (process.env.CI) throw new Error("moto is needed for S3 and could not be installed");
    console.log("skipped: files in S3, as moto is not on this machine and could not be installed");
    return undefined;
  }
  // The server must end with this process, also when it is killed.
  const as = Bun.which("setpriv") ? ["setpriv", "--pdeathsig=KILL", "--"] : [];
  const [first = "", ...rest] = [...as, "python3", "-m", "moto.server", "-H", "127.0.0.1", "-p", "0"];
  const environment = {
    PYTHONPATH: moto,
    // The number of unsigned calls that it takes to create the users.
    INITIAL_NO_AUTH_ACTION_COUNT: "9",
    // Short enough that lists in tests have several pages.
    MOTO_S3_DEFAULT_MAX_KEYS: "20",
  };
  const server = spawn(first, rest, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const endpoint = await addressOf(server);
  const keys = await makeUser(endpoint, "ermine", "*");
  const limited = {
    files: await makeUser(endpoint, "files-only", "files"),
    backups: await makeUser(endpoint, "backups-only", "backups"),
  };
  const options: S3Options = {
    endpoint,
    bucket: "files",
    region: "us-east-1",
    access_key_id: keys.accessKeyId,
    secret_access_key: keys.secretAccessKey,
    path_style: true,
  };
  const signer = new AwsClient({ ...keys, service: "s3", region: options.region });
  for (const bucket of ["files", "backups"]) await call(signer, `${endpoint}/${bucket}`, "PUT");
  return {
    options,
    limited,
    async stop() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGKILL");
      await ended;
    },
  };
}

/** Reads the address from the output: the server chooses a free port. */
async function addressOf(server: Server): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = "";
  server.stderr.setEncoding("utf8");
  server.stderr.on("data", (text: string) => {
    if (output.length < 10_000) output += text;
    const address = /Running on (http:\S+)/.exec(output)?.[1];
    if (address) resolve(address);
  });
  server.once("error", reject);
  server.once("exit", () => reject(new Error(`moto ended: ${output}`)));
  return promise;
}

async function makeUser(endpoint: string, name: string, bucket: string) {
  const anyKeys = { accessKeyId: "any", secretAccessKey: "any" };
  const signer = new AwsClient({ ...anyKeys, service: "iam", region: "us-east-1" });
  const act = (parameters: Record<string, string>) =>
    call(
      signer,
      `${endpoint}/?${new URLSearchParams({ Version: "2010-05-08", UserName: name, ...parameters })}`,
    );
  await act({ Action: "CreateUser" });
  const made = await act({ Action: "CreateAccessKey" });
  const resources = bucket === "*" ? "*" : [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`];
  const all = {
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", Action: "s3:*", Resource: resources }],
  };
  await act({ Action: "PutUserPolicy", PolicyName: "all", PolicyDocument: JSON.stringify(all) });
  return {
    accessKeyId: /<AccessKeyId>(.*?)</.exec(made)?.[1] ?? "",
    secretAccessKey: /<SecretAccessKey>(.*?)</.exec(made)?.[1] ?? "",
  };
}

async function call(signer: AwsClient, url: string, method = "POST"): Promise<string> {
  const response = await fetch(await signer.sign(url, { method }));
  const text = await response.text();
  if (!response.ok) throw new Error(`moto: ${response.status}: ${text}`);
  return text;
}
