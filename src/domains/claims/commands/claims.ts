import { type Command, CommandError } from "../../../declare/command.ts";
import type { Reader } from "../../../declare/tx.ts";
import {
  findImportedUser,
  type ImportedUserRow,
  listImportedUsersWith,
  requireNamedOwner,
  requireNamedUser,
} from "../../users/index.ts";
import { createClaimLink } from "../actions/claim-links.ts";
import { claimUser, undoClaim } from "../actions/claim-user.ts";
import { claimCode } from "../rules/claim-codes.ts";
import { countMessagesBy } from "../store/claimed-messages.ts";

const defaultHours = 7 * 24;
const maxHours = 90 * 24;

export const claimCommands: readonly Command[] = [
  {
    words: ["import", "claim-code"],
    args: ["account"],
    isReadOnly: true,
    doc: "Show the code that somebody posts from their old account: the next import of that message gives its author's history to this account.",
    async run({ args: [account = ""], read, services }) {
      const { id } = await read((db) => requireNamedOwner(db, account));
      return [{ account: id, code: claimCode(id, services.secrets) }];
    },
  },
  {
    words: ["import", "claim"],
    args: ["person", "account"],
    doc: "Give the messages, mentions, reactions, roles and servers of an imported user to an account. The person is an id here, name#1234, or the id at Discord.",
    async run(context) {
      const [which = "", account = ""] = context.args;
      const person = await context.read((db) => requireImportedUser(db, which));
      const owner = await context.read((db) => requireAccount(db, account));
      context.nameTarget(person.user_id);
      const messages = await claimUser(person, owner.id, context);
      return [{ person: person.user_id, claimed_by: owner.id, messages }];
    },
  },
  {
    words: ["import", "claim-link"],
    args: ["person"],
    options: {
      for: "the only account that may use it: an id or name#1234; by default whoever opens it first",
      hours: `how long it is valid: 1 to ${maxHours}; by default ${defaultHours}`,
    },
    doc: "Print a link with which its first user claims the history of an imported user, once. It replaces the earlier link for that user.",
    async run({ args: [which = ""], options, read, write, nameTarget }) {
      const hours = Number(options.hours ?? defaultHours);
      if (!Number.isInteger(hours) || hours < 1 || hours > maxHours)
        throw new CommandError(`--hours is a whole number from 1 to ${maxHours}.`);
      const person = await read((db) => requireImportedUser(db, which));
      nameTarget(person.user_id);
      if (person.claimed_by !== null)
        throw new CommandError(
          "Somebody has claimed this user. Undo that first, with `ermine import unclaim`.",
        );
      const account = options.for;
      const owner = account === undefined ? undefined : await read((db) => requireAccount(db, account));
      const messages = await read((db) => countMessagesBy(db, person.user_id));
      const { link, expires } = await write((tx) =>
        createClaimLink(tx, { person, accountId: owner?.id, messages, hours }),
      );
      return [{ person: person.user_id, messages, expires: new Date(expires).toISOString(), link }];
    },
  },
  {
    words: ["import", "unclaim"],
    args: ["person"],
    doc: "Undo a claim by an operator, a link, a code or a sign-in: everything becomes that of the imported user again, unless it was changed since.",
    async run(context) {
      const person = await context.read((db) => requireImportedUser(db, context.args[0] ?? ""));
      context.nameTarget(person.user_id);
      return [{ person: person.user_id, undone: await undoClaim(person, context) }];
    },
  },
];

async function requireAccount(db: Reader, account: string): Promise<{ readonly id: string }> {
  const owner = await requireNamedOwner(db, account);
  if (await findImportedUser(db, owner.id))
    throw new CommandError(`${account} is an imported user, not an account.`);
  return owner;
}

async function requireImportedUser(db: Reader, which: string): Promise<ImportedUserRow> {
  const id = which.includes("#") ? (await requireNamedUser(db, which)).id : which;
  const known = await findImportedUser(db, id);
  if (known) return known;
  const [person, ...others] = await listImportedUsersWith(db, id);
  if (!person) throw new CommandError(`No imported user has the id or name ${which}.`);
  if (others.length > 0) {
    const listed = [person, ...others].map(({ user_id, source }) => `${user_id} (${source})`);
    throw new CommandError(
      `Several imported users have the id ${which}: ${listed.join(", ")}. Name one of these.`,
    );
  }
  return person;
}
