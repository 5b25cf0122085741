import { type Command, type CommandContext, CommandError } from "../../../declare/command.ts";
import { randomToken, timeOfId } from "../../../platform/ids.ts";
import { hashPassword } from "../../../platform/passwords.ts";
import type { Reader } from "../../../store/tx.ts";
import { disableAccount, enableAccount } from "../actions/close-account.ts";
import { setPassword } from "../actions/password.ts";
import { purgeAccount } from "../actions/purge-account.ts";
import { createAccount } from "../actions/register.ts";
import { endAllSessions } from "../actions/sessions.ts";
import { isEmail, normaliseEmail } from "../rules/email.ts";
import { passwordProblem } from "../rules/password.ts";
import { findAccount, findAccountByEmail, listAccounts } from "../store/accounts.ts";
import type { AccountRow } from "../tables.ts";

const list: Command = {
  words: ["accounts", "list"],
  isReadOnly: true,
  args: [],
  doc: "List all accounts.",
  async run({ read }) {
    const accounts = await read(listAccounts);
    return accounts.map(describe);
  },
};

const create: Command = {
  words: ["accounts", "create"],
  args: ["email"],
  options: { password: "the password; by default one is generated and printed" },
  secretOptions: ["password"],
  doc: "Create a verified account, even if registration is closed.",
  async run({ args: [email = ""], options, services, write, nameTarget }) {
    if (!isEmail(email)) throw new CommandError(`not an e-mail address: ${email}`);
    const { password, passwordHash } = await preparePassword(options.password, services);
    const id = await write(async (tx) => {
      if (await findAccountByEmail(tx, normaliseEmail(email)))
        throw new CommandError(`${email} already has an account`);
      const created = await createAccount(tx, { email, passwordHash, verified: true });
      nameTarget(created);
      return created;
    });
    return [{ id, email, ...(options.password === undefined && { password }) }];
  },
};

const disable: Command = {
  words: ["accounts", "disable"],
  args: ["account"],
  doc: "Disable an account (by id or e-mail address) and end its sessions.",
  run: (context) =>
    change(context, async (tx, account) => {
      await disableAccount(tx, account.id);
    }),
};

const enable: Command = {
  words: ["accounts", "enable"],
  args: ["account"],
  doc: "Enable an account again. Also cancels a scheduled deletion and lifts a lockout.",
  run: (context) =>
    change(context, async (tx, account) => {
      if (account.deletion === "deleted")
        throw new CommandError("the account is deleted and cannot be restored");
      await enableAccount(tx, account.id);
    }),
};

const resetPassword: Command = {
  words: ["accounts", "reset-password"],
  args: ["account"],
  options: { password: "the new password; left out, one is made and printed" },
  secretOptions: ["password"],
  doc: "Set a new password and end all sessions. Two-factor authentication stays as it is.",
  async run(context) {
    const { password, passwordHash } = await preparePassword(context.options.password, context.services);
    const [account] = await change(context, async (tx, row) => {
      if (row.deletion === "deleted") throw new CommandError("the account is deleted and cannot be restored");
      await setPassword(tx, row, passwordHash);
      await endAllSessions(tx, row.id);
    });
    return [
      {
        id: account?.id ?? "",
        email: account?.email ?? "",
        ...(context.options.password === undefined && { password }),
      },
    ];
  },
};

const remove: Command = {
  words: ["accounts", "delete"],
  args: ["account"],
  doc: "Delete an account and its user immediately.",
  run: (context) =>
    change(context, async (tx, account) => {
      await endAllSessions(tx, account.id);
      await purgeAccount(tx, account.id);
    }),
};

export const accountCommands: readonly Command[] = [list, create, disable, enable, resetPassword, remove];

type Tx = Parameters<Parameters<CommandContext["write"]>[0]>[0];

async function change(
  { args: [idOrEmail = ""], write, nameTarget }: CommandContext,
  work: (tx: Tx, account: AccountRow) => Promise<void>,
) {
  return write(async (tx) => {
    const account = await findByIdOrEmail(tx, idOrEmail);
    nameTarget(account.id);
    await work(tx, account);
    const after = await findAccount(tx, account.id);
    return [describe(after ?? account)];
  });
}

async function findByIdOrEmail(db: Reader, idOrEmail: string): Promise<AccountRow> {
  const account =
    (await findAccount(db, idOrEmail)) ?? (await findAccountByEmail(db, normaliseEmail(idOrEmail)));
  if (!account) throw new CommandError(`no account has the id or e-mail address ${idOrEmail}`);
  return account;
}

async function preparePassword(chosen: string | undefined, services: CommandContext["services"]) {
  const password = chosen ?? randomToken(32);
  const problem = passwordProblem(password);
  if (problem)
    throw new CommandError(
      problem === "ShortPassword"
        ? "the password is too short"
        : "the password is in the list of leaked passwords",
    );
  return { password, passwordHash: await hashPassword(password, services.config.passwords) };
}

function describe(account: AccountRow) {
  return {
    id: account.id,
    email: account.email,
    created: new Date(timeOfId(account.id)).toISOString(),
    verified: account.verification !== "pending",
    disabled: account.disabled === 1,
    second_factor: account.totp === "enabled",
    deletion: account.deletion ?? "",
  };
}
