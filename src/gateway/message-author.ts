import type { PayloadOf } from "../declare/event.ts";
import { MessageSent } from "../domains/messages/index.ts";
import { relatedAuthorView, type User } from "../domains/users/index.ts";
import type { Announcement } from "../visibility/announcement.ts";
import type { ViewerRelation } from "./view.ts";

/** The author whom a Message event shows. Messages of the system and of webhooks have none. */
export function authorOf({ name, payload }: Announcement): User | undefined {
  return name === MessageSent.name ? (payload as PayloadOf<typeof MessageSent>).user : undefined;
}

/** A Message event as a receiver with this relation to its author gets it. */
export function showAuthor(announcement: Announcement, author: User, relation: ViewerRelation): Announcement {
  return withAuthor(announcement, relatedAuthorView(author, relation));
}

/** A Message event with the author's presence as it is now: the transaction that sent the message read it earlier. */
export function refreshPresence(
  announcement: Announcement,
  isOnline: (userId: string) => boolean,
): Announcement {
  const author = authorOf(announcement);
  if (!author) return announcement;
  const online = isOnline(author._id);
  return online === author.online ? announcement : withAuthor(announcement, { ...author, online });
}

function withAuthor(announcement: Announcement, user: User): Announcement {
  return { ...announcement, payload: { ...(announcement.payload as object), user } };
}
