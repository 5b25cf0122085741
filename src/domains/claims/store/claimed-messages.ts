import type { AnyTx, Reader } from "../../../declare/tx.ts";
import type { FilesTables } from "../../files/index.ts";
import { addWriter, type MessagesTables, type ReactionRow, updateMessage } from "../../messages/index.ts";
import { type ClaimChangeRow, insertClaimChanges } from "../../users/index.ts";

/** Whose history becomes whose. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** The columns that name users in their texts. */
const textColumns = ["content", "mentions", "system"] as const;
type Texts = { [column in (typeof textColumns)[number]]: string | null };

interface Concerned {
  /** Messages that are by the user, or name them. */
  readonly ids: readonly string[];
  readonly reactions: readonly ReactionRow[];
  /** Where to go on; undefined at the end of the channel. */
  readonly last: string | undefined;
}

/** What concerns a user among the next messages of a channel, however few of them do. */
export async function listConcerned(
  db: Reader,
  { channelId, userId, after, limit }: { channelId: string; userId: string; after: string; limit: number },
): Promise<Concerned> {
  const sql = db.sql<MessagesTables>();
  const rows = await sql
    .selectFrom("messages")
    .select((row) => [
      "id",
      row
        .case()
        .when(
          row.or([
            row("author_id", "=", userId),
            row("mentions", "like", `%${userId}%`),
            row("system", "like", `%${userId}%`),
          ]),
        )
        .then(1)
        .else(0)
        .end()
        .as("concerned"),
    ])
    .where("channel_id", "=", channelId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  const [first, last] = [rows[0]?.id, rows.at(-1)?.id];
  if (first === undefined || last === undefined) return { ids: [], reactions: [], last: undefined };
  const reactions = await sql
    .selectFrom("reactions")
    .selectAll()
    .where("channel_id", "=", channelId)
    .where("message_id", ">=", first)
    .where("message_id", "<=", last)
    .where("user_id", "=", userId)
    .execute();
  const ids = rows.filter(({ concerned }) => Number(concerned) === 1).map(({ id }) => id);
  return { ids, reactions, last };
}

/** Gives messages to another author, and replaces mentions; remembers how they were. */
export async function moveMessages(
  tx: AnyTx,
  channelId: string,
  ids: readonly string[],
  move: Move,
): Promise<void> {
  const { from } = move;
  const rows = await tx
    .sql<MessagesTables>()
    .selectFrom("messages")
    .select(["id", "author_id", ...textColumns])
    .where("channel_id", "=", channelId)
    .where("id", "in", ids)
    .execute();
  const authored = rows.filter(({ author_id }) => author_id === from).map(({ id }) => id);
  const target = (id: string) => `${channelId}/${id}`;
  const changes = authored.map(
    (id): ClaimChangeRow => ({ user_id: from, kind: "message", target: target(id), before: "{}" }),
  );
  await setAuthor(tx, channelId, authored, move);
  for (const { id, author_id: _, ...texts } of rows) {
    const places = placesIn(texts, from);
    if (Object.keys(places).length === 0) continue;
    await updateMessage(tx, { channel_id: channelId, id }, replaceAt(texts, places, move));
    changes.push({ user_id: from, kind: "text", target: target(id), before: JSON.stringify(places) });
  }
  await insertClaimChanges(tx, changes);
}

/** Sets the author of messages, and who uploaded their files. */
export async function setAuthor(
  tx: AnyTx,
  channelId: string,
  ids: readonly string[],
  { from, to }: Move,
): Promise<void> {
  if (ids.length === 0) return;
  const messages = tx.sql<MessagesTables>().updateTable("messages").set({ author_id: to });
  await messages
    .where("channel_id", "=", channelId)
    .where("id", "in", ids)
    .where("author_id", "=", from)
    .execute();
  const files = tx.sql<FilesTables>().updateTable("files").set({ uploader_id: to });
  await files.where("used_by", "in", ids).where("uploader_id", "=", from).execute();
  await addWriter(tx, to, channelId);
}

/**
 * Where texts name a user. A claim remembers this and not the texts: somebody may delete their message, and then
 * nothing of it may be left.
 */
type Places = Partial<Record<keyof Texts, number[]>>;

function placesIn(texts: Texts, id: string): Places {
  return Object.fromEntries(
    textColumns.flatMap((column) => {
      const found = [...(texts[column] ?? "").matchAll(new RegExp(id, "g"))].map(({ index }) => index);
      return found.length > 0 ? [[column, found]] : [];
    }),
  );
}

/** Ids are all of the same length, so places stay where they are. Texts that no longer have the id there are left out. */
function replaceAt(texts: Texts, places: Places, { from, to }: Move): Partial<Texts> {
  return Object.fromEntries(
    Object.entries(places).flatMap(([column, found]) => {
      let text = texts[column as keyof Texts] ?? "";
      if (found.some((at) => !text.startsWith(from, at))) return [];
      for (const at of found) text = text.slice(0, at) + to + text.slice(at + from.length);
      return [[column, text]];
    }),
  );
}

/** Makes the texts of a message name the imported user again, as far as they still name the account there. */
export async function restoreTexts(tx: AnyTx, row: ClaimChangeRow, { from, to }: Move): Promise<void> {
  const [channel_id = "", id = ""] = row.target.split("/");
  const message = await tx
    .sql<MessagesTables>()
    .selectFrom("messages")
    .select(textColumns)
    .where("channel_id", "=", channel_id)
    .where("id", "=", id)
    .executeTakeFirst();
  const restored = message && replaceAt(message, JSON.parse(row.before), { from: to, to: from });
  if (restored && Object.keys(restored).length > 0) await updateMessage(tx, { channel_id, id }, restored);
}

/** How many messages a user has written. */
export async function countMessagesBy(db: Reader, userId: string): Promise<number> {
  const { count } = await db
    .sql<MessagesTables>()
    .selectFrom("messages")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("author_id", "=", userId)
    .where("channel_id", "in", (channels) =>
      channels.selectFrom("writers").select("channel_id").where("author_id", "=", userId),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Gives reactions to another user, who may have reacted with the same emoji. */
export async function moveReactions(
  tx: AnyTx,
  reactions: readonly ReactionRow[],
  { from, to }: Move,
): Promise<void> {
  for (const reaction of reactions) {
    const isOwn = await putReaction(tx, reaction, { from, to });
    const target = [reaction.channel_id, reaction.message_id, reaction.emoji].join("/");
    const before = JSON.stringify({ since: reaction.since, isOwn });
    await insertClaimChanges(tx, [{ user_id: from, kind: "reaction", target, before }]);
  }
}

/** Returns whether the user had reacted so before. */
export async function putReaction(tx: AnyTx, reaction: ReactionRow, { from, to }: Move): Promise<boolean> {
  const sql = tx.sql<MessagesTables>();
  const { user_id: _, since, ...key } = reaction;
  await sql
    .deleteFrom("reactions")
    .where((row) => row.and({ ...key, user_id: from }))
    .execute();
  const inserted = await sql
    .insertInto("reactions")
    .values({ ...key, since, user_id: to })
    .onConflict((conflict) => conflict.doNothing())
    .returning("since")
    .execute();
  return inserted.length === 0;
}
