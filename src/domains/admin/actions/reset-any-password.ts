import type { Fail } from "../../../declare/error.ts";
import type { SessionCaller } from "../../../declare/route.ts";
import type { Services } from "../../../declare/services.ts";
import type { Tx } from "../../../declare/tx.ts";
import { type AllSessionsDeleted, preparePassword, replacePassword } from "../../accounts/index.ts";
import type { AdminPassword } from "../model.ts";
import { assertOther, requireAccountOf } from "./require-user.ts";

interface PasswordSteps {
  readonly services: Services;
  readonly fail: Fail<"InvalidOperation">;
  write<T>(
    work: (tx: Tx<typeof AllSessionsDeleted, "NotFound" | "InvalidOperation">) => Promise<T>,
  ): Promise<T>;
}

/**
 * Gives somebody a generated password, which is returned here and stored nowhere. Operators change their own where the
 * current one is asked for.
 */
export async function resetAnyPassword(
  steps: PasswordSteps,
  target: string,
  caller: SessionCaller,
): Promise<AdminPassword> {
  assertOther(steps, target, caller);
  const { password, passwordHash } = await preparePassword(undefined, steps.services);
  await steps.write(async (tx) => {
    const account = await requireAccountOf(tx, target);
    if (account.deletion === "deleted") throw tx.fail("InvalidOperation");
    await replacePassword(tx, account, passwordHash);
  });
  return { password };
}
