import type { Reader } from "../../../declare/tx.ts";
import { memoizeByObject } from "../../../platform/memoize/memoize-by-object.ts";
import type { ChannelAccess } from "../../channels/index.ts";
import { memberView } from "../../members/index.ts";
import { authorView, findUser, isOnline } from "../../users/index.ts";
import type { Message } from "../model.ts";

/** The author as the event shows them to all receivers, most of whom do not know every member of a server. */
export async function attachAuthor(
  db: Reader,
  { member }: Partial<Pick<ChannelAccess, "member">>,
  userId: string,
): Promise<Pick<Message, "user" | "member">> {
  const user = await findUser(db, userId);
  const author: Pick<Message, "user" | "member"> = {};
  // Users come and go without a change of their row, so a memoized view may have an old `online`.
  if (user) author.user = { ...viewUser(user, db.services), online: isOnline(user, db.services) };
  if (member) author.member = viewMember(member);
  return author;
}

const viewUser = memoizeByObject(authorView);
const viewMember = memoizeByObject(memberView);
