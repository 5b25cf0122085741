import type { SessionCaller } from "../../../declare/route.ts";
import type { MfaResponse } from "../model.ts";
import { findTotpStep } from "../rules/totp.ts";
import { requireAccount, updateAccount } from "../store/accounts.ts";
import { type ProofError, refuseProof } from "./mfa.ts";
import { commitThenThrow, type StepContext } from "./steps.ts";
import { openTotpSecret } from "./totp.ts";

interface TotpConfirmation {
  readonly response: MfaResponse;
  readonly address: string;
}

/** The code with which TOTP is enabled does not work again. */
export async function enableTotp(
  { services, fail, write }: StepContext<ProofError | "OperationFailed">,
  { userId, sessionId }: SessionCaller,
  { response, address }: TotpConfirmation,
): Promise<void> {
  if (!("totp_code" in response)) throw fail("InvalidToken");
  await commitThenThrow(write, async (tx) => {
    const account = await requireAccount(tx, userId);
    const secret = openTotpSecret(account, services);
    if (secret === undefined) return fail("OperationFailed");
    if (account.totp === "enabled") {
      // The reply shows whether the code is right, so the code counts as a proof here too.
      const source = { address, sessionId };
      const refusal = await refuseProof(tx, {
        account,
        response,
        source,
        prepared: { passwordMatches: false, passkey: undefined },
      });
      return refusal?.error ?? fail("OperationFailed");
    }
    const step = findTotpStep(secret, response.totp_code, services.clock.now());
    if (step === undefined) return fail("InvalidToken");
    await updateAccount(tx, userId, { totp: "enabled", totp_last_step: step });
    return undefined;
  });
}
