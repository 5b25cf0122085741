import { route } from "../../../declare/route.ts";
import { logIn } from "../actions/log-in.ts";
import { LoginBody, LoginReply } from "../model.ts";

export const loginRoute = route({
  id: "login_login",
  method: "POST",
  path: "/auth/session/login",
  summary: "Log in with a password, or with a ticket and a second factor.",
  auth: "none",
  limit: { bucket: "auth" },
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
  ],
  handleInSteps: ({ body, ...steps }) => logIn(steps, body),
});
