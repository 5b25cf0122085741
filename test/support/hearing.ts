import type { Topic } from "../../src/protocol/event.ts";
import type { TestServer } from "./server.ts";

export interface Heard {
  readonly name: string;
  readonly payload: unknown;
}

export interface Hearing extends AsyncDisposable {
  readonly heard: readonly Heard[];
}

/** Listens on the server's bus, as its event stream does. */
export async function listen(
  { running }: Pick<TestServer, "running">,
  topics: readonly Topic[] | "all",
): Promise<Hearing> {
  const heard: Heard[] = [];
  const subscription = await running.bus.subscribe(topics, ({ name, payload }) =>
    heard.push({ name, payload }),
  );
  return { heard, [Symbol.asyncDispose]: () => subscription.end() };
}
