import { route } from "../../../declare/route.ts";
import { stableChannelTarget } from "../../channels/index.ts";
import { viewPage } from "../actions/view-messages.ts";
import { HistoryQuery } from "../draft-model.ts";
import { BulkMessageResponse } from "../model.ts";
import { readWindow } from "../rules/history-window.ts";
import { listMessages } from "../store/history.ts";

export const fetchMessagesRoute = route({
  id: "message_query_query",
  method: "GET",
  path: "/channels/:target/messages",
  summary: "Read messages of a channel, by default the newest.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: stableChannelTarget("target"),
  needs: "ReadMessageHistory",
  query: HistoryQuery,
  validate({ query, fail }) {
    if (query.sort === "Relevance") throw fail("InvalidOperation");
  },
  reply: BulkMessageResponse,
  errors: ["InvalidOperation"],
  async handle({ access: { channel }, query, caller, db }) {
    const rows = await listMessages(db, channel._id, readWindow(query));
    return viewPage({ db, caller, channel, withUsers: query.include_users }, rows);
  },
});
