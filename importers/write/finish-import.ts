import { CommandError } from "../../src/declare/command.ts";
import { findChannel } from "../../src/domains/channels/index.ts";
import { accountOfCode, claimUser } from "../../src/domains/claims/index.ts";
import { findMember, findServer, type ServerRow } from "../../src/domains/members/index.ts";
import { joinServer } from "../../src/domains/servers/index.ts";
import { markReadForMembers } from "../../src/domains/unreads/index.ts";
import { findImportedUserOf, findUser, type ImportedUserRow } from "../../src/domains/users/index.ts";
import { paced } from "../../src/platform/concurrency/paced.ts";
import type { ImportContext } from "./import-context.ts";

interface FinishedServer {
  readonly serverId: string;
  readonly ownerId: string;
  readonly channelIds: Iterable<string>;
}

/** Only now those who can log in see the server: complete, and with everything read. */
export async function finishImport(
  { serverId, ownerId, channelIds }: FinishedServer,
  context: ImportContext,
): Promise<void> {
  await context.write(async (tx) => {
    const server = (await findServer(tx, serverId)) as ServerRow;
    if (!(await findMember(tx, serverId, ownerId))) await joinServer(tx, server, ownerId);
  });
  for (const channel_id of channelIds)
    await paced(() =>
      context.write(async (tx) => {
        const last_id = (await findChannel(tx, channel_id))?.last_message_id;
        if (last_id) await markReadForMembers(tx, { server_id: serverId, channel_id, last_id });
      }),
    );
}

/** The codes by which people claim their history: accounts here, by the ids of their authors there. */
export class PostedCodes {
  readonly #accounts = new Map<string, string>();
  readonly #context: ImportContext;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  /** To be called with every text. */
  look(text: string, author: string): void {
    const account = text.includes("ermine-claim-") && accountOfCode(text, this.#context.services.secrets);
    if (account) this.#accounts.set(author, account);
  }

  /** Gives people their history; returns how many. */
  async apply(): Promise<number> {
    const context = this.#context;
    if (context.isDryRun) return this.#accounts.size;
    let count = 0;
    for (const [author, account] of this.#accounts) {
      const person = await context.read((db) => findImportedUserOf(db, context.source, author));
      if (!person || person.claimed_by !== null || person.undone_for === account) continue;
      if (!(await context.read(async (db) => findUser(db, account)))) continue;
      if (await this.#claim(person, account)) count += 1;
    }
    return count;
  }

  /** One code that cannot be followed keeps nobody else from their history. */
  async #claim(person: ImportedUserRow, account: string): Promise<boolean> {
    try {
      await claimUser(person, account, this.#context);
      return true;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const where = `${person.foreign_id} to ${account}`;
      this.#context.problems.add({ problem: "A posted code was not followed", where, detail: error.message });
      return false;
    }
  }
}
