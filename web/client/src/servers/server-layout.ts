import type { Server } from "stoat.js";
import { categoriesOf, type Group, layoutOf } from "./channel-layout.ts";

/** The order of the channels of a server, also of those that the user does not see. */
export function serverLayout(server: Server): readonly Group[] {
  return layoutOf(server.channelIds, server.categories ?? []);
}

/** Saves a whole order in one request. */
export function saveLayout(server: Server, layout: readonly Group[]): Promise<void> {
  return server.edit({ categories: categoriesOf(layout) });
}
