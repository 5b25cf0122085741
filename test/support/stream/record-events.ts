import type { Topic } from "../../../src/visibility/announcement.ts";
import { settledName } from "../cluster/settle-nodes.ts";
import type { TestServer } from "../server/server.ts";

export interface ReceivedEvent {
  readonly name: string;
  readonly payload: unknown;
}

export interface EventRecorder extends AsyncDisposable {
  readonly received: readonly ReceivedEvent[];
}

/** Records the events on the server's bus, as its event stream receives them. */
export async function recordEvents(
  { running }: Pick<TestServer, "running">,
  topics: readonly Topic[] | "all",
): Promise<EventRecorder> {
  const received: ReceivedEvent[] = [];
  const subscription = await running.bus.subscribe(topics, ({ name, payload }) => {
    if (name !== settledName) received.push({ name, payload });
  });
  return { received, [Symbol.asyncDispose]: () => subscription.end() };
}
