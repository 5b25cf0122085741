import { ApiError } from "../../src/declare/error.ts";
import { importFile } from "../../src/domains/files/index.ts";
import {
  listBannedAmong,
  listMembersAmong,
  lockServer,
  type MemberRow,
} from "../../src/domains/members/index.ts";
import { insertMembers } from "../../src/domains/servers/index.ts";
import {
  createImportedUsers,
  type ImportedUser,
  listDeletedImports,
  listImportedUsers,
} from "../../src/domains/users/index.ts";
import { BatchPace } from "../pace.ts";
import type { ImportContext, ImportedContent } from "./import-context.ts";

export interface ImportedPerson {
  /** In the service that they come from. */
  readonly id: string;
  /** The user that they become here. */
  readonly userId: string;
  readonly name: string;
  readonly displayName: string | undefined;
  readonly avatar: ImportedContent | undefined;
}

interface KnownPerson {
  /** The imported user. */
  readonly own: string;
  /** Whose history it is now: that of an account, if it has claimed it. */
  readonly now: string;
  /** Whether they were deleted here, and their history with them. */
  readonly isGone: boolean;
}

/** Why messages of somebody who is gone are left out: what was deleted with them does not come back. */
export const authorIsGone = "The author, or the account that has claimed their history, was deleted here";

/** The users that people of the export are here, by their ids there. */
export async function findImportedPeople(context: ImportContext): Promise<Map<string, KnownPerson>> {
  const rows = await context.read((db) => listImportedUsers(db, context.source));
  const gone = new Set(await context.read((db) => listDeletedImports(db, context.source)));
  return new Map(
    rows.map(({ foreign_id, user_id, claimed_by }) => [
      foreign_id,
      { own: user_id, now: claimed_by ?? user_id, isGone: gone.has(user_id) },
    ]),
  );
}

/** Creates the users of those who have none yet. */
export async function writePeople(people: readonly ImportedPerson[], context: ImportContext): Promise<void> {
  const pace = new BatchPace(context);
  const { source } = context;
  for (let at = 0; at < people.length; ) {
    const batch = people.slice(at, at + pace.size);
    at += batch.length;
    const users: ImportedUser[] = [];
    for (const person of batch) {
      const { id: foreign_id, userId: id, name, displayName } = person;
      const avatar = await storeAvatar(person, context);
      users.push({ id, source, foreign_id, name, displayName, avatar });
    }
    await pace.write(users.length, (tx) => createImportedUsers(tx, users));
  }
}

async function storeAvatar(
  { userId, avatar, name }: ImportedPerson,
  context: ImportContext,
): Promise<string | null> {
  if (!avatar) return null;
  const use = { use: "UserAvatar", by: userId, uploader: userId } as const;
  try {
    return JSON.stringify(await importFile({ ...avatar, ...use }, context));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    context.problems.add({ problem: "The avatar is no image that can be shown", where: name });
    return null;
  }
}

/** A member as they are to be here. */
export interface NewMember extends Omit<MemberRow, "server_id"> {
  /** Ids of roles that exist here. */
  readonly roles: readonly string[];
}

/** Makes those people members who are none yet; returns how many. */
export async function writeMembers(
  members: readonly NewMember[],
  server_id: string,
  context: ImportContext,
): Promise<number> {
  const pace = new BatchPace(context);
  let added = 0;
  for (let at = 0; at < members.length; ) {
    const batch = members.slice(at, at + pace.size).map((member) => ({ ...member, server_id }));
    at += batch.length;
    const ids = batch.map(({ user_id }) => user_id);
    added += await pace.write(batch.length, async (tx) => {
      await lockServer(tx, server_id);
      const known = (await listMembersAmong(tx, server_id, ids)).map(({ user_id }) => user_id);
      const others = new Set([...known, ...(await listBannedAmong(tx, server_id, ids))]);
      const fresh = batch.filter(({ user_id }) => !others.has(user_id));
      await insertMembers(tx, server_id, fresh);
      return fresh.length;
    });
  }
  return added;
}
