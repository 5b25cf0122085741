import type { MfaMethod, MfaResponse } from "../model.ts";

/** How an account can prove itself: with TOTP on, only by it or by a recovery code. */
export function allowedMethods(account: { totpEnabled: boolean; hasRecoveryCodes: boolean }): MfaMethod[] {
  if (!account.totpEnabled) return ["Password"];
  return account.hasRecoveryCodes ? ["Totp", "Recovery"] : ["Totp"];
}

export function methodOf(response: MfaResponse): MfaMethod {
  if ("password" in response) return "Password";
  return "recovery_code" in response ? "Recovery" : "Totp";
}
