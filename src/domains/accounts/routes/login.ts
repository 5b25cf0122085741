import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { maxHeadLength } from "../../../protocol/schema.ts";
import { claimOfLogin } from "../actions/claimed-account.ts";
import { logIn } from "../actions/log-in.ts";
import { keptAddress } from "../actions/record-sign-in.ts";
import { findLocation } from "../actions/view-sign-ins.ts";
import { SessionDeleted } from "../events.ts";
import { LoginBody, LoginReply } from "../model.ts";

export const loginRoute = route({
  id: "login_login",
  method: "POST",
  path: "/auth/session/login",
  summary: "Log in with a password, or with a ticket and a second factor.",
  auth: "none",
  limit: { bucket: "auth" },
  headers: Type.Object({
    "x-session-token": Type.Optional(
      Type.String({
        maxLength: maxHeadLength,
        description: "A session of the same account, which failures elsewhere do not lock out.",
      }),
    ),
    "user-agent": Type.Optional(
      Type.String({ maxLength: maxHeadLength, description: "Names the device in the history of sign-ins." }),
    ),
  }),
  body: LoginBody,
  reply: LoginReply,
  errors: [
    "InvalidCredentials",
    "UnverifiedAccount",
    "ShortPassword",
    "CompromisedPassword",
    "LockedOut",
    "InvalidToken",
    "DisallowedMFAMethod",
    "FeatureDisabled",
  ],
  emits: [SessionDeleted],
  claimsAccount: ({ body, headers, db }) => claimOfLogin(db, body, headers["x-session-token"]),
  async handleInSteps({ body, headers, address: addressOf, ...steps }) {
    const address = addressOf();
    return logIn(steps, body, {
      address,
      // Before the transaction, because the database may have to be read from the disk first.
      location: await findLocation(steps.services, keptAddress(steps.services.config, address)),
      userAgent: headers["user-agent"],
      sessionToken: headers["x-session-token"],
    });
  },
});
