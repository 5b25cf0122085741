import { refuseConnections } from "../platform/network/refuse-connections.ts";

interface ClosedListener {
  readonly port: number | undefined;
  readonly pendingRequests: number;
  stop(closeActiveConnections?: boolean): Promise<void>;
}

interface ClosingOptions {
  /** How many requests there have been. */
  readonly requests: () => number;
  /** How long no request may have arrived before the connections are closed; by default, as long as clients need. */
  readonly quietMs?: number | undefined;
  /** Until then responses are waited for. */
  readonly graceMs: number;
}

/** Asks the client to close the connection once it has the response. */
export function askToClose(response: Response): Response {
  response.headers.set("connection", "close");
  return response;
}

/** Longer than the pause of a busy client between two requests. */
const usualQuietMs = 100;
/** Clients that try to connect in the meantime are kept waiting, and are refused at the end. */
const maxDrainMs = 2_000;
/** Responses that Bun has finished may take a moment to leave its buffers. */
const flushMs = 500;

/**
 * Closes a listener so that what was accepted is answered. When Bun stops one, it closes every connection that has no
 * request at that moment, read or not, and the kernel resets those that wait to be accepted. So new connections are
 * refused first, and the others are served until no request comes any more; their responses ask the clients to close
 * them.
 */
export async function closeListener(
  listener: ClosedListener,
  { requests, quietMs = usualQuietMs, graceMs }: ClosingOptions,
): Promise<void> {
  const deadline = setTimeout(() => void listener.stop(true), graceMs);
  if (listener.port !== undefined) refuseConnections(listener.port);
  const endsAt = performance.now() + Math.min(graceMs, maxDrainMs);
  for (let before = -1; before !== requests() && performance.now() < endsAt; ) {
    before = requests();
    await Bun.sleep(quietMs);
    // A process that stood still wakes up with requests that it has not read. Between two turns, the sockets are read.
    await nextTurn();
    await nextTurn();
  }
  const stopped = listener.stop();
  // Bun still waits for clients that sent the rest of a body after the response.
  let idleSince = performance.now();
  const closing = setInterval(() => {
    if (listener.pendingRequests > 0) idleSince = performance.now();
    else if (performance.now() - idleSince > flushMs) void listener.stop(true);
  }, 50);
  await stopped;
  clearInterval(closing);
  clearTimeout(deadline);
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
