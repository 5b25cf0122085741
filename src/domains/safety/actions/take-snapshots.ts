import type { Reader, Tx } from "../../../store/tx.ts";
import { findMessage, type MessageRow, messageView, selectRange } from "../../messages/index.ts";
import { findServer, listServerChannels, showServer } from "../../servers/index.ts";
import { findUser, knownView, profileView, type UserRow } from "../../users/index.ts";
import type { MessageSnapshot, ReportedContent, ReportedUser, Snapshot } from "../model.ts";
import { findChannelOutline } from "../store/places.ts";

/** How many messages on either side are kept with the one that was reported. */
const each = 15;

export interface Sight {
  readonly content: ReportedContent;
  /** Who reports it. */
  readonly by: string;
  /** Where the message is that is reported, or that shows what is meant. */
  readonly channelId: string | undefined;
}

/** What is reported, as it is now. Whether the reporter can see it is not asked. */
export async function takeSnapshots(
  tx: Tx<never, "NotFound" | "CannotReportYourself">,
  { content, by, channelId }: Sight,
): Promise<Snapshot[]> {
  const assertNotOwn = (owner: string) => {
    if (owner === by) throw tx.fail("CannotReportYourself");
  };
  if (content.type === "Server") {
    const server = await findServer(tx, content.id);
    if (!server) throw tx.fail("NotFound");
    assertNotOwn(server.owner_id);
    const channels = await listServerChannels(tx, server.id);
    return [
      {
        kind: "Server",
        server: await showServer(tx, server),
        channels: channels.map(({ _id, name }) => ({ _id, name })),
      },
    ];
  }
  if (content.type === "User") {
    const user = await findUser(tx, content.id);
    if (!user) throw tx.fail("NotFound");
    assertNotOwn(user.id);
    const context = await snapMessage(tx, channelId, content.message_id);
    return [{ kind: "User", user: showUser(tx, user) }, ...(context ? [context] : [])];
  }
  const snapshot = await snapMessage(tx, channelId, content.id);
  if (!snapshot) throw tx.fail("NotFound");
  assertNotOwn(snapshot.message.author);
  return [snapshot];
}

async function snapMessage(
  db: Reader,
  channelId: string | undefined,
  id: string | undefined,
): Promise<MessageSnapshot | undefined> {
  if (channelId === undefined || id === undefined) return undefined;
  const channel = await findChannelOutline(db, channelId);
  const row = await findMessage(db, channelId, id);
  if (!channel || !row) return undefined;
  const author = await findUser(db, row.author_id);
  const { kind, name, server_id } = channel;
  return {
    kind: "Message",
    message: showMessage(row),
    ...(await listAround(db, row)),
    ...(author && { author: showUser(db, author) }),
    channel: { _id: channelId, channel_type: kind, ...(name !== null && { name }) },
    ...(server_id !== null && { server: server_id }),
  };
}

async function listAround(
  db: Reader,
  { channel_id, id }: MessageRow,
): Promise<Pick<MessageSnapshot, "before" | "after">> {
  const earlier = await selectRange(db, channel_id, { before: id, order: "desc", limit: each }).execute();
  const later = await selectRange(db, channel_id, { after: id, order: "asc", limit: each }).execute();
  return { before: earlier.reverse().map(showMessage), after: later.map(showMessage) };
}

/** Without reactions: there may be any number of them, and their authors are not the message's. */
const showMessage = (row: MessageRow) => messageView(row);

function showUser({ services }: Reader, row: UserRow): ReportedUser {
  return { ...knownView(row, "None", services), profile: profileView(row) };
}
