import { type Command, CommandError } from "../../../declare/command.ts";
import { pageOf, pageOptions, readPage } from "../../../declare/page.ts";
import { timeOfId } from "../../../platform/ids/ids.ts";
import { disableAccount, enableAccount } from "../actions/close-account.ts";
import { markVerified } from "../actions/email.ts";
import { allMethodsOf, mayUsePassword } from "../actions/mfa.ts";
import { removeSecondFactor, revokeSignIns } from "../actions/passkeys.ts";
import { replacePassword } from "../actions/password.ts";
import { createAccount } from "../actions/register.ts";
import { endAllSessions, endSession } from "../actions/sessions.ts";
import { createTicket } from "../actions/tickets.ts";
import { SignInsOf } from "../hooks.ts";
import { isEmail, normaliseEmail } from "../rules/email.ts";
import { hasSecondFactor } from "../rules/second-factor.ts";
import { signInPage } from "../rules/sign-in-page.ts";
import { findAccountByEmail, listAccounts } from "../store/accounts.ts";
import { findSession, listSessions } from "../store/sessions.ts";
import type { SessionRow } from "../tables.ts";
import { changeAccount, describeAccount, requireNamedAccount } from "./change-account.ts";
import { preparePassword } from "./prepare-password.ts";
import { recover } from "./recover.ts";

const list: Command = {
  words: ["accounts", "list"],
  isReadOnly: true,
  args: [],
  options: pageOptions,
  doc: "List the accounts, oldest first.",
  async run(context) {
    const page = readPage(context);
    const accounts = await context.read((db) => listAccounts(db, page));
    return pageOf(accounts.map(describeAccount), page);
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
    changeAccount(context, async (tx, account) => {
      await disableAccount(tx, account.id);
    }),
};

const enable: Command = {
  words: ["accounts", "enable"],
  args: ["account"],
  doc: "Enable an account again. Also cancels a scheduled deletion and lifts a lockout.",
  run: (context) =>
    changeAccount(context, async (tx, account) => {
      if (account.deletion === "deleted")
        throw new CommandError("the account is deleted and cannot be restored");
      await enableAccount(tx, account.id);
    }),
};

const resetPassword: Command = {
  words: ["accounts", "reset-password"],
  args: ["account"],
  options: { password: "the new password; by default one is generated and printed" },
  secretOptions: ["password"],
  doc: "Set a new password and end all sessions. Two-factor authentication stays as it is.",
  async run(context) {
    const { password, passwordHash } = await preparePassword(context.options.password, context.services);
    const [account] = await changeAccount(context, async (tx, row) => {
      if (row.deletion === "deleted") throw new CommandError("the account is deleted and cannot be restored");
      await replacePassword(tx, row, passwordHash);
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

const signIn: Command = {
  words: ["accounts", "sign-in"],
  args: ["account"],
  doc: "Print a link with which whoever opens it within five minutes is logged in to an account. Two-factor authentication stays as it is.",
  run: ({ args: [idOrEmail = ""], services, write, nameTarget }) =>
    write(async (tx) => {
      const account = await requireNamedAccount(tx, idOrEmail);
      nameTarget(account.id);
      if (account.deletion === "deleted")
        throw new CommandError("the account is deleted and cannot be restored");
      if (account.disabled === 1) throw new CommandError("the account is disabled: `accounts enable` first");
      const needsFactor = hasSecondFactor(account);
      const { token } = await createTicket(tx, account.id, { authorised: !needsFactor, method: "Link" });
      const end = {
        ticket: token,
        ...(needsFactor && { methods: allMethodsOf(account, services).join(",") }),
      };
      return [{ id: account.id, email: account.email, link: signInPage(services.urls.app, end) }];
    }),
};

const removeFactor: Command = {
  words: ["accounts", "remove-second-factor"],
  args: ["account"],
  doc: "Remove the second factor, the passkeys, the recovery codes and the identities of providers of an account, so that the password alone is enough, and end all sessions. An account without a password keeps its identities: see `accounts identities`.",
  run: (context) =>
    changeAccount(context, async (tx, account) => {
      const hasPassword = mayUsePassword(account, tx.services);
      const identities = (await tx.query(SignInsOf, { accountId: account.id })).flat();
      const hasOthers = account.passkeys !== "none" || (hasPassword && identities.length > 0);
      if (account.totp !== "enabled" && !hasOthers)
        throw new CommandError(`${account.email} has no second factor`);
      await removeSecondFactor(tx, account.id);
      if (hasPassword) await revokeSignIns(tx, account.id);
      await endAllSessions(tx, account.id);
    }),
};

const verify: Command = {
  words: ["accounts", "verify"],
  args: ["account"],
  doc: "Mark the address of an account as verified, as if its owner had followed the link in the mail.",
  run: (context) =>
    changeAccount(context, async (tx, account) => {
      if (account.verification === "verified" && account.email_proved === 1)
        throw new CommandError(`the address ${account.email} is verified already`);
      if (!(await markVerified(tx, account, account.new_email ?? account.email)))
        throw new CommandError(`another account has the address ${account.new_email}`);
    }),
};

const sessions: Command = {
  words: ["accounts", "sessions"],
  isReadOnly: true,
  args: ["account"],
  doc: "List the sessions of an account, with when each was last used.",
  run: ({ args: [which = ""], read }) =>
    read(async (db) => {
      const { id } = await requireNamedAccount(db, which);
      return (await listSessions(db, id)).map(describeSession);
    }),
};

const logOut: Command = {
  words: ["accounts", "logout"],
  args: ["account"],
  options: { session: "the id of one session; by default all of them end" },
  doc: "End the sessions of an account. Its devices are logged out at once.",
  run: (context) => {
    const { session: sessionId } = context.options;
    return changeAccount(context, async (tx, { id: userId }) => {
      if (sessionId === undefined) return endAllSessions(tx, userId);
      const session = await findSession(tx, sessionId);
      if (session?.user_id !== userId)
        throw new CommandError(`the account has no session with the id ${sessionId}`);
      await endSession(tx, { sessionId, userId });
    });
  },
};

export const accountCommands: readonly Command[] = [
  list,
  create,
  verify,
  disable,
  enable,
  resetPassword,
  signIn,
  recover,
  removeFactor,
  sessions,
  logOut,
];

function describeSession({ id, name, last_seen, subscription }: SessionRow) {
  return {
    id,
    name,
    created: new Date(timeOfId(id)).toISOString(),
    last_used: new Date(last_seen).toISOString(),
    notified: subscription !== null,
  };
}
