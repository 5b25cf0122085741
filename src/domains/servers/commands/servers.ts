import { type Command, type CommandContext, CommandError } from "../../../declare/command.ts";
import { pageOf, pageOptions, readPage } from "../../../declare/page.ts";
import type { AnyTx, Reader } from "../../../declare/tx.ts";
import { timeOfId } from "../../../platform/ids/ids.ts";
import { listChannelIds } from "../../channels/index.ts";
import {
  countMembers,
  findServer,
  listRoles,
  listServersAfter,
  type ServerRow,
} from "../../members/index.ts";
import {
  assertConfirmed,
  deletionFlags,
  describeDeletedItems,
  listDeletedItems,
} from "../../operators/index.ts";
import { requireNamedOwner, requireNamedUser } from "../../users/index.ts";
import { destroyServer } from "../actions/delete-server.ts";
import { bannedFrom, editServerAsOperator } from "../actions/transfer-server.ts";

const list: Command = {
  words: ["servers", "list"],
  isReadOnly: true,
  args: [],
  options: { owner: "only the servers of this user (id or name)", ...pageOptions },
  doc: "List the servers, oldest first.",
  async run(context) {
    const page = readPage(context);
    const { owner } = context.options;
    const rows = await context.read(async (db) => {
      const ownerId = owner === undefined ? undefined : (await requireNamedUser(db, owner)).id;
      return listServersAfter(db, page, ownerId);
    });
    return pageOf(
      rows.map(({ members, ...row }) => ({ ...describe(row), members })),
      page,
    );
  },
};

const show: Command = {
  words: ["servers", "show"],
  isReadOnly: true,
  args: ["server"],
  doc: "Show a server, by id, and how much is in it.",
  run: ({ args: [id = ""], read }) =>
    read(async (db) => {
      const server = await requireServerRow(db, id);
      const [channels, roles] = [await listChannelIds(db, id), await listRoles(db, id)];
      const members = await countMembers(db, id);
      const counts = { members, channels: channels.length, roles: roles.length };
      return [{ ...describe(server), ...counts, description: server.description }];
    }),
};

const roles: Command = {
  words: ["servers", "roles"],
  isReadOnly: true,
  args: ["server"],
  doc: "List the roles of a server with their ids, the highest first.",
  run: ({ args: [id = ""], read }) =>
    read(async (db) => {
      const listed = await listRoles(db, (await requireServerRow(db, id)).id);
      const ranked = listed.toSorted((one, other) => one.rank - other.rank);
      return ranked.map(({ id: role, name, colour }) => ({ id: role, name, colour }));
    }),
};

const transfer: Command = {
  words: ["servers", "transfer"],
  args: ["server", "user"],
  doc: "Make a user (id or name) the owner of a server, and a member if they are not one yet.",
  run: (context) =>
    change(context, async (tx, server) => {
      const owner = await requireNamedOwner(tx, context.args[1] ?? "");
      const transferred = await editServerAsOperator(tx, server, { owner: owner.id });
      if (!transferred) throw bannedFrom(server, owner);
      return transferred;
    }),
};

const remove: Command = {
  words: ["servers", "delete"],
  args: ["server"],
  flags: deletionFlags,
  doc: "Delete a server with all that is in it.",
  run: (context) => {
    if (context.flags.has("dry-run"))
      return context.read(async (db) => {
        const { id: serverId } = await requireServerRow(db, context.args[0] ?? "");
        return describeDeletedItems(await listDeletedItems(db, { serverId }));
      });
    return change(context, async (tx, server) => {
      const deleted = await listDeletedItems(tx, { serverId: server.id });
      assertConfirmed(context, `The server ${server.name}`, deleted);
      context.recordDetails({ name: server.name, owner: server.owner_id, deleted });
      await destroyServer(tx, server);
      return server;
    });
  },
};

export const serverCommands: readonly Command[] = [list, show, roles, transfer, remove];

function change(
  { args: [id = ""], write }: CommandContext,
  work: (tx: AnyTx, server: ServerRow) => Promise<ServerRow>,
) {
  return write(async (tx) => [describe(await work(tx, await requireServerRow(tx, id)))]);
}

async function requireServerRow(db: Reader, id: string): Promise<ServerRow> {
  const server = await findServer(db, id);
  if (!server) throw new CommandError(`no server has the id ${id}`);
  return server;
}

function describe({ id, name, owner_id }: ServerRow) {
  return { id, name, owner: owner_id, created: new Date(timeOfId(id)).toISOString() };
}
