import type { Person } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { execute, type NewWebhook, newWebhook, setWebhookPermissions } from "../support/webhooks.ts";
import type { CommunityFixture } from "./community.ts";

export interface Webhooks {
  /** In the channel that all members see. */
  readonly open: NewWebhook;
  readonly hidden: NewWebhook;
  /** In the same channel as the open one: without permissions, and with SendMessage alone. */
  readonly silent: NewWebhook;
  readonly plain: NewWebhook;
  /** The id of a message that each of these has sent. */
  readonly messages: Readonly<Record<"open" | "silent" | "plain", string>>;
}

export async function openWebhooks(
  server: TestServer,
  { channel, hidden }: CommunityFixture,
  owner: Person,
): Promise<Webhooks> {
  const send = async (webhook: NewWebhook): Promise<string> =>
    (await execute(server, webhook, { content: "Hello." })).body._id;
  const open = await newWebhook(server, owner, { channel });
  const silent = await newWebhook(server, owner, { channel });
  const plain = await newWebhook(server, owner, { channel });
  const messages = { open: await send(open), silent: await send(silent), plain: await send(plain) };
  await setWebhookPermissions(server, silent, []);
  await setWebhookPermissions(server, plain, ["SendMessage"]);
  return { open, hidden: await newWebhook(server, owner, { channel: hidden }), silent, plain, messages };
}
