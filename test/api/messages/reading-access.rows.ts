import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { needing, noBots, type Row, type Rows, users, type Verdict } from "../../authorisation/row.ts";

const at =
  (which: "channel" | "hidden" | "conversation", body = {}) =>
  (fixture: MatrixFixture) => ({ params: { target: fixture[which] }, body });
const one =
  (which: "channel" | "hidden" | "conversation", message: "message" | "hidden" | "inConversation") =>
  (fixture: MatrixFixture) => ({ params: { target: fixture[which], msg: fixture.messages[message] } });

const viewless = "MissingPermission ViewChannel";
const historyless = "MissingPermission ReadMessageHistory";

/** Everybody reads but those of whom it was taken: a timeout leaves one that. */
const readable = needing("ReadMessageHistory", { member: "ok", timedOut: "ok" });
const hidden = (refusal: Verdict): Pick<Row, "gets" | "needs"> => ({
  needs: "ReadMessageHistory",
  ...users(refusal, { deputy: "ok", timedOut: "ok", owner: "ok" }),
});
const between = (refusal: Verdict) => users(refusal, { owner: "ok" });

/** Messages in the channel, the hidden channel, and the conversation of the owner with the target. */
export const accessRows: Rows = {
  message_query_query: { call: at("channel"), ...readable },
  "message_query_query, with people": {
    call: (fixture) => ({ ...at("channel")(fixture), query: "include_users=true" }),
    ...readable,
  },
  "message_query_query, hidden": { call: at("hidden"), ...hidden(historyless) },
  "message_query_query, a conversation": { call: at("conversation"), ...between(historyless) },
  message_fetch_fetch: {
    call: one("channel", "message"),
    ...needing("ReadMessageHistory", { member: "ok", timedOut: "ok", stranger: viewless, banned: viewless }),
  },
  "message_fetch_fetch, hidden": { call: one("hidden", "hidden"), ...hidden(viewless) },
  "message_fetch_fetch, a conversation": {
    call: one("conversation", "inConversation"),
    ...between(viewless),
  },
  "message_fetch_fetch, hidden behind another channel": {
    call: one("channel", "hidden"),
    ...needing("ReadMessageHistory", {
      ...{ stranger: viewless, banned: viewless },
      ...{
        member: "NotFound",
        timedOut: "NotFound",
        lower: "NotFound",
        deputy: "NotFound",
        owner: "NotFound",
      },
    }),
  },
  message_search_search: { call: at("channel", { query: "hello" }), ...noBots(readable) },
  "message_search_search, pinned": { call: at("channel", { pinned: true }), ...noBots(readable) },
  "message_search_search, hidden": { call: at("hidden", { query: "hello" }), ...noBots(hidden(historyless)) },
  "message_search_search, a conversation": {
    call: at("conversation", { query: "hello" }),
    ...noBots(between(historyless)),
  },
  message_search_everywhere: { call: () => ({ body: { query: "hello" } }), ...noBots(users("ok")) },
};
