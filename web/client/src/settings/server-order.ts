import { createMemo } from "solid-js";
import { attempt } from "../components/attempt.ts";
import { orderingIn } from "../preferences/preferences.ts";
import { useConnection } from "../session/context.tsx";
import { inOrder } from "./ordering.ts";

export type ServerOrder = ReturnType<typeof useServerOrder>;

/** The servers in the order that the user gave them, on whatever client. */
export function useServerOrder() {
  const { client, settings } = useConnection();
  const [ordering, setOrdering] = orderingIn(settings);
  const servers = createMemo(() => inOrder(client.servers.list(), ordering().servers));

  /** Puts a server before another one, or at the end. */
  function move(id: string, before: string | undefined): void {
    const rest = servers()
      .map((server) => server.id)
      .filter((other) => other !== id);
    const at = before === undefined ? -1 : rest.indexOf(before);
    rest.splice(at < 0 ? rest.length : at, 0, id);
    void attempt(() => setOrdering({ servers: rest }));
  }

  return {
    servers,
    move,
    step(id: string, by: -1 | 1): void {
      const ids = servers().map((server) => server.id);
      const at = ids.indexOf(id);
      if (ids[at + by] !== undefined) move(id, ids[by < 0 ? at - 1 : at + 2]);
    },
  };
}
