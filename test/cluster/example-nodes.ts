import { expect } from "bun:test";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageConfig, imageUser } from "../../packaging/image.ts";
import { newUser } from "../support/accounts/people.ts";
import { newS3Prefix } from "../support/files/s3.ts";
import { createClient } from "../support/http/client.ts";
import { form, post } from "../support/http/multipart.ts";
import { freePorts } from "../support/processes/free-ports.ts";
import { newHome } from "../support/server/engines.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { composeNodes, newSecret, sharedConfigFile, unitEnvironment } from "./example-files.ts";

type Environment = Record<string, string>;

/** Only root can become another user. */
const isRoot = process.getuid?.() === 0;
const asUser = [
  "setpriv",
  `--reuid=${imageUser}`,
  `--regid=${imageUser}`,
  "--clear-groups",
  "--inh-caps=-all",
  "--no-new-privs",
];

/** The environments of three nodes that the service runs. */
export function unitNodes(ports: readonly number[]): Environment[] {
  return ports.map((port) => ({ ...unitEnvironment(port), ERMINE_CONFIG: sharedConfigFile }));
}

/** The environments of the nodes in the compose file, each with the one of the image. */
export function imageNodes(ports: readonly number[]): Environment[] {
  const ofImage = Object.fromEntries(imageConfig.Env.map((line) => line.split("=")));
  return [...composeNodes().values()].map(({ environment }, index) => ({
    ...ofImage,
    ...environment,
    ERMINE_PORT: String(ports[index]),
  }));
}

/** What the nodes of an example have on this machine in place of the addresses of the example. */
async function partsOfThisMachine(): Promise<Environment> {
  const { databaseUrl } = await newHome("postgres");
  const s3 = await newS3Prefix();
  return {
    ERMINE_HOST: "127.0.0.1",
    ERMINE_DATABASE_URL: databaseUrl,
    ERMINE_S3_BUCKET: s3.bucket,
    ERMINE_S3_ENDPOINT: s3.endpoint,
    ERMINE_S3_ACCESS_KEY_ID: s3.access_key_id,
    ERMINE_S3_SECRET_ACCESS_KEY: s3.secret_access_key,
    ERMINE_SECRETS_ENCRYPTION_KEY: newSecret(),
    ERMINE_SECRETS_VAPID_PRIVATE_KEY: newSecret(),
    // The tests call faster than people.
    ERMINE_RATELIMITS_ENABLED: "false",
  };
}

export interface ExampleNodes extends AsyncDisposable {
  readonly urls: readonly string[];
  /** Runs a command with the environment of the first node, and returns its output. */
  run(...words: string[]): Promise<string>;
}

/** Starts three nodes at once on an empty database, as a user who owns nothing but the data directories. */
export async function startExampleNodes(
  command: readonly string[],
  example: (ports: readonly number[]) => Environment[],
  more: Environment = {},
): Promise<ExampleNodes> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-test-"));
  chmodSync(folder, 0o755);
  const ports = freePorts(3);
  const parts = await partsOfThisMachine();
  const nodes = example(ports).map((environment, index) => {
    const dataDir = join(folder, String(index));
    mkdirSync(dataDir, { mode: 0o700 });
    if (isRoot) chownSync(dataDir, imageUser, imageUser);
    // What a service manager and Docker do not set, HOME for one, is not there.
    return { PATH: "/usr/bin:/bin", ...environment, ...parts, ...more, ERMINE_DATA_DIR: dataDir };
  });
  const start = (words: readonly string[], env: Environment) =>
    Bun.spawn([...(isRoot ? asUser : []), ...command, ...words], {
      cwd: env.ERMINE_DATA_DIR ?? folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
  const processes = nodes.map((environment) => {
    const child = start(["serve"], environment);
    return { child, output: new Response(child.stderr).text() };
  });
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  for (const [index, url] of urls.entries())
    while ((await fetch(`${url}/ready`).catch(() => undefined))?.status !== 200) {
      const { child, output } = processes[index] as (typeof processes)[number];
      // The first start takes as long as it needs.
      if (child.exitCode !== null) throw new Error(`a node ended: ${await output}`);
      await Bun.sleep(50);
    }
  return {
    urls,
    run: (...words) => new Response(start(words, nodes[0] ?? {}).stdout).text(),
    async [Symbol.asyncDispose]() {
      for (const { child } of processes) child.kill("SIGKILL");
      await Promise.all(processes.map(({ child }) => child.exited));
      rmSync(folder, { recursive: true });
    },
  };
}

/** Sends a message with a file on one node, and receives both on the others. */
export async function useTogether(urls: readonly string[]): Promise<void> {
  const [first, second, third] = urls.map((url) => ({ url, client: createClient(`${url}/api`) }));
  if (!first || !second || !third) throw new Error("there are three nodes");
  const person = await newUser(first);
  const streams = [await openReadyStream(second, person), await openReadyStream(third, person)];
  const { body: community } = await first.client.post("/servers/create", { name: "all" }, person);
  const [channel] = community.channels;
  const { body } = await post(second, "/attachments", form({ content: "a file" }), person);
  const file: string = body.id;
  const draft = { content: "hello", attachments: [file] };
  expect((await third.client.post(`/channels/${channel._id}/messages`, draft, person)).status).toBe(200);
  for (const { stream } of streams)
    expect(await stream.next("Message")).toMatchObject({ content: "hello", attachments: [{ _id: file }] });
  const served = await fetch(`${first.url}/autumn/attachments/${file}`);
  expect(await served.text()).toBe("a file");
}
