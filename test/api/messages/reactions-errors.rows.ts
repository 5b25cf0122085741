import type { ErrorCases } from "../../support/error-cases/error-case.ts";
import { withMessage } from "./message-edits-errors.rows.ts";

const otter = "🦦";

export const errorCases: ErrorCases = {
  message_react_react_message: {
    NotFound: withMessage(({ calls, member }) => calls.react(member, "unknown", otter)),
    InvalidOperation: withMessage(({ calls, member, id }) => calls.react(member, id, "no emoji")),
  },
  message_unreact_unreact_message: {
    NotFound: withMessage(({ calls, member, id }) => calls.unreact(member, id, otter)),
  },
  message_clear_reactions_clear_reactions: {
    NotFound: withMessage(({ calls, owner }) => calls.clear(owner, "unknown")),
  },
};
