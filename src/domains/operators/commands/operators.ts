import { type Command, CommandError } from "../../../declare/command.ts";
import { pageOf, pageOptions, readPage } from "../../../declare/page.ts";
import { timeOfId } from "../../../platform/ids/ids.ts";
import { parseTimestamp } from "../../../rules/timestamp.ts";
import { Statistics } from "../queries.ts";
import { listOperatorActions } from "../store/operator-actions.ts";

const audit: Command = {
  words: ["audit"],
  isReadOnly: true,
  args: [],
  options: {
    since: "only actions since this time, e.g. 2026-03-01 or 2026-03-01T10:00Z",
    actor: "only actions of this user of the machine, or of the operator with this id",
    target: "only actions on the target with this id",
    ...pageOptions,
  },
  doc: "List what operators did on the command line, on the admin page and elsewhere by the rights of an operator, newest first.",
  async run(context) {
    const { actor, target, since: from } = context.options;
    const since = from === undefined ? undefined : parseTimestamp(from);
    if (from !== undefined && since === undefined)
      throw new CommandError("--since must be a date, e.g. 2026-03-01");
    const page = readPage(context);
    const selection = { ...page, before: page.after, since, actor, target };
    const rows = await context.read((db) => listOperatorActions(db, selection));
    const shown = rows.map(({ id, source, ...row }) => ({
      id,
      at: new Date(timeOfId(id)).toISOString(),
      by: source,
      ...row,
    }));
    return pageOf(shown, page);
  },
};

const stats: Command = {
  words: ["stats"],
  isReadOnly: true,
  args: [],
  doc: "Count accounts, users, servers, messages, files and jobs. Takes a while if there are many.",
  async run({ read }) {
    const counts = await read(async (db) => db.query(Statistics, {}));
    return counts.flatMap((each) => Object.entries(each).map(([what, count]) => ({ what, count })));
  },
};

export const operatorCommands: readonly Command[] = [stats, audit];
