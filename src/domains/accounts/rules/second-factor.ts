import type { AccountRow } from "../tables.ts";

/** Whether a password or a provider alone does not log somebody in. */
export function hasSecondFactor({ totp, passkeys }: Pick<AccountRow, "totp" | "passkeys">): boolean {
  return totp === "enabled" || passkeys === "required";
}
