import type { Reader, Tx } from "../../../declare/tx.ts";
import { listServerChannels } from "../../channels/index.ts";
import { findServer } from "../../members/index.ts";
import { findMessage, type MessageRow, messageView, selectRange } from "../../messages/index.ts";
import { showServer } from "../../servers/index.ts";
import { findUser, knownView, profileView, type UserRow } from "../../users/index.ts";
import type { MessageSnapshot, ReportedContent, ReportedUser, ReportSnapshot } from "../model.ts";
import { findChannelOutline } from "../store/channels.ts";

/** How many messages before and after the reported one are kept with it. */
const neighbours = 15;

interface SnapshotRequest {
  readonly content: ReportedContent;
  readonly reporterId: string;
  /** The channel of the message that `content` names, if there is one. */
  readonly channelId: string | undefined;
}

/** Captures the reported content in its current state. The reporter need not be able to see it. */
export async function takeSnapshots(
  tx: Tx<never, "NotFound" | "CannotReportYourself">,
  { content, reporterId, channelId }: SnapshotRequest,
): Promise<ReportSnapshot[]> {
  const assertNotOwn = (owner: string) => {
    if (owner === reporterId) throw tx.fail("CannotReportYourself");
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
    const context = await captureMessage(tx, channelId, content.message_id);
    return [{ kind: "User", user: showUser(tx, user) }, ...(context ? [context] : [])];
  }
  const snapshot = await captureMessage(tx, channelId, content.id);
  if (!snapshot) throw tx.fail("NotFound");
  assertNotOwn(snapshot.message.author);
  return [snapshot];
}

async function captureMessage(
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
    ...(await listNeighbours(db, row)),
    ...(author && { author: showUser(db, author) }),
    channel: { _id: channelId, channel_type: kind, ...(name !== null && { name }) },
    ...(server_id !== null && { server: server_id }),
  };
}

async function listNeighbours(
  db: Reader,
  { channel_id, id }: MessageRow,
): Promise<Pick<MessageSnapshot, "before" | "after">> {
  const earlier = await selectRange(db, channel_id, {
    before: id,
    order: "desc",
    limit: neighbours,
  }).execute();
  const later = await selectRange(db, channel_id, { after: id, order: "asc", limit: neighbours }).execute();
  return { before: earlier.reverse().map(showMessage), after: later.map(showMessage) };
}

/** Without reactions: their number is unlimited, and other users added them. */
const showMessage = (row: MessageRow) => messageView(row);

function showUser({ services }: Reader, row: UserRow): ReportedUser {
  return { ...knownView(row, "None", services), profile: profileView(row) };
}
