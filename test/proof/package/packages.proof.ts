import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageFile from "../../../package.json" with { type: "json" };
import { imageUser } from "../../../packaging/image.ts";
import { freePorts } from "../../support/processes/free-ports.ts";
import { type ServerProcess, startProgram } from "../../support/processes/server-process.ts";
import { useServer } from "../../support/server/use-server.ts";
import { liveKitProgram, ownLiveKitConfig, toVariables } from "../../support/voice/livekit.ts";
import { useCalls } from "../../support/voice/use-calls.ts";
import { inCopyOfMachine, inRoot, run } from "./roots.ts";

/** Makes all packages of the commit that is checked out, twice, and installs and uses each. Needs root on Debian. */
const top = join(import.meta.dir, "../../..");
const work = mkdtempSync(join(tmpdir(), "ermine-packages-"));
const made = join(work, "made");
const { version } = packageFile;
const commit = run(["git", "-C", top, "rev-parse", "HEAD"]).trim();

beforeAll(() => run(["node", join(top, "bin/package.mjs"), "--out", made]));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const find = (pattern: RegExp) =>
  join(made, readdirSync(made).find((name) => pattern.test(name)) ?? "missing");
const digestOf = (path: string) => new Bun.CryptoHasher("sha256").update(readFileSync(path)).digest("hex");

/** Starts a command with a free port, uses the server that it is, and stops it. */
async function useAndStop(
  command: string[],
  variables: Record<string, string>,
  meanwhile?: (server: ServerProcess) => unknown,
) {
  const home = { dataDir: join(work, "home"), databaseUrl: "", remove: () => {} };
  mkdirSync(home.dataDir, { recursive: true });
  const web = { ERMINE_WEB_ENABLED: "true" };
  await using server = await startProgram(command, home, { ...web, ...variables });
  await useServer(server.url);
  const { body } = await server.client.get("/");
  expect(body.build).toMatchObject({ commit_sha: commit, semver: version });
  await meanwhile?.(server);
  server.kill("SIGTERM");
  expect(await server.exited).toBe(0);
}

test("the same commit gives the same bytes in another clone", () => {
  const clone = join(work, "clone");
  run(["git", "clone", "--quiet", "--no-hardlinks", top, clone]);
  const again = join(work, "again");
  run(["node", join(clone, "bin/package.mjs"), "--out", again]);
  const digests = (folder: string) => readdirSync(folder).map((name) => [name, digestOf(join(folder, name))]);
  expect(digests(made)).toHaveLength(6);
  expect(digests(again)).toEqual(digests(made));
});

test("the archive holds an executable that needs nothing else", async () => {
  run(["tar", "-xzf", find(/linux-x64\.tar\.gz$/), "-C", work]);
  const program = join(work, `ermine-${version}-linux-x64/ermine`);
  expect(run([program, "--version"])).toBe(`ermine ${version}, commit ${commit}, Bun ${Bun.version}\n`);
  await useAndStop([program, "serve"], {});
});

test("the executable for arm64 is one", () => {
  run(["tar", "-xzf", find(/linux-arm64\.tar\.gz$/), "-C", work]);
  const header = readFileSync(join(work, `ermine-${version}-linux-arm64/ermine`)).subarray(0, 20);
  // The number of the machine in the header of executables: 183 is AArch64.
  expect([header.toString("latin1", 1, 4), header.readUInt16LE(18)]).toEqual(["ELF", 183]);
});

test("the package for Debian installs, runs as a service would, and goes", async () => {
  const folder = mkdtempSync("/dev/shm/ermine-deb-");
  const inside = (...command: string[]) => inCopyOfMachine(folder, command);
  const [port = 0] = freePorts(1);
  try {
    const changes = join(folder, "changes");
    mkdirSync(join(changes, "package"), { recursive: true });
    cpSync(find(/_amd64\.deb$/), join(changes, "package/ermine.deb"));
    run(inside("dpkg", "--install", "/package/ermine.deb"));
    const modeOf = (path: string) => (statSync(join(changes, path)).mode & 0o777).toString(8);
    expect(["var/lib/ermine", "etc/ermine/ermine.toml"].map(modeOf)).toEqual(["700", "640"]);
    run(inside("systemd-analyze", "verify", "/usr/lib/systemd/system/ermine.service"));
    const unit = readFileSync(join(changes, "usr/lib/systemd/system/ermine.service"), "utf8");
    const [, start = ""] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
    const variables = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, line = ""]) => line);
    const asUser = [
      "setpriv",
      "--reuid=ermine",
      "--regid=ermine",
      "--init-groups",
      "--inh-caps=-all",
      "--no-new-privs",
    ];
    const environment = ["env", "-u", "ERMINE_DATA_DIR", ...variables];
    // As its users install it, next to the package.
    cpSync(liveKitProgram ?? "", join(changes, "usr/local/bin/livekit-server"));
    const { binary: _, ...voice } = await ownLiveKitConfig();
    await useAndStop(
      inside(...asUser, ...environment, ...start.split(" ")),
      { ERMINE_PORT: String(port), ...toVariables(voice) },
      useCalls,
    );
    // What root does on the command line belongs to the user of the service, and concerns the same data.
    expect(run(inside("ermine", "accounts", "list", "--json"))).toContain("example.com");
    const owners = run(inside("find", "/var/lib/ermine", "!", "-user", "ermine"));
    expect(owners).toBe("");
    run(inside("dpkg", "--purge", "ermine"));
    expect(existsSync(join(changes, "var/lib/ermine/ermine.db"))).toBe(true);
    const gone = ["/usr/lib/ermine", "/usr/share/ermine", "/usr/bin/ermine", "/etc/ermine"];
    run(inside("sh", "-c", `! ls -d ${gone.join(" ")} 2> /dev/null | grep .`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the image runs as a user without rights, and its health check knows", async () => {
  const layout = join(work, "layout");
  const root = join(work, "image");
  for (const folder of [layout, join(root, "proc"), join(root, "dev")])
    mkdirSync(folder, { recursive: true });
  run(["tar", "-xf", find(/x64-image\.tar$/), "-C", layout]);
  const read = (path: string) => JSON.parse(readFileSync(join(layout, path), "utf8"));
  const blobOf = ({ digest }: { digest: string }) => `blobs/${digest.replace(":", "/")}`;
  const manifest = read(blobOf(read("index.json").manifests[0]));
  // What older versions of Docker read is the same image.
  expect(read("manifest.json")[0].Config).toBe(blobOf(manifest.config));
  for (const layer of manifest.layers) {
    expect(`sha256:${digestOf(join(layout, blobOf(layer)))}`).toBe(layer.digest);
    run(["tar", "-xzf", join(layout, blobOf(layer)), "-C", root]);
  }
  const { config } = read(blobOf(manifest.config));
  expect(config).toMatchObject({ User: `${imageUser}:${imageUser}`, Volumes: { "/data": {} } });
  const [port = 0] = freePorts(1);
  const variables = {
    ...Object.fromEntries(config.Env.map((line: string) => line.split("="))),
    ERMINE_PORT: String(port),
  };
  const [, ...check] = config.Healthcheck.Test;
  const healthy = () => run(inImage(root, config.User, check), variables);
  await useAndStop(inImage(root, config.User, [...config.Entrypoint, ...config.Cmd]), variables, healthy);
  expect(healthy).toThrow("does not answer");
});

function inImage(root: string, user: string, command: readonly string[]): string[] {
  const [shell = "", ...rest] = inRoot(root, command);
  // There is no program in the image that could become another user.
  return [shell, ...rest].map((word) => word.replace("exec chroot ", `exec chroot --userspec=${user} `));
}
