import { join } from "node:path";

export interface BenchChild {
  readonly child: Bun.Subprocess;
  request<T>(message: object): Promise<T>;
}

/** Spawns a child process that sends a message when it is ready, and then replies to every message with one. */
export async function spawnChild<T>(file: string, options: object): Promise<BenchChild & { first: T }> {
  let reply = Promise.withResolvers<unknown>();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, file), JSON.stringify(options)], {
    ipc: (message) => reply.resolve(message),
    onExit: () => reply.reject(new Error(`${file} has ended`)),
    // The client library of LiveKit logs less in production.
    env: { ...process.env, NODE_ENV: "production" },
    stdout: "inherit",
    stderr: "inherit",
  });
  const first = (await reply.promise) as T;
  const request = async <R>(message: object): Promise<R> => {
    reply = Promise.withResolvers();
    child.send(message);
    return (await reply.promise) as R;
  };
  return { child, request, first };
}
