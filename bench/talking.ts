import { join } from "node:path";

export interface Talking {
  readonly child: Bun.Subprocess;
  ask<T>(message: object): Promise<T>;
}

/** A child that says something when it is ready, and then answers every message with one. */
export async function talk<T>(file: string, options: object): Promise<Talking & { first: T }> {
  let answered = Promise.withResolvers<unknown>();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, file), JSON.stringify(options)], {
    ipc: (message) => answered.resolve(message),
    onExit: () => answered.reject(new Error(`${file} has ended`)),
    stdout: "inherit",
    stderr: "inherit",
  });
  const first = (await answered.promise) as T;
  const ask = async <R>(message: object): Promise<R> => {
    answered = Promise.withResolvers();
    child.send(message);
    return (await answered.promise) as R;
  };
  return { child, ask, first };
}
