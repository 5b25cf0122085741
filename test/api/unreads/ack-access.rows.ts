import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { needing, noBots, type Rows, users } from "../../authorisation/row.ts";

const at = (which: "channel" | "hidden" | "conversation") => (fixture: MatrixFixture) => ({
  params: { target: fixture[which], message: "01ARZ3NDEKTSV4RRFFQ69G5FAV" },
});

const viewless = "MissingPermission ViewChannel";

/** Reading a channel is for those who can view it. */
export const accessRows: Rows = {
  channel_ack_ack: {
    call: at("channel"),
    ...noBots(needing("ViewChannel", { member: "ok", timedOut: "ok" })),
  },
  "channel_ack_ack, hidden": {
    call: at("hidden"),
    ...noBots(users(viewless, { deputy: "ok", timedOut: "ok", owner: "ok" })),
  },
  "channel_ack_ack, a conversation": {
    call: at("conversation"),
    ...noBots(users(viewless, { owner: "ok" })),
  },
};
