import type { Command } from "../../../declare/command.ts";
import { pageOf, pageOptions, readPage } from "../../../declare/page.ts";
import { readUsage } from "../../files/index.ts";
import { requireNamedUser } from "../actions/named-user.ts";
import { setStanding } from "../actions/set-standing.ts";
import { listUsersAfter, searchUsers } from "../store/users.ts";
import { changeUser, describeUser, readFlags } from "./change-user.ts";
import { exportUser } from "./export-user.ts";

const show: Command = {
  words: ["users", "show"],
  isReadOnly: true,
  args: ["user"],
  doc: "Show a user, by id or name, and the bytes that their files take.",
  run: ({ args: [which = ""], read }) =>
    read(async (db) => {
      const user = await requireNamedUser(db, which);
      const { claimed: stored_bytes, today: uploaded_today } = await readUsage(db, user.id);
      return [{ ...describeUser(user), stored_bytes, uploaded_today }];
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
    return pageOf(users.map(describeUser), page);
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
    return pageOf(users.map(describeUser), page);
  },
};

const flag: Command = {
  words: ["users", "flag"],
  args: ["user", "flag"],
  doc: "Set a flag on a user: suspended, banned, spam, or bits as a number.",
  run: (context) => {
    const bits = readFlags(context.args[1]);
    return changeUser(context, (tx, user) => setStanding(tx, user, { flags: user.flags | bits }));
  },
};

const unflag: Command = {
  words: ["users", "unflag"],
  args: ["user", "flag"],
  doc: "Clear a flag of a user.",
  run: (context) => {
    const bits = readFlags(context.args[1]);
    return changeUser(context, (tx, user) => setStanding(tx, user, { flags: user.flags & ~bits }));
  },
};

const demote: Command = {
  words: ["users", "demote"],
  args: ["user"],
  doc: "Make an operator an ordinary user again.",
  run: (context) => changeUser(context, (tx, user) => setStanding(tx, user, { privileged: false })),
};

export const userCommands: readonly Command[] = [list, search, show, exportUser, flag, unflag, demote];
