import type { Announcement } from "../../src/declare/event.ts";
import type { TestServer } from "./server.ts";

export interface Overhearing extends AsyncDisposable {
  /** All since the last call, without the names of their commits. */
  take(): Omit<Announcement, "commit">[];
}

/** Listens to everything, and to whom it is told. */
export async function overhear({ running }: Pick<TestServer, "running">): Promise<Overhearing> {
  const heard: Omit<Announcement, "commit">[] = [];
  const subscription = await running.bus.subscribe("all", ({ commit: _, ...rest }) => heard.push(rest));
  return { take: () => heard.splice(0), [Symbol.asyncDispose]: () => subscription.end() };
}
