import { t } from "../i18n/i18n.ts";
import { knownUser } from "../markdown/known-user.ts";
import { isGif } from "../media/addresses.ts";
import { plainColour } from "../media/plain-colour.ts";
import type { Channel } from "../model/channel.ts";
import type { RoleIcon } from "../model/member.ts";
import type { Message } from "../model/message.ts";
import type { Client } from "../session/client.ts";

/** Who a message appears to be from. */
export interface ShownAuthor {
  readonly name: string;
  readonly avatarUrl?: string;
  /** Images of other sites are shown as they are; of avatars, the server serves the first frame. */
  readonly isAvatarAnimated?: boolean;
  /** The person, if it is one. */
  readonly userId?: string;
  readonly colour?: string;
  /** Of the person, not of a name that the message was given. */
  readonly roleIcon?: RoleIcon;
  readonly badge?: "bot" | "webhook";
  /** The name of the person behind a name or image that the message was given. */
  readonly realName?: string;
}

export function authorOf(message: Message): ShownAuthor {
  const { masquerade, webhook, member, author } = message;
  const realName = webhook?.name ?? member?.nickname ?? author?.displayName ?? t().messages.unknownAuthor;
  return {
    name: masquerade?.name ?? realName,
    avatarUrl: message.masqueradeAvatarURL ?? (webhook ?? member ?? author)?.avatarURL,
    isAvatarAnimated: isGif(masquerade?.avatar),
    userId: webhook ? undefined : message.authorId,
    colour: plainColour(masquerade?.colour ?? member?.roleColour),
    roleIcon: masquerade ? undefined : member?.roleIcon,
    badge: webhook ? "webhook" : author?.bot ? "bot" : undefined,
    realName: masquerade ? realName : undefined,
  };
}

/** The name of a user as it is known in a channel, or nothing where they are not known. */
export function nameOf(client: Client, channel: Channel | undefined, userId: string): string | undefined {
  const server = channel?.serverId;
  const member = server ? client.member(server, userId) : undefined;
  return member?.nickname ?? client.users.get(userId)?.displayName;
}

/** As `nameOf`, and asks the server once for users who are not known yet. */
export function nameOrFetch(client: Client, channel: Channel | undefined, userId: string): string {
  return (
    nameOf(client, channel, userId) ?? knownUser(client, userId)?.displayName ?? t().messages.unknownAuthor
  );
}
