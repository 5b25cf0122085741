import { type CommandContext, CommandError } from "../../../declare/command.ts";
import type { AnyTx, Reader } from "../../../declare/tx.ts";
import { timeOfId } from "../../../platform/ids/ids.ts";
import { normaliseEmail } from "../rules/email.ts";
import { hasSecondFactor } from "../rules/second-factor.ts";
import { findAccount, findAccountByEmail } from "../store/accounts.ts";
import type { AccountRow } from "../tables.ts";

/** Changes the account that the first argument names, and shows it as it is then. */
export async function changeAccount(
  { args: [idOrEmail = ""], write, nameTarget }: CommandContext,
  work: (tx: AnyTx, account: AccountRow) => Promise<void>,
) {
  return write(async (tx) => {
    const account = await requireNamedAccount(tx, idOrEmail);
    nameTarget(account.id);
    await work(tx, account);
    const after = await findAccount(tx, account.id);
    return [describeAccount(after ?? account)];
  });
}

/** The account with an id or e-mail address that an operator has typed. */
export async function requireNamedAccount(db: Reader, idOrEmail: string): Promise<AccountRow> {
  const account =
    (await findAccount(db, idOrEmail)) ?? (await findAccountByEmail(db, normaliseEmail(idOrEmail)));
  if (!account) throw new CommandError(`no account has the id or e-mail address ${idOrEmail}`);
  return account;
}

export function describeAccount(account: AccountRow) {
  return {
    id: account.id,
    email: account.email,
    created: new Date(timeOfId(account.id)).toISOString(),
    verified: account.email_proved === 1,
    disabled: account.disabled === 1,
    second_factor: hasSecondFactor(account),
    deletion: account.deletion ?? "",
  };
}
