import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { maxListed } from "../../../protocol/schema.ts";
import { listUnreads } from "../actions/list-unreads.ts";
import { ChannelUnread } from "../model.ts";

export const fetchUnreadsRoute = route({
  id: "get_unreads_unreads",
  method: "GET",
  path: "/sync/unreads",
  summary: "List how far one has read one's channels.",
  auth: "user",
  limit: { bucket: "any" },
  reply: Type.Array(ChannelUnread, { maxItems: maxListed }),
  errors: [],
  handle: async ({ caller, db }) => (await listUnreads(db, caller.userId)).slice(-maxListed),
});
