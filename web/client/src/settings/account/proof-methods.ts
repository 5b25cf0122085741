import type { MFAMethod, MFAResponse } from "../../../../protocol/types.ts";
import { ApiError, readApiError } from "../../session/api-error.ts";
import type { Client } from "../../session/client.ts";
import { fetchAccountOverview } from "./account-overview.ts";

export type ProofMethod = MFAMethod | "Passkey";

/** A recovery code is what is left if nothing else is. */
export async function loadMethods(client: Client): Promise<readonly ProofMethod[]> {
  const { methods, mfa } = await fetchAccountOverview(client);
  const others = methods.filter((method) => method !== "Recovery");
  const isLast = methods.length > others.length;
  return [
    ...others,
    ...(mfa.security_key_mfa ? ["Passkey" as const] : []),
    ...(isLast ? ["Recovery" as const] : []),
  ];
}

export function answerOf(method: MFAMethod | undefined, secret: string): MFAResponse {
  if (method === "Totp") return { totp_code: secret.replaceAll(" ", "") };
  return method === "Recovery" ? { recovery_code: secret.trim() } : { password: secret };
}

/** The server has one error for a wrong address and a wrong password; here it can only be the password. */
export function asWrongPassword(thrown: unknown): never {
  throw readApiError(thrown).type === "InvalidCredentials" ? new ApiError("WrongPassword") : thrown;
}
