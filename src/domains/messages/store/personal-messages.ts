import type { PersonalDataRequest } from "../../operators/index.ts";
import { messageColumns, messageView } from "../rules/message-view.ts";
import type { MessagesTables, ReactionRow } from "../tables.ts";

const pageSize = 500;

/** All messages of a user, as clients see them, by channel and time. */
export async function* messagesOf({ userId, read }: PersonalDataRequest): AsyncGenerator<unknown> {
  const channels = await read((db) =>
    db
      .sql<MessagesTables>()
      .selectFrom("writers")
      .select("channel_id")
      .where("author_id", "=", userId)
      .orderBy("channel_id")
      .execute(),
  );
  for (const { channel_id } of channels)
    for (let after = ""; ; ) {
      const page = await read((db) =>
        db
          .sql<MessagesTables>()
          .selectFrom("messages")
          .select(messageColumns)
          .where("channel_id", "=", channel_id)
          .where("author_id", "=", userId)
          .where("id", ">", after)
          .orderBy("id")
          .limit(pageSize)
          .execute(),
      );
      for (const row of page) yield messageView(row);
      const last = page[pageSize - 1];
      if (!last) break;
      after = last.id;
    }
}

/** All reactions of a user. No index leads to them, so this reads the whole table, in pages. */
export async function* reactionsOf({ userId, read }: PersonalDataRequest): AsyncGenerator<unknown> {
  let last: ReactionRow | undefined;
  do {
    const after = last;
    const page = await read((db) => {
      let rows = db.sql<MessagesTables>().selectFrom("reactions").selectAll().where("user_id", "=", userId);
      if (after)
        rows = rows.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple("channel_id", "message_id", "emoji"),
            ">",
            tuple(after.channel_id, after.message_id, after.emoji),
          ),
        );
      return rows.orderBy("channel_id").orderBy("message_id").orderBy("emoji").limit(pageSize).execute();
    });
    for (const { channel_id, message_id, emoji } of page) yield { channel_id, message_id, emoji };
    last = page[pageSize - 1];
  } while (last);
}
