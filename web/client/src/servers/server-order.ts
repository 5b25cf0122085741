import { notify } from "@ui/toasts.tsx";
import { createEffect, createMemo, createSignal, on, onCleanup } from "solid-js";
import type { Server } from "stoat.js";
import { useConnection } from "../session/context.tsx";
import { describeError } from "../texts/describe-error.ts";
import { inOrder, noOrdering, readOrdering, withOrder } from "./ordering.ts";

const settingsKey = "ordering";

export interface ServerOrder {
  readonly servers: () => readonly Server[];
  /** Puts a server before another one, or at the end. */
  move(id: string, before: string | undefined): void;
  step(id: string, by: -1 | 1): void;
}

/** The servers in the order that the user gave them, on whatever client. */
export function useServerOrder(): ServerOrder {
  const { client, generation } = useConnection();
  const cacheKey = () => `server-order:${client.user?.id}`;
  // The last known order stands in until the server has answered, so that the rail does not jump.
  const [ordering, setOrdering] = createSignal(readOrdering(localStorage.getItem(cacheKey()) ?? ""));
  const servers = createMemo(() => inOrder(client.servers.toList(), ordering().servers));

  function take(text: string | undefined): void {
    setOrdering(text === undefined ? noOrdering : readOrdering(text));
    localStorage.setItem(cacheKey(), text ?? "");
  }

  createEffect(
    on(generation, async () => {
      try {
        const settings = await client.api.post("/sync/settings/fetch", { keys: [settingsKey] });
        take((settings as Record<string, [number, string]>)[settingsKey]?.[1]);
      } catch (thrown) {
        notify(describeError(thrown), { isError: true });
      }
    }),
  );
  const listen = (_user: string, update: Record<string, [number, string]>) => {
    const changed = update[settingsKey];
    if (changed) take(changed[1]);
  };
  client.on("userSettingsUpdate", listen as never);
  onCleanup(() => client.off("userSettingsUpdate", listen as never));

  async function save(ids: readonly string[]): Promise<void> {
    const before = ordering();
    const text = withOrder(before, ids);
    setOrdering(readOrdering(text));
    try {
      await client.api.post("/sync/settings/set", { [settingsKey]: text, timestamp: Date.now() } as never);
      localStorage.setItem(cacheKey(), text);
    } catch (thrown) {
      setOrdering(before);
      notify(describeError(thrown), { isError: true });
    }
  }

  function move(id: string, before: string | undefined): void {
    const rest = servers()
      .map((server) => server.id)
      .filter((other) => other !== id);
    const at = before === undefined ? -1 : rest.indexOf(before);
    rest.splice(at < 0 ? rest.length : at, 0, id);
    void save(rest);
  }

  return {
    servers,
    move,
    step(id, by) {
      const ids = servers().map((server) => server.id);
      const at = ids.indexOf(id);
      if (ids[at + by] !== undefined) move(id, ids[by < 0 ? at - 1 : at + 2]);
    },
  };
}
