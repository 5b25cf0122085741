import Type from "typebox";
import type { Domain } from "../../declare/domain.ts";
import { readyPart } from "../../declare/ready.ts";
import { serversReady } from "../channels/index.ts";
import { Emoji, type ServersTables } from "../members/index.ts";
import { personalTable } from "../operators/index.ts";
import * as events from "./events.ts";
import * as routes from "./routes/index.ts";

const emojisReady = readyPart({
  step: "emojis",
  fields: { emojis: Type.Array(Emoji) },
  load: (_db, { get }) => get(serversReady).servers.flatMap(({ emojis }) => emojis),
  render: (emojis) => ({ emojis: emojis.toSorted((a, b) => (a._id < b._id ? -1 : 1)) }),
});

/** The emojis of servers. */
export const emojis: Domain = {
  name: "emojis",
  routes: Object.values(routes),
  events: Object.values(events),
  ready: [emojisReady],
  providers: [personalTable<ServersTables>("emojis.json", { emojis: "creator_id" })],
};
