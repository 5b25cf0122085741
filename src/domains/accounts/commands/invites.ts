import { type Command, CommandError } from "../../../declare/command.ts";
import { pageOf, pageOptions, readPage } from "../../../declare/page.ts";
import { createRegistrationInvite } from "../actions/registration-invites.ts";
import { deleteInvite, listInvites } from "../store/invites.ts";

const create: Command = {
  words: ["invites", "create"],
  args: [],
  options: { uses: "how many accounts may register with it; by default any number" },
  doc: "Create an invite code for registration.",
  async run({ options, write }) {
    const max_uses = options.uses === undefined ? null : Number(options.uses);
    if (max_uses !== null && !(Number.isInteger(max_uses) && max_uses > 0))
      throw new CommandError("--uses must be a whole number of at least 1");
    const { code } = await write((tx) => createRegistrationInvite(tx, max_uses));
    return [{ code, max_uses }];
  },
};

const list: Command = {
  words: ["invites", "list"],
  isReadOnly: true,
  args: [],
  options: pageOptions,
  doc: "List invite codes for registration, oldest first.",
  async run(context) {
    const page = readPage(context);
    const invites = await context.read((db) => listInvites(db, page));
    const rows = invites.map(({ code, created_at, uses, max_uses, claimed_by }) => ({
      code,
      created: new Date(created_at).toISOString(),
      uses,
      max_uses,
      last_claimed_by: claimed_by,
    }));
    return pageOf(rows, page);
  },
};

const revoke: Command = {
  words: ["invites", "revoke"],
  args: ["code"],
  doc: "Revoke an invite code.",
  async run({ args: [code = ""], write }) {
    if (!(await write((tx) => deleteInvite(tx, code))))
      throw new CommandError(`no invite has the code ${code}`);
    return [{ code, revoked: true }];
  },
};

export const inviteCommands: readonly Command[] = [create, list, revoke];
