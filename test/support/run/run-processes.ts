import { existsSync, readdirSync, readFileSync } from "node:fs";

interface Process {
  readonly pid: number;
  readonly parent: number;
}

/**
 * The processes below this one, and those whose environment names the folder although their parent is gone: a server
 * that a test started outlives it. Only Linux lists them; elsewhere there are none.
 */
export function processesBelow(ancestor: number, folder?: string): number[] {
  const all = listProcesses();
  const found = new Set(
    all.flatMap(({ pid }) => (folder && environmentOf(pid).includes(folder) ? [pid] : [])),
  );
  const queue = [ancestor, ...found];
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    for (const child of all) {
      if (child.parent !== pid || found.has(child.pid)) continue;
      found.add(child.pid);
      queue.push(child.pid);
    }
  }
  found.delete(ancestor);
  return [...found];
}

/** Kills them all, and those that they start meanwhile. */
export async function killProcessesBelow(ancestor: number, folder: string): Promise<void> {
  for (let rest = processesBelow(ancestor, folder); rest.length > 0; ) {
    for (const pid of rest) kill(pid);
    await Bun.sleep(20);
    rest = processesBelow(ancestor, folder);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}

function listProcesses(): Process[] {
  if (!existsSync("/proc/self/stat")) return [];
  return readdirSync("/proc").flatMap((name) =>
    /^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : [],
  );
}

/** Undefined for a process that has ended, also if nobody has asked for its exit code yet. */
function readProcess(pid: number): Process | undefined {
  const [, state, parent] = readProcessFile(pid, "stat").match(/^.*\) (\S) (\d+) /s) ?? [];
  return state === undefined || state === "Z" ? undefined : { pid, parent: Number(parent) };
}

const environmentOf = (pid: number) => readProcessFile(pid, "environ");

function readProcessFile(pid: number, name: "stat" | "environ"): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
