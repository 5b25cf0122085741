import { type MaybePromise, mapMaybe } from "../../../platform/maybe-promise.ts";
import { memoizeByObject } from "../../../platform/memoize-by-object.ts";
import type { Reader } from "../../../store/tx.ts";
import type { ChannelAccess } from "../../channels/index.ts";
import { memberOf, memberView } from "../../servers/index.ts";
import { anonymousView, findUser, isBot } from "../../users/index.ts";
import type { Message } from "../model.ts";

/** Who speaks, as those are shown them who hear it: most do not know every member of a server. */
export function attachAuthor(
  db: Reader,
  { membership }: Partial<Pick<ChannelAccess, "membership">>,
  userId: string,
): MaybePromise<Pick<Message, "user" | "member">> {
  return mapMaybe(findUser(db, userId), (user) => {
    const member = membership && memberOf(membership);
    const speaker: Pick<Message, "user" | "member"> = {};
    // Whether a bot is there changes without its row.
    if (user) speaker.user = isBot(user) ? anonymousView(user, db.services) : shownUser(user, db.services);
    if (member) speaker.member = shownMember(member);
    return speaker;
  });
}

const shownUser = memoizeByObject(anonymousView);
const shownMember = memoizeByObject(memberView);
