import type { Category } from "../../../protocol/types.ts";
import { attempt } from "../components/attempt.ts";
import type { Server } from "../model/server.ts";
import type { Client } from "../session/client.ts";
import { categoriesOf, type Group, layoutOf } from "./channel-layout.ts";

/** The order of the channels of a server, also of those that the user does not see. */
export function serverLayout(server: Server): readonly Group[] {
  return layoutOf(server.channelIds, server.categories);
}

/** Saves a whole order in one request. */
export async function saveLayout(client: Client, server: Server, layout: readonly Group[]): Promise<void> {
  await client.api.patch(`/servers/${server.id}`, { categories: categoriesOf(layout) });
}

/** Shows another order at once and saves it. If the server refuses it, the order is what it was again. */
export async function applyLayout(client: Client, server: Server, layout: readonly Group[]): Promise<void> {
  const before = server.categories.map((category) => ({ ...category, channels: [...category.channels] }));
  const next = categoriesOf(layout);
  const show = (categories: readonly Category[]) =>
    client.change(({ servers }) => {
      const data = servers[server.id];
      if (data) servers[server.id] = { ...data, categories };
    });
  show(next);
  const isSaved = await attempt(() => saveLayout(client, server, layout));
  // Unless somebody else has changed it meanwhile.
  if (!isSaved && JSON.stringify(server.categories) === JSON.stringify(next)) show(before);
}
