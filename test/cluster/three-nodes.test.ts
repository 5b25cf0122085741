import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../support/client.ts";
import { engines, newHome } from "../support/engines.ts";
import { freePorts } from "../support/free-ports.ts";
import { form, post } from "../support/multipart.ts";
import { newUser } from "../support/people.ts";
import { mainFile } from "../support/program.ts";
import { hasS3, newS3Prefix } from "../support/s3.ts";
import { openReadyStream } from "../support/stream.ts";
import { readExample, sharedEnvironment, unitEnvironment } from "./example-files.ts";

setDefaultTimeout(120_000);

/** A value of a secret, made with the command that the example documents. */
function newSecret(): string {
  const [, command = ""] = readExample("cluster.env").match(/: (head .*)$/m) ?? [];
  const { stdout } = Bun.spawnSync(["sh", "-c", command]);
  return stdout.toString().trim();
}

/** The documented environment, with the addresses of this machine in place of those of the example. */
async function documentedEnvironment(): Promise<Record<string, string>> {
  const { databaseUrl } = await newHome("postgres");
  const s3 = await newS3Prefix();
  return {
    ...sharedEnvironment(),
    ERMINE_HOST: "127.0.0.1",
    ERMINE_WEB_ENABLED: "false",
    ERMINE_DATABASE_URL: databaseUrl,
    ERMINE_S3_BUCKET: s3.bucket,
    ERMINE_S3_ENDPOINT: s3.endpoint,
    ERMINE_S3_ACCESS_KEY_ID: s3.access_key_id,
    ERMINE_S3_SECRET_ACCESS_KEY: s3.secret_access_key,
    ERMINE_SECRETS_ENCRYPTION_KEY: newSecret(),
    ERMINE_SECRETS_VAPID_PRIVATE_KEY: newSecret(),
  };
}

const withoutErmine = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith("ERMINE_")),
);

describe.skipIf(!engines.includes("postgres") || !(await hasS3()))("three nodes as documented", () => {
  test("start at once on an empty database, and pass messages and files to each other", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ermine-test-"));
    const shared = await documentedEnvironment();
    const ports = freePorts(3);
    const environments = ports.map((port) => ({ ...withoutErmine, ...shared, ...unitEnvironment(port) }));
    const processes = environments.map((environment) => {
      // The service manager creates this directory.
      const directory = join(folder, environment.ERMINE_DATA_DIR ?? "");
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const env = { ...environment, ERMINE_DATA_DIR: directory };
      return Bun.spawn([process.execPath, mainFile, "serve"], {
        cwd: folder,
        env,
        stdio: ["ignore", "ignore", "ignore"],
      });
    });
    try {
      const nodes = ports.map((port) => ({ url: `http://127.0.0.1:${port}` }));
      const isReady = async ({ url }: { url: string }) =>
        (await fetch(`${url}/ready`).catch(() => undefined))?.status === 200;
      for (const [index, node] of nodes.entries())
        while (!(await isReady(node))) {
          // The first start takes as long as it needs.
          expect(processes[index]?.exitCode).toBeNull();
          await Bun.sleep(50);
        }
      const [first, second, third] = nodes.map((node) => ({
        ...node,
        client: createClient(`${node.url}/api`),
      }));
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
        expect(await stream.next("Message")).toMatchObject({
          content: "hello",
          attachments: [{ _id: file }],
        });
      const served = await fetch(`${first.url}/autumn/attachments/${file}`);
      expect(await served.text()).toBe("a file");

      const listed = Bun.spawn([process.execPath, mainFile, "nodes", "--json"], {
        cwd: folder,
        env: { ...environments[0], ERMINE_DATA_DIR: folder },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const rows = (await new Response(listed.stdout).json()) as object[];
      expect(rows).toHaveLength(3);
      for (const row of rows) expect(row).toMatchObject({ live: true });
    } finally {
      for (const node of processes) node.kill("SIGKILL");
      await Promise.all(processes.map(({ exited }) => exited));
      rmSync(folder, { recursive: true });
    }
  });
});
