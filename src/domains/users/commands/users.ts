import { type Command, type CommandContext, CommandError } from "../../../declare/command.ts";
import { pageOf, pageOptions, readPage } from "../../../declare/page.ts";
import type { AnyTx } from "../../../declare/tx.ts";
import { timeOfId } from "../../../platform/ids.ts";
import { ownedServersFlags, ownedServersOptions, settleOwnedServers } from "../../accounts/index.ts";
import { readUsage } from "../../files/index.ts";
import {
  assertConfirmed,
  deletionFlags,
  describeDeletedParts,
  listDeletedParts,
} from "../../operators/index.ts";
import { changeStanding } from "../actions/change-standing.ts";
import { requireNamedUser } from "../actions/named-user.ts";
import { wipeUser } from "../actions/wipe-user.ts";
import { userFlags } from "../model.ts";
import { formatFlags, parseFlags } from "../rules/flags.ts";
import { findUser, listUsersAfter, searchUsers } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { exportUser } from "./export-user.ts";

const show: Command = {
  words: ["users", "show"],
  isReadOnly: true,
  args: ["user"],
  doc: "Show a user, by id or name#discriminator, and the bytes that their files take.",
  run: ({ args: [which = ""], read }) =>
    read(async (db) => {
      const user = await requireNamedUser(db, which);
      const { claimed: stored_bytes, today: uploaded_today } = await readUsage(db, user.id);
      return [{ ...describe(user), stored_bytes, uploaded_today }];
    }),
};

const list: Command = {
  words: ["users", "list"],
  isReadOnly: true,
  args: [],
  options: pageOptions,
  doc: "List the users and bots, oldest first.",
  async run(context) {
    const page = readPage(context);
    const users = await context.read((db) => listUsersAfter(db, page));
    return pageOf(users.map(describe), page);
  },
};

const search: Command = {
  words: ["users", "search"],
  isReadOnly: true,
  args: ["text"],
  options: pageOptions,
  doc: "List the users whose name, display name or e-mail address contains a text, or whose id it is; oldest first.",
  async run(context) {
    const page = readPage(context);
    const [text = ""] = context.args;
    const users = await context.read((db) => searchUsers(db, page, text));
    return pageOf(users.map(describe), page);
  },
};

const flag: Command = {
  words: ["users", "flag"],
  args: ["user", "flag"],
  doc: "Set a flag on a user: suspended, banned, spam, or bits as a number.",
  run: (context) => {
    const bits = flagsOf(context.args[1]);
    return change(context, (tx, user) => changeStanding(tx, user, { flags: user.flags | bits }));
  },
};

const unflag: Command = {
  words: ["users", "unflag"],
  args: ["user", "flag"],
  doc: "Clear a flag of a user.",
  run: (context) => {
    const bits = flagsOf(context.args[1]);
    return change(context, (tx, user) => changeStanding(tx, user, { flags: user.flags & ~bits }));
  },
};

const promote: Command = {
  words: ["users", "promote"],
  args: ["user"],
  doc: "Make a user privileged: allowed everything, everywhere, in a session that has proved its second factor lately.",
  run: (context) => change(context, (tx, user) => changeStanding(tx, user, { privileged: true })),
};

const demote: Command = {
  words: ["users", "demote"],
  args: ["user"],
  doc: "Make an operator an ordinary user again.",
  run: (context) => change(context, (tx, user) => changeStanding(tx, user, { privileged: false })),
};

const wipe: Command = {
  words: ["users", "wipe"],
  args: ["user"],
  options: { flag: "why, as for `users flag`; left out, spam", ...ownedServersOptions },
  flags: { ...ownedServersFlags, ...deletionFlags },
  doc: "Remove a user from the platform: the account is disabled, relations, memberships, bots and messages go.",
  run: (context) => {
    const reason = flagsOf(context.options.flag ?? "spam");
    if (context.flags.has("dry-run"))
      return context.read(async (db) => {
        const { id: userId } = await requireNamedUser(db, context.args[0] ?? "");
        return describeDeletedParts(await listDeletedParts(db, { userId }));
      });
    return change(context, async (tx, user) => {
      const [userId, name] = [user.id, `${user.username}#${user.discriminator}`];
      await settleOwnedServers(tx, { userId, name }, context);
      const deleted = await listDeletedParts(tx, { userId });
      assertConfirmed(context, name, deleted);
      context.recordDetails({ deleted });
      await wipeUser(tx, user, reason);
    });
  },
};

export const userCommands: readonly Command[] = [
  list,
  search,
  show,
  exportUser,
  flag,
  unflag,
  promote,
  demote,
  wipe,
];

async function change(
  { args: [which = ""], write, nameTarget }: CommandContext,
  work: (tx: AnyTx, user: UserRow) => Promise<unknown>,
) {
  return write(async (tx) => {
    const user = await requireNamedUser(tx, which);
    nameTarget(user.id);
    await work(tx, user);
    return [describe((await findUser(tx, user.id)) ?? user)];
  });
}

function flagsOf(text = ""): number {
  const bits = parseFlags(text);
  if (bits === undefined) throw new CommandError(`no flag is called ${text}`);
  if (bits & userFlags.deleted) throw new CommandError("to delete a user, delete the account");
  return bits;
}

function describe(user: UserRow) {
  return {
    id: user.id,
    name: `${user.username}#${user.discriminator}`,
    display_name: user.display_name,
    created: new Date(timeOfId(user.id)).toISOString(),
    privileged: user.privileged === 1,
    flags: formatFlags(user.flags),
    ...(user.bot_owner !== null && { bot_of: user.bot_owner }),
  };
}
