import type { Reader } from "../../../declare/tx.ts";
import { oncePer } from "../../../platform/once-per.ts";
import { type Known, whenKnown } from "../../../platform/when-known.ts";
import type { Sighting } from "../../channels/index.ts";
import { memberBehind, memberView } from "../../servers/index.ts";
import { anonymousView, findUser, isBot } from "../../users/index.ts";
import type { Message } from "../model.ts";

/** Who speaks, as those are shown them who hear it: most do not know every member of a server. */
export function introduceSpeaker(
  db: Reader,
  { standing }: Partial<Pick<Sighting, "standing">>,
  userId: string,
): Known<Pick<Message, "user" | "member">> {
  return whenKnown(findUser(db, userId), (user) => {
    const member = standing && memberBehind(standing);
    const speaker: Pick<Message, "user" | "member"> = {};
    // Whether a bot is there changes without its row.
    if (user) speaker.user = isBot(user) ? anonymousView(user, db.services) : shownUser(user, db.services);
    if (member) speaker.member = shownMember(member);
    return speaker;
  });
}

const shownUser = oncePer(anonymousView);
const shownMember = oncePer(memberView);
