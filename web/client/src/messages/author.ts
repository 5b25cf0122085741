import type { Channel, Client, Message } from "stoat.js";
import { knownUser } from "../markdown/known-user.ts";
import { t } from "../texts/texts.ts";
import { plainColour } from "./plain-colour.ts";

/** Who a message appears to be from. */
export interface ShownAuthor {
  readonly name: string;
  readonly avatarUrl?: string;
  readonly colour?: string;
  readonly badge?: "bot" | "webhook";
  /** The name of the person behind a name or picture that the message was given. */
  readonly realName?: string;
}

export function authorOf(message: Message): ShownAuthor {
  const { masquerade, webhook, member, author } = message;
  const realName = webhook?.name ?? member?.nickname ?? author?.displayName ?? t().messages.unknownAuthor;
  return {
    name: masquerade?.name ?? realName,
    avatarUrl: message.masqueradeAvatarURL ?? (webhook ?? member ?? author)?.avatarURL,
    colour: plainColour(masquerade?.colour ?? member?.roleColour),
    badge: webhook ? "webhook" : author?.bot ? "bot" : undefined,
    realName: masquerade ? realName : undefined,
  };
}

/** The name of a user as it is known in a channel, or nothing where they are not known. */
export function nameOf(client: Client, channel: Channel | undefined, userId: string): string | undefined {
  const server = channel?.serverId;
  const member = server ? client.serverMembers.getByKey({ server, user: userId }) : undefined;
  return member?.nickname ?? client.users.get(userId)?.displayName;
}

/** As `nameOf`, and asks the server once for users who are not known yet. */
export function nameOrFetch(client: Client, channel: Channel | undefined, userId: string): string {
  return (
    nameOf(client, channel, userId) ?? knownUser(client, userId)?.displayName ?? t().messages.unknownAuthor
  );
}

/** The bits of a message's flags. The library takes the numbers of the bits for masks. */
const mentionsEveryone = 1 << 2;
const mentionsOnline = 1 << 3;

/** Whether a message mentions the user of this client. */
export function mentionsSelf(client: Client, message: Message): boolean {
  const self = client.user?.id;
  if (self === undefined || message.authorId === self) return false;
  const ownRoles = message.server?.member?.roles ?? [];
  return (
    (message.mentionIds?.includes(self) ?? false) ||
    (message.roleMentionIds?.some((role) => ownRoles.includes(role)) ?? false) ||
    (message.flags & (mentionsEveryone | mentionsOnline)) !== 0
  );
}
