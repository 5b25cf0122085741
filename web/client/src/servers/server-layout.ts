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
