import { route } from "../../../declare/route.ts";
import { requireChannel } from "../../channels/index.ts";
import { viewMessages } from "../actions/view-messages.ts";
import { BulkMessageResponse } from "../bulk-model.ts";
import { HistoryQuery } from "../draft-model.ts";
import { readWindow } from "../rules/history-window.ts";
import { listMessages } from "../store/history.ts";

export const fetchMessagesRoute = route({
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
    const { channel } = await requireChannel({ db, caller, fail }, params.target, "ReadMessageHistory");
    const rows = await listMessages(db, channel._id, readWindow(query));
    return viewMessages({ db, caller, channel, withPeople }, rows);
  },
});
