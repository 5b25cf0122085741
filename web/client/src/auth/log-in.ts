import type { DataLogin } from "../../../protocol/types.ts";
import { accounts, deviceId } from "../session/accounts.ts";
import { Api } from "../session/api.ts";
import { ApiError, readApiError } from "../session/api-error.ts";
import { apiUrl, publicApi } from "../session/server.ts";

/** The second step of a login, where the account has one. */
export interface SecondFactor {
  readonly ticket: string;
  readonly methods: readonly string[];
}

/** Logs in, and adds the account to this device. Resolves to the second step, where one is needed. */
export async function logIn(request: DataLogin, name: string): Promise<SecondFactor | undefined> {
  const named = { ...request, friendly_name: deviceName(), device_id: deviceId() };
  const reply = await publicApi.post("/auth/session/login", named).catch(asWrongLogin);
  if (reply.result === "MFA") {
    const { ticket, allowed_methods, passkey } = reply;
    return { ticket, methods: [...allowed_methods, ...(passkey ? ["Passkey"] : [])] };
  }
  if (reply.result === "Disabled") throw new ApiError("DisabledAccount");
  const { _id: sessionId, token, user_id: userId } = reply;
  const api = new Api({ url: apiUrl, token });
  const { onboarding } = await api.get("/onboard/hello");
  accounts.add({ userId, sessionId, token, name, needsUsername: onboarding });
  return undefined;
}

/**
 * The server checks the rules for new passwords before it looks for the account. Whoever logs in chooses none: a short
 * one is a wrong one, and a leaked one may have been right once.
 */
function asWrongLogin(thrown: unknown): never {
  const { type } = readApiError(thrown);
  if (type === "ShortPassword") throw new ApiError("InvalidCredentials");
  if (type === "CompromisedPassword") throw new ApiError("LeakedAtLogin");
  throw thrown;
}

/** Ends the session of an account and removes it from this device. */
export async function logOut({ userId, token }: { userId: string; token: string }): Promise<void> {
  const api = new Api({ url: apiUrl, token });
  try {
    await api.post("/auth/session/logout");
  } finally {
    // Logging out must work on this device even if the server cannot be reached.
    accounts.remove(userId);
  }
}

/** What a session or a passkey of this device is called, unless its owner names it. */
export function deviceName(): string {
  const agent = navigator.userAgent;
  const browsers = ["Edg", "OPR", "Firefox", "Chrome", "Safari"];
  const systems = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"];
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera", "Mac OS": "macOS" };
  const find = (known: string[]) => known.find((name) => agent.includes(name)) ?? "";
  const [browser, system] = [find(browsers), find(systems)].map((name) => names[name] ?? name);
  return [browser || "Browser", system].filter(Boolean).join(" · ");
}
