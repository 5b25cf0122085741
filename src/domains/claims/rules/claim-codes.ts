import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Secrets } from "../../../platform/secrets/secrets-file.ts";

/**
 * A code that somebody posts from their old account to claim its history: it names the account here, and only this
 * server can make it.
 */
export function claimCode(accountId: string, secrets: Pick<Secrets, "encryptionKey">): string {
  return `ermine-claim-${accountId}-${proofOf(accountId, secrets)}`;
}

function proofOf(accountId: string, { encryptionKey }: Pick<Secrets, "encryptionKey">): string {
  const key = hkdfSync("sha256", encryptionKey, "", "claim codes", 32);
  return createHmac("sha256", Buffer.from(key)).update(accountId).digest("hex").slice(0, 32);
}

const codeForm = /^ermine-claim-([0-9A-HJKMNP-TV-Z]{26})-([0-9a-f]{32})$/;

/**
 * The account that a message claims its author's history for, if it consists of a code of this server. Whoever quotes
 * the code of somebody else in a message does not give away their own history and roles.
 */
export function accountOfCode(text: string, secrets: Pick<Secrets, "encryptionKey">): string | undefined {
  const [, accountId, proof] = codeForm.exec(text.trim()) ?? [];
  if (accountId === undefined || proof === undefined) return undefined;
  const isValid = timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(accountId, secrets)));
  return isValid ? accountId : undefined;
}
