import { call } from "../api/call.ts";
import { ApiFailure } from "../api/failure.ts";
import { forgetSession, session, startSession } from "../api/session.ts";

/** What proves the second factor. */
export type FactorAnswer =
  | { readonly totp_code: string }
  | { readonly recovery_code: string }
  | { readonly passkey: object };

type LoginRequest =
  | { readonly email: string; readonly password: string }
  | { readonly mfa_ticket: string; readonly mfa_response?: FactorAnswer }
  | { readonly passkey: object };

type LoginReply =
  | { readonly result: "Success"; readonly token: string; readonly user_id: string }
  | {
      readonly result: "MFA";
      readonly ticket: string;
      readonly allowed_methods: readonly string[];
      readonly passkey?: boolean;
    }
  | { readonly result: "Disabled" };

/** The second step of a login. */
export interface SecondStep {
  readonly ticket: string;
  readonly methods: readonly string[];
}

/** Logs in. Resolves to the second step, where one is needed. */
export async function logIn(request: LoginRequest): Promise<SecondStep | undefined> {
  const body = { ...request, friendly_name: "Ermine admin" };
  const reply = await call<LoginReply>("POST", "/auth/session/login", { body }).catch(asWrongLogin);
  if (reply.result === "MFA") {
    const { ticket, allowed_methods, passkey } = reply;
    return { ticket, methods: [...allowed_methods, ...(passkey ? ["Passkey"] : [])] };
  }
  if (reply.result === "Disabled") throw new ApiFailure("DisabledAccount");
  startSession({ token: reply.token, userId: reply.user_id });
  return undefined;
}

/** The server checks the rules for new passwords before it looks for the account: what breaks them is a wrong one here. */
function asWrongLogin(thrown: unknown): never {
  const breaksRules =
    thrown instanceof ApiFailure && ["ShortPassword", "CompromisedPassword"].includes(thrown.type);
  throw breaksRules ? new ApiFailure("InvalidCredentials") : thrown;
}

/** Ends the session. This tab forgets it also if the server cannot be reached. */
export async function logOut(): Promise<void> {
  if (!session()) return;
  try {
    await call("POST", "/auth/session/logout");
  } catch {
    // The session may have ended already.
  } finally {
    forgetSession();
  }
}
