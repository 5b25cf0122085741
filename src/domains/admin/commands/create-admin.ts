import { Check } from "typebox/value";
import { type Command, CommandError } from "../../../declare/command.ts";
import { ApiError } from "../../../declare/error.ts";
import type { AnyTx } from "../../../declare/tx.ts";
import {
  type AccountRow,
  createAccount,
  findAccountByEmail,
  hasSecondFactor,
  isEmail,
  normaliseEmail,
  preparePassword,
  setUpSecondFactor,
  totpUri,
} from "../../accounts/index.ts";
import { changeStanding } from "../../oidc/index.ts";
import { changeUser, createUser, findUser, Username, type UserRow } from "../../users/index.ts";

export const createAdmin: Command = {
  words: ["admin", "create"],
  args: ["email"],
  options: {
    name: "the username, if there is no user yet; by default the part before the @",
    password: "the password of a new account; by default one is generated and printed",
  },
  secretOptions: ["password"],
  doc: "Make somebody an operator, who may use /admin: creates the account if there is none, makes its user an operator, and sets up a second factor, which it prints once, unless there is one.",
  async run({ args: [email = ""], options, services, isOnTerminal, write, nameTarget }) {
    if (!isEmail(email)) throw new CommandError(`not an e-mail address: ${email}`);
    const { password, passwordHash } = await preparePassword(options.password, services);
    return write(async (tx) => {
      const account = await findAccountByEmail(tx, normaliseEmail(email));
      if (account) checkAccount(account, options.password);
      const id = account?.id ?? (await createAccount(tx, { email, passwordHash, verified: true }));
      nameTarget(id);
      const user = await changeStanding(tx, await userOf(tx, id, { email, name: options.name }), {
        privileged: true,
      });
      const name = `${user.username}#${user.discriminator}`;
      const rows = [
        { what: "account", value: id },
        { what: "email", value: account?.email ?? email },
        { what: "name", value: name },
        ...(account || options.password !== undefined ? [] : [{ what: "password", value: password }]),
      ];
      if (account && hasSecondFactor(account))
        return {
          rows,
          note: `${name} is an operator. The account keeps the second factor that it has.`,
        };
      const { secret, recoveryCodes } = await setUpSecondFactor(tx, id);
      const issuer = new URL(services.urls.api).hostname;
      const uri = totpUri(secret, { issuer, label: user.username });
      const secrets = [
        ...rows,
        { what: "totp_secret", value: secret },
        { what: "totp_uri", value: uri },
        ...recoveryCodes.map((value) => ({ what: "recovery_code", value })),
      ];
      if (!isOnTerminal) return secrets;
      const { renderUnicodeCompact } = await import("uqr");
      const scan = "Scan this with an authenticator app, and keep the recovery codes in a safe place:";
      return { rows: secrets, note: `\n${scan}\n\n${renderUnicodeCompact(uri)}` };
    });
  },
};

export const promoteUser: Command = {
  words: ["users", "promote"],
  args: ["user"],
  doc: "Make a user an operator, who may do everything everywhere in a session that has recently proved its second factor.",
  run: (context) => changeUser(context, (tx, user) => changeStanding(tx, user, { privileged: true })),
};

/** Whoever registered an address that is not verified may not own it, and would know the password. */
function checkAccount({ email, verification, disabled }: AccountRow, password: string | undefined): void {
  if (verification === "pending")
    throw new CommandError(
      `${email} is registered but not verified. If it is theirs, run \`ermine accounts verify ${email}\` first.`,
    );
  if (disabled === 1)
    throw new CommandError(`${email} is disabled. Run \`ermine accounts enable ${email}\` first.`);
  if (password !== undefined)
    throw new CommandError(
      `${email} has an account, which keeps its password. Leave --password out, or run \`ermine accounts reset-password ${email}\`.`,
    );
}

/** The user of the account, who is created if there is none. */
async function userOf(
  tx: AnyTx,
  id: string,
  { email, name }: { email: string; name: string | undefined },
): Promise<UserRow> {
  const user = await findUser(tx, id);
  if (user && name !== undefined)
    throw new CommandError(`${email} is called ${user.username}#${user.discriminator}. Leave --name out.`);
  if (user) return user;
  const username = name ?? email.slice(0, email.lastIndexOf("@"));
  try {
    if (Check(Username, username)) return await createUser(tx, { id, username });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  throw new CommandError(
    `${username} cannot be a username. Choose one of 2 to 32 letters, digits, _ . or - with --name.`,
  );
}
