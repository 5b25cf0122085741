import { route } from "../../../declare/route.ts";
import { lookAtChannel } from "../../channels/index.ts";
import { seeMessages } from "../actions/see-messages.ts";
import { BulkMessageResponse } from "../bulk-model.ts";
import { HistoryQuery } from "../draft-model.ts";
import { readWindow } from "../rules/history-window.ts";
import { listMessages } from "../store/history.ts";

export const fetchMessages = route({
  id: "message_query_query",
  method: "GET",
  path: "/channels/:target/messages",
  summary: "Read messages of a channel, by default the newest.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  query: HistoryQuery,
  reply: BulkMessageResponse,
  errors: ["InvalidOperation", "NotFound", "MissingPermission"],
  async handle({ params, query: { include_users: withPeople, ...query }, caller, db, fail }) {
    if (query.sort === "Relevance") throw fail("InvalidOperation");
    const { channel } = await lookAtChannel({ db, caller, fail }, params.target, "ReadMessageHistory");
    const rows = await listMessages(db, channel._id, readWindow(query));
    return seeMessages({ db, caller, channel, withPeople }, rows);
  },
});
