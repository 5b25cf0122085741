import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { findPostgres } from "./postgres-programs.ts";

interface Instance {
  readonly port: number;
  readonly pid: number | undefined;
  readonly admin: pg.Client;
  stop(): Promise<void>;
}

let running: Promise<Instance | undefined> | undefined;
let databases = 0;

/** Creates a database on the private instance of this run; undefined where PostgreSQL cannot be installed. */
export async function newPostgresDatabase(template = "template1"): Promise<string | undefined> {
  running ??= start();
  const instance = await running;
  if (!instance) return undefined;
  const name = `ermine_${++databases}`;
  await instance.admin.query(`create database ${name} template ${template}`);
  return `postgres://postgres@127.0.0.1:${instance.port}/${name}`;
}

export async function stopPostgres(): Promise<void> {
  const stopping = running;
  // A later database needs a new instance.
  running = undefined;
  await (await stopping)?.stop();
}

/** The process that all others of the private instance descend from. */
export async function postgresPid(): Promise<number | undefined> {
  return (await running)?.pid;
}

async function start(): Promise<Instance | undefined> {
  const found = findPostgres();
  if (!found) {
    if (process.env.CI) throw new Error("PostgreSQL is needed and could not be installed");
    console.log("skipped: PostgreSQL is not on this machine and could not be installed");
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "ermine-postgres-"));
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const programs = user ? reachable(found, folder) : found;
  const data = join(folder, "data");
  // PostgreSQL refuses to run as root, and it must end with this process, even if this process is killed.
  const identity = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"] : [];
  const as = Bun.which("setpriv") ? ["setpriv", ...identity, "--pdeathsig=INT", "--"] : [];
  const command = (program: string, args: string[]): [string, string[]] => {
    const [first = "", ...rest] = [...as, join(programs, program), ...args];
    return [first, rest];
  };
  const made = spawnSync(
    ...command("initdb", [
      "-D",
      data,
      "-U",
      "postgres",
      "-A",
      "trust",
      "-E",
      "UTF8",
      "--locale=C",
      "--no-sync",
    ]),
    { cwd: folder },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = freePort();
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    // Socket paths have a length limit, and no test connects through one.
    unix_socket_directories: "",
    fsync: "off",
    full_page_writes: "off",
    // It would keep visiting the databases that tests no longer use.
    autovacuum: "off",
    // Every test server opens twenty connections.
    max_connections: 1_000,
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const server = spawn(...command("postgres", ["-D", data, ...options]), { cwd: folder, stdio: "ignore" });
  const end = () => {
    server.kill("SIGINT");
    rmSync(folder, { recursive: true, force: true });
  };
  process.on("exit", end);
  const admin = await connect(port, server);
  return {
    port,
    pid: server.pid,
    admin,
    async stop() {
      await admin.end();
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGINT");
      await ended;
      process.off("exit", end);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies programs from npm: they are in the project folder, which the unprivileged user may not be able to read. */
function reachable(programs: string, folder: string): string {
  if (!programs.includes("node_modules")) return programs;
  cpSync(dirname(programs), join(folder, "programs"), { recursive: true, verbatimSymlinks: true });
  return join(folder, "programs", basename(programs));
}

async function connect(port: number, server: ChildProcess): Promise<pg.Client> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt > 300 || server.exitCode !== null) throw error;
      await Bun.sleep(50);
    }
  }
}

function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number.parseInt(spawnSync("id", [flag, name]).stdout.toString(), 10),
    );
    if (uid && gid) return { uid, gid };
  }
  throw new Error("PostgreSQL does not run as root, and there is no other user to run it as");
}

function freePort(): number {
  const probe = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const { port } = probe;
  probe.stop(true);
  return port ?? 0;
}
