import { type Command, CommandError } from "../../../declare/command.ts";
import { changeAccount, requireNamedAccount } from "../../accounts/index.ts";
import { revokeIdentity, viewIdentities } from "../actions/identities.ts";
import { findIdentityById } from "../store/identities.ts";

const list: Command = {
  words: ["accounts", "identities"],
  isReadOnly: true,
  args: ["account"],
  doc: "List the identities of providers that are linked to an account.",
  run: ({ args: [which = ""], read }) =>
    read(async (db) => {
      const identities = await viewIdentities(db, (await requireNamedAccount(db, which)).id);
      return identities.map(({ _id, provider, issuer, label, created_at, last_used_at }) => ({
        id: _id,
        provider,
        issuer,
        label,
        linked: created_at,
        last_used: last_used_at,
      }));
    }),
};

const unlink: Command = {
  words: ["accounts", "unlink"],
  args: ["account", "identity"],
  doc: "Remove an identity of a provider from an account, by its id, and end the sessions that began with it.",
  run: (context) =>
    changeAccount(context, async (tx, account) => {
      const [, id = ""] = context.args;
      const identity = await findIdentityById(tx, id);
      if (identity?.account_id !== account.id)
        throw new CommandError(`the account has no identity with the id ${id}`);
      await revokeIdentity(tx, identity);
    }),
};

export const identityCommands: readonly Command[] = [list, unlink];
