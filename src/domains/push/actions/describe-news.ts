import type { Reader } from "../../../store/tx.ts";
import { findUser, type UserRow } from "../../users/index.ts";
import type { CallNews, FriendNews, News, Notice } from "../model.ts";
import { pictureOf } from "../rules/pictures.ts";
import { describeMessage } from "./describe-message.ts";

const day = 86_400;
/** How long a call rings, in seconds. */
const ringing = 30;

/** The news in words; nothing where there is nothing to tell any more. */
export async function describeNews(db: Reader, news: News): Promise<Notice | undefined> {
  switch (news.kind) {
    case "message":
      return describeMessage(db, news);
    case "friend":
      return describeFriend(db, news);
    case "call":
      return describeCall(db, news);
    case "badge":
      return undefined;
  }
}

async function describeFriend(db: Reader, { from, step, at }: FriendNews): Promise<Notice | undefined> {
  const user = await findUser(db, from);
  if (!user) return undefined;
  const author = nameOf(user);
  return {
    author,
    icon: pictureOf(user, db.services.urls),
    body: step === "asked" ? `${author} sent you a friend request` : `${author} accepted your friend request`,
    tag: from,
    timestamp: Math.floor(at / 1_000),
    url: `${db.services.urls.app}/friends`,
    more: {},
    brief: {},
    sending: { ttl: 7 * day, urgency: "normal", id: from },
  };
}

async function describeCall(db: Reader, call: CallNews): Promise<Notice | undefined> {
  const { channel, by, startedAt, ended, at } = call;
  const { clock, urls } = db.services;
  const timestamp = Math.floor(at / 1_000);
  const left = timestamp + ringing - Math.floor(clock.now() / 1_000);
  const user = await findUser(db, by);
  if (!user || left <= 0) return undefined;
  const author = nameOf(user);
  const more = {
    initiator_id: by,
    channel_id: channel,
    started_at: startedAt === null ? null : new Date(startedAt).toISOString(),
    ended,
  };
  return {
    author,
    icon: pictureOf(user, urls),
    body: ended ? "The call has ended" : `${author} is calling`,
    tag: channel,
    timestamp,
    url: `${urls.app}/channel/${channel}`,
    more,
    brief: more,
    sending: { ttl: left, urgency: "high", topic: `call${channel}`, id: `call${channel}` },
  };
}

function nameOf({ display_name, username }: UserRow): string {
  return display_name ?? username;
}
