import { randomInt } from "node:crypto";

/**
 * Below the range from which systems take ports for outgoing connections and for listeners that ask for any: no test
 * that runs at the same time takes them before they are used, or while a program restarts.
 */
const [lowest, highest] = [20_000, 32_000];

/** Ports that nothing listens on. */
export function freePorts(count: number): number[] {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(lowest, highest);
    if (isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } }).stop(true);
    return true;
  } catch {
    return false;
  }
}
