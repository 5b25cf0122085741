import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import type { S3Options } from "../../src/platform/blobs/s3-calls.ts";
import { findMoto } from "./s3-program.ts";

type Server = ChildProcessByStdio<null, null, Readable>;

interface Instance {
  readonly options: S3Options;
  stop(): Promise<void>;
}

export interface S3Place extends S3Options {
  readonly prefix: string;
}

let running: Promise<Instance | undefined> | undefined;
let places = 0;

/** S3 is missing only on machines that cannot have it. */
export async function hasS3(): Promise<boolean> {
  running ??= start();
  return (await running) !== undefined;
}

/** A place of its own in the bucket of this run's private S3 server. */
export async function newS3Place(): Promise<S3Place> {
  running ??= start();
  const instance = await running;
  if (!instance) throw new Error("there is no S3 here");
  return { ...instance.options, prefix: `place-${++places}/` };
}

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
  // It must end with us, also when we are killed.
  const as = Bun.which("setpriv") ? ["setpriv", "--pdeathsig=KILL", "--"] : [];
  const [first = "", ...rest] = [...as, "python3", "-m", "moto.server", "-H", "127.0.0.1", "-p", "0"];
  const environment = {
    PYTHONPATH: moto,
    // As many calls as it takes to make somebody whose signature can be checked.
    INITIAL_NO_AUTH_ACTION_COUNT: "3",
    // Pages short enough that lists in tests have several.
    MOTO_S3_DEFAULT_MAX_KEYS: "20",
  };
  const server = spawn(first, rest, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const endpoint = await addressOf(server);
  const keys = await makeUser(endpoint);
  const options: S3Options = {
    endpoint,
    bucket: "files",
    region: "us-east-1",
    access_key_id: keys.accessKeyId,
    secret_access_key: keys.secretAccessKey,
    path_style: true,
  };
  await ask(new AwsClient({ ...keys, service: "s3", region: options.region }), `${endpoint}/files`, "PUT");
  return {
    options,
    async stop() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGKILL");
      await ended;
    },
  };
}

/** It takes a free port, and says which. */
async function addressOf(server: Server): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = "";
  server.stderr.setEncoding("utf8");
  server.stderr.on("data", (text: string) => {
    if (said.length < 10_000) said += text;
    const address = /Running on (http:\S+)/.exec(said)?.[1];
    if (address) resolve(address);
  });
  server.once("error", reject);
  server.once("exit", () => reject(new Error(`moto ended: ${said}`)));
  return promise;
}

async function makeUser(endpoint: string) {
  const anybody = { accessKeyId: "any", secretAccessKey: "any" };
  const signer = new AwsClient({ ...anybody, service: "iam", region: "us-east-1" });
  const act = (parameters: Record<string, string>) =>
    ask(
      signer,
      `${endpoint}/?${new URLSearchParams({ Version: "2010-05-08", UserName: "ermine", ...parameters })}`,
    );
  await act({ Action: "CreateUser" });
  const made = await act({ Action: "CreateAccessKey" });
  const all = { Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: "s3:*", Resource: "*" }] };
  await act({ Action: "PutUserPolicy", PolicyName: "all", PolicyDocument: JSON.stringify(all) });
  return {
    accessKeyId: /<AccessKeyId>(.*?)</.exec(made)?.[1] ?? "",
    secretAccessKey: /<SecretAccessKey>(.*?)</.exec(made)?.[1] ?? "",
  };
}

async function ask(signer: AwsClient, url: string, method = "POST"): Promise<string> {
  const answer = await fetch(await signer.sign(url, { method }));
  const text = await answer.text();
  if (!answer.ok) throw new Error(`moto: ${answer.status}: ${text}`);
  return text;
}
