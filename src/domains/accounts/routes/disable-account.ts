import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { disableOwnAccount } from "../actions/close-account.ts";
import { AllSessionsDeleted } from "../events.ts";

export const disableAccountRoute = route({
  id: "disable_account_disable_account",
  method: "POST",
  path: "/auth/account/disable",
  summary: "Disable the caller's account and end all its sessions.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth" },
  reply: NoContent,
  errors: [],
  emits: [AllSessionsDeleted],
  handle: ({ caller, tx }) => disableOwnAccount(tx, caller.userId),
});
