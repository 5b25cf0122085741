import { type Kysely, sql } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { idsFrom } from "../../../platform/ids/ids.ts";
import type { ChannelsTables, SharedChannels } from "../../channels/index.ts";
import type { ServersTables } from "../../members/index.ts";
import type { MessagesTables } from "../../messages/index.ts";
import type { UnreadsTables } from "../tables.ts";

export interface UnreadMention {
  readonly channelId: string;
  readonly messageId: string;
}

type Tables = MessagesTables & UnreadsTables & ChannelsTables & ServersTables;

/** Bounds the result for users who were away for long; the newest are kept. */
const maxMentions = 1_000;

const mentionsOf = prepare((db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom("mentions")
    .select(["channel_id as channelId", "message_id as messageId"])
    .where("user_id", "=", userId)
    .orderBy("message_id", "desc")
    .limit(maxMentions),
);

const membershipsOf = prepare((db: Kysely<Tables>, userId: string) =>
  db.selectFrom("members").select(["server_id", "joined_at"]).where("user_id", "=", userId),
);

/** A server of the user with such mentions, read or not. */
const anyMassMention = prepare((db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom("members")
    .select("members.server_id")
    .where("members.user_id", "=", userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("channels")
          .innerJoin("mass_mentions as mass", "mass.channel_id", "channels.id")
          .select("mass.message_id")
          .whereRef("channels.server_id", "=", "members.server_id"),
      ),
    )
    .limit(1),
);

/**
 * Channels of a server, with last messages that show that they have no mass mention: a message with one would be the
 * last of its channel, and each later one has a greater id.
 */
const withoutMassMentions = new WeakSet<SharedChannels>();

/**
 * Unread mentions of a user, including channels that they can no longer view. Some messages are listed twice. Callers
 * that have read all servers of the user pass them in, because most servers have no mass mention.
 */
export async function listUnreadMentions(
  db: Reader,
  userId: string,
  servers?: readonly SharedChannels[],
): Promise<UnreadMention[]> {
  const mentions = await db.all(mentionsOf, userId);
  if (servers?.every((channels) => withoutMassMentions.has(channels))) return mentions;
  // Most users have none, and this query is the cheaper one.
  if (await db.one(anyMassMention, userId)) return [...mentions, ...(await listMassMentions(db, userId))];
  for (const channels of servers ?? []) withoutMassMentions.add(channels);
  return mentions;
}

/** Mentions of everyone and of roles that the user has now, in their servers and since they joined. */
async function listMassMentions(db: Reader, userId: string): Promise<UnreadMention[]> {
  const memberships = await db.all(membershipsOf, userId);
  const joins = memberships.map(
    ({ server_id, joined_at }) => sql`(cast(${server_id} as text), cast(${idsFrom(joined_at)} as text))`,
  );
  return db
    .sql<Tables>()
    .with("since(server_id, first_id)", () => sql<SinceRow>`(values ${sql.join(joins)})`)
    .selectFrom("since")
    .innerJoin("channels", "channels.server_id", "since.server_id")
    .leftJoin("channel_unreads as read", (on) =>
      on.onRef("read.channel_id", "=", "channels.id").on("read.user_id", "=", userId),
    )
    .innerJoin("mass_mentions as mass", "mass.channel_id", "channels.id")
    .innerJoin("messages", (on) =>
      on.onRef("messages.channel_id", "=", "mass.channel_id").onRef("messages.id", "=", "mass.message_id"),
    )
    .select(["mass.channel_id as channelId", "mass.message_id as messageId"])
    .whereRef("mass.message_id", ">", "since.first_id")
    .where("mass.message_id", ">", sql<string>`coalesce(${sql.ref("read.last_id")}, '')`)
    .where("messages.author_id", "!=", userId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb("mass.whom", "=", "everyone"),
        exists(
          selectFrom("member_roles as held")
            .select("held.role_id")
            .where("held.user_id", "=", userId)
            .whereRef("held.server_id", "=", "since.server_id")
            .whereRef("held.role_id", "=", "mass.whom"),
        ),
      ]),
    )
    .orderBy("mass.message_id", "desc")
    .limit(maxMentions)
    .execute();
}

interface SinceRow {
  server_id: string;
  first_id: string;
}

/** Deletes the mentions of a user in some channels, up to their read marks. */
export async function deleteReadMentions(
  tx: Tx,
  userId: string,
  channelIds: readonly string[],
): Promise<void> {
  await tx
    .sql<Tables>()
    .deleteFrom("mentions")
    .where("user_id", "=", userId)
    .where("channel_id", "in", channelIds)
    .where("message_id", "<=", (read) =>
      read
        .selectFrom("channel_unreads as read")
        .select("read.last_id")
        .where("read.user_id", "=", userId)
        .whereRef("read.channel_id", "=", "mentions.channel_id"),
    )
    .execute();
}

export async function deleteMentionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.sql<MessagesTables>().deleteFrom("mentions").where("user_id", "=", userId).execute();
}
