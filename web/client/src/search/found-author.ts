import type { Message } from "../../../protocol/types.ts";
import { t } from "../i18n/i18n.ts";
import { proxied } from "../media/addresses.ts";
import type { Channel } from "../model/channel.ts";
import type { Client } from "../session/client.ts";
import { configuration } from "../session/server.ts";

interface FoundAuthor {
  readonly name: string;
  readonly avatarUrl?: string;
}

/** Who a message that was found appears to be from. */
export function authorOf(client: Client, channel: Channel, message: Message): FoundAuthor {
  const { masquerade, webhook, author } = message;
  const server = channel.serverId;
  const member = server ? client.member(server, author) : undefined;
  const user = client.users.get(author);
  const webhookAvatar =
    webhook?.avatar && `${configuration()?.features.autumn.url}/avatars/${webhook.avatar}`;
  return {
    name:
      masquerade?.name ?? webhook?.name ?? member?.nickname ?? user?.displayName ?? t().search.unknownAuthor,
    avatarUrl: proxied(masquerade?.avatar) ?? webhookAvatar ?? member?.avatarURL ?? user?.avatarURL,
  };
}
