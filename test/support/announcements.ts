import type { Announcement } from "../../src/protocol/event.ts";
import type { TestServer } from "./server.ts";

export interface Overhearing extends AsyncDisposable {
  /** All since the last call, without the names of their commits. */
  take(): Omit<Announcement, "commit">[];
}

/**
 * Listens to all that is told of commits, and to whom. Not to what is not kept: somebody who was connected in the test
 * before may be gone only now.
 */
export async function overhear({ running }: Pick<TestServer, "running">): Promise<Overhearing> {
  const heard: Omit<Announcement, "commit">[] = [];
  const subscription = await running.bus.subscribe("all", ({ commit, ...rest }) => {
    if (commit !== undefined) heard.push(rest);
  });
  return { take: () => heard.splice(0), [Symbol.asyncDispose]: () => subscription.end() };
}
