import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { freePorts } from "../processes/free-ports.ts";

/** A PostgreSQL with a data folder and a port of its own. */
export interface PostgresInstance extends AsyncDisposable {
  readonly port: number;
  readonly pid: number | undefined;
  /** Ends it without a checkpoint, as `pg_ctl stop -m immediate` does: at its next start it recovers from its log. */
  stopImmediately(): Promise<void>;
  /** Starts it again, on the same port and data. */
  start(): Promise<void>;
}

export type PostgresSettings = Readonly<Record<string, string | number>>;

/** In the folder for temporary files of a full run: the data that its instances begin with. */
const initialData = "ermine-initial-data";

/** Creates them once: to copy them takes a tenth of the time. */
export function prepareInitialData(programs: string, temporary: string): void {
  const own = openUserFolder(programs, temporary);
  renameSync(createData(own), join(temporary, initialData));
  rmSync(own.folder, { recursive: true });
}

/** Creates an instance and starts it. `programs` is the folder with `initdb` and `postgres`. */
export async function startPostgresInstance(
  programs: string,
  settings: PostgresSettings,
): Promise<PostgresInstance> {
  const own = openUserFolder(programs, tmpdir());
  const { folder } = own;
  const data = createData(own);
  const [port = 0] = freePorts(1);
  const all = {
    port,
    listen_addresses: "127.0.0.1",
    // Socket paths have a length limit, and no test connects through one.
    unix_socket_directories: "",
    ...settings,
  };
  const options = Object.entries(all).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  let server: ChildProcess | undefined;
  const start = async () => {
    const program = own.as(join(own.programs, "postgres"), ["-D", data, ...options]);
    server = spawn(...program, { cwd: folder, stdio: "ignore" });
    await untilItResponds(port, server);
  };
  const stop = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill(signal);
    await ended;
  };
  const end = () => {
    server?.kill("SIGINT");
    rmSync(folder, { recursive: true, force: true });
  };
  process.on("exit", end);
  await start();
  return {
    port,
    get pid() {
      return server?.pid;
    },
    start,
    stopImmediately: () => stop("SIGQUIT"),
    async [Symbol.asyncDispose]() {
      await stop("SIGINT");
      process.off("exit", end);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function connectTo(port: number, database = "postgres"): Promise<pg.Client> {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", database });
  // Without a listener, a lost connection would end this process.
  client.on("error", () => {});
  await client.connect();
  return client;
}

async function untilItResponds(port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await (await connectTo(port)).end();
      return;
    } catch (error) {
      if (attempt > 1_000 || server.exitCode !== null) throw error;
      await Bun.sleep(50);
    }
  }
}

interface UserFolder {
  /** Of the user that PostgreSQL runs as. */
  readonly folder: string;
  /** The folder with the programs, as far as that user can read it. */
  readonly programs: string;
  /** The command that runs a program as that user. */
  as(program: string, args: string[]): [string, string[]];
}

function openUserFolder(programs: string, temporary: string): UserFolder {
  const folder = mkdtempSync(join(temporary, "ermine-postgres-"));
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  // PostgreSQL refuses to run as root, and it must end with this process, even if this process is killed.
  const identity = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"] : [];
  const prefix = Bun.which("setpriv") ? ["setpriv", ...identity, "--pdeathsig=INT", "--"] : [];
  return {
    folder,
    programs: user ? reachable(programs, folder) : programs,
    as(program, args) {
      const [first = "", ...rest] = [...prefix, program, ...args];
      return [first, rest];
    },
  };
}

function createData({ folder, programs, as }: UserFolder): string {
  const [data, initial] = [join(folder, "data"), join(folder, "..", initialData)];
  const layout = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  const command = existsSync(initial)
    ? as("cp", ["-R", initial, data])
    : as(join(programs, "initdb"), ["-D", data, ...layout]);
  const made = spawnSync(...command, { cwd: folder });
  if (made.status !== 0) throw new Error(`PostgreSQL has no data: ${made.stderr}`);
  return data;
}

/** Copies programs from npm: they are in the project folder, which the unprivileged user may not be able to read. */
function reachable(programs: string, folder: string): string {
  if (!programs.includes("node_modules")) return programs;
  cpSync(dirname(programs), join(folder, "programs"), { recursive: true, verbatimSymlinks: true });
  return join(folder, "programs", basename(programs));
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
