import type { Reader } from "../../../declare/tx.ts";
import type { RenderedNotification } from "../../../platform/push/port.ts";
import type { Channel } from "../../channels/index.ts";
import { findMember } from "../../members/index.ts";
import type { Message } from "../../messages/index.ts";
import { findUser } from "../../users/index.ts";
import { avatarUrl, defaultAvatarUrl, fileUrl, proxiedUrl } from "../rules/image-urls.ts";

type DisplayedAuthor = Pick<RenderedNotification, "author" | "icon">;

/** Finds the name and the avatar under which readers see a message. */
export async function findAuthor(db: Reader, message: Message, channel: Channel): Promise<DisplayedAuthor> {
  const { urls } = db.services;
  const { masquerade = {} } = message;
  const own = await findUnmasked(db, message, channel);
  return {
    author: masquerade.name ?? own.author,
    icon: masquerade.avatar === undefined ? own.icon : proxiedUrl(masquerade.avatar, urls),
  };
}

async function findUnmasked(db: Reader, message: Message, channel: Channel): Promise<DisplayedAuthor> {
  const { urls } = db.services;
  const { author: id, webhook, system } = message;
  const defaultAvatar = defaultAvatarUrl(id, urls);
  if (webhook) {
    const avatar = webhook.avatar === null ? undefined : { tag: "avatars" as const, _id: webhook.avatar };
    return { author: webhook.name, icon: avatar ? fileUrl(avatar, urls) : defaultAvatar };
  }
  if (system) {
    const group = channel.channel_type === "Group" ? channel : undefined;
    return { author: group?.name ?? "System", icon: group?.icon ? fileUrl(group.icon, urls) : defaultAvatar };
  }
  const user = await findUser(db, id);
  const member =
    channel.channel_type === "TextChannel" ? await findMember(db, channel.server, id) : undefined;
  const name = member?.nickname ?? user?.display_name ?? user?.username ?? "Somebody";
  const avatar = member?.avatar ?? user?.avatar ?? null;
  return { author: name, icon: avatarUrl({ id, avatar }, urls) };
}
