import type { Reader } from "../../../store/tx.ts";
import type { Channel } from "../../conversations/index.ts";
import type { Message } from "../../messages/index.ts";
import { findMember } from "../../servers/index.ts";
import { findUser } from "../../users/index.ts";
import type { Notice } from "../model.ts";
import { drawnPicture, fileUrl, passedOn, pictureOf } from "../rules/pictures.ts";

type Speaker = Pick<Notice, "author" | "icon">;

/** Who speaks, under the name and with the picture that readers see. */
export async function findSpeaker(db: Reader, message: Message, channel: Channel): Promise<Speaker> {
  const { urls } = db.services;
  const { masquerade = {} } = message;
  const own = await findOwn(db, message, channel);
  return {
    author: masquerade.name ?? own.author,
    icon: masquerade.avatar === undefined ? own.icon : passedOn(masquerade.avatar, urls),
  };
}

async function findOwn(db: Reader, message: Message, channel: Channel): Promise<Speaker> {
  const { urls } = db.services;
  const { author: id, webhook, system } = message;
  const drawn = drawnPicture(id, urls);
  if (webhook) {
    const avatar = webhook.avatar === null ? undefined : { tag: "avatars" as const, _id: webhook.avatar };
    return { author: webhook.name, icon: avatar ? fileUrl(avatar, urls) : drawn };
  }
  if (system) {
    const group = channel.channel_type === "Group" ? channel : undefined;
    return { author: group?.name ?? "System", icon: group?.icon ? fileUrl(group.icon, urls) : drawn };
  }
  const user = await findUser(db, id);
  const member =
    channel.channel_type === "TextChannel" ? await findMember(db, channel.server, id) : undefined;
  const name = member?.nickname ?? user?.display_name ?? user?.username ?? "Somebody";
  const avatar = member?.avatar ?? user?.avatar ?? null;
  return { author: name, icon: pictureOf({ id, avatar }, urls) };
}
