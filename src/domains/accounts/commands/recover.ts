import { type Command, CommandError } from "../../../declare/command.ts";
import { createRecoveryLink, recoveryObstacle } from "../actions/recovery-links.ts";
import { requireNamedAccount } from "./change-account.ts";

const explanations: Record<NonNullable<ReturnType<typeof recoveryObstacle>>, string> = {
  deleted: "the account is deleted and cannot be restored",
  disabled: "the account is disabled: `accounts enable` first",
  unverified: "the address of the account is not verified: `accounts verify` first, if it is theirs",
  "passwords are off": "nobody logs in with a password here: `accounts sign-in` makes a link that logs in",
};

export const recover: Command = {
  words: ["accounts", "recover"],
  args: ["account"],
  flags: {
    "remove-second-factor":
      "remove the second factor, the passkeys, the recovery codes and the identities of providers as well",
  },
  doc: "Print a link with which whoever opens it within a day sets a new password, once, and ends all sessions. Works without mail, and for accounts that have no password.",
  run: ({ args: [idOrEmail = ""], flags, services, write, nameTarget }) =>
    write(async (tx) => {
      const account = await requireNamedAccount(tx, idOrEmail);
      nameTarget(account.id);
      const obstacle = recoveryObstacle(account, services);
      if (obstacle) throw new CommandError(explanations[obstacle]);
      const removesSecondFactor = flags.has("remove-second-factor");
      const { link, expires } = await createRecoveryLink(tx, account, { removesSecondFactor });
      return [{ id: account.id, email: account.email, expires: new Date(expires).toISOString(), link }];
    }),
};
