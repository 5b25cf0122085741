import { type Command, CommandError } from "../../../declare/command.ts";
import { parseTimestamp } from "../../../rules/timestamp.ts";
import { policyView } from "../rules/policy-view.ts";
import { deletePolicyChange, insertPolicyChange, listAllPolicyChanges } from "../store.ts";
import type { PolicyChangeRow } from "../tables.ts";

const add: Command = {
  words: ["policy", "add"],
  args: ["description", "url"],
  options: { effective: "when it takes effect, e.g. 2026-03-01 or 2026-03-01T10:00Z; by default now" },
  doc: "Announce a policy change; clients show it to all users who registered before it.",
  async run({ args: [description = "", url = ""], options, services, write, nameTarget }) {
    const now = services.clock.now();
    const effective_at = options.effective === undefined ? now : parseTimestamp(options.effective);
    if (effective_at === undefined) throw new CommandError("--effective must be a date, e.g. 2026-03-01");
    if (description.trim() === "") throw new CommandError("the description is empty");
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new CommandError(`not a web URL: ${url}`);
    const change = { id: services.ids.next(), created_at: now, effective_at, description, url };
    nameTarget(change.id);
    await write((tx) => insertPolicyChange(tx, change));
    return [describe(change)];
  },
};

const list: Command = {
  words: ["policy", "list"],
  isReadOnly: true,
  args: [],
  doc: "List the policy changes.",
  async run({ read }) {
    const changes = await read(listAllPolicyChanges);
    return changes.map(describe);
  },
};

const remove: Command = {
  words: ["policy", "remove"],
  args: ["id"],
  doc: "Withdraw a policy change.",
  async run({ args: [id = ""], write }) {
    if (!(await write((tx) => deletePolicyChange(tx, id))))
      throw new CommandError(`no policy change has the id ${id}`);
    return [{ id, removed: true }];
  },
};

export const policyCommands: readonly Command[] = [add, list, remove];

function describe(row: PolicyChangeRow) {
  const { created_time, effective_time, description, url } = policyView(row);
  return { id: row.id, created: created_time, effective: effective_time, description, url };
}
