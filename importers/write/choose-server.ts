import { type CommandContext, CommandError } from "../../src/declare/command.ts";
import { findServer } from "../../src/domains/members/index.ts";
import { isId } from "../../src/platform/ids/ids.ts";

export interface ServerChoice {
  readonly serverId: string;
  readonly name: string;
}

const maxName = 32;

/** The server that was named by its id, or a new one, with the name that was given. */
export async function chooseServer(
  { options: { server }, read }: Pick<CommandContext, "options" | "read">,
  planned: ServerChoice,
): Promise<ServerChoice> {
  if (server === undefined) return planned;
  const existing = await read((db) => findServer(db, server));
  if (existing) return { serverId: existing.id, name: existing.name };
  if (isId(server)) throw new CommandError(`There is no server ${server}.`);
  return { serverId: planned.serverId, name: shorten(server, maxName) };
}

export function shorten(text: string, length: number): string {
  const clean = [...text.toWellFormed().replaceAll("\0", "")];
  return clean.length <= length ? clean.join("") : `${clean.slice(0, length - 1).join("")}…`;
}
