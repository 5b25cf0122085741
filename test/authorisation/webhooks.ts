import { updateWebhook } from "../../src/domains/webhooks/store/webhooks.ts";
import type { Person } from "../support/accounts/people.ts";
import type { TestServer } from "../support/server/server.ts";
import { execute, type NewWebhook, newWebhook, setWebhookPermissions } from "../support/webhooks/webhooks.ts";
import type { CommunityFixture } from "./community.ts";
import type { People } from "./principals.ts";

export interface Webhooks {
  /** In the channel that all members see. */
  readonly open: NewWebhook;
  readonly hidden: NewWebhook;
  /** In the same channel as the open one: without permissions, and with SendMessage alone. */
  readonly silent: NewWebhook;
  readonly plain: NewWebhook;
  /** In the same channel, with all permissions of new webhooks, but created by the member and by the denied user. */
  readonly byMember: NewWebhook;
  readonly byDenied: NewWebhook;
  /** The id of a message that each of these has sent. */
  readonly messages: Readonly<Record<"open" | "silent" | "plain" | "byDenied", string>>;
}

export async function openWebhooks(
  server: TestServer,
  { channel, hidden }: CommunityFixture,
  people: Pick<People, "owner" | "member" | "denied">,
): Promise<Webhooks> {
  const { owner } = people;
  const send = async (webhook: NewWebhook): Promise<string> =>
    (await execute(server, webhook, { content: "Hello." })).body._id;
  const open = await newWebhook(server, owner, { channel });
  const silent = await newWebhook(server, owner, { channel });
  const plain = await newWebhook(server, owner, { channel });
  const [byMember, byDenied] = [
    await newWebhook(server, owner, { channel }),
    await newWebhook(server, owner, { channel }),
  ];
  const messages = {
    open: await send(open),
    silent: await send(silent),
    plain: await send(plain),
    byDenied: await send(byDenied),
  };
  await setWebhookPermissions(server, silent, []);
  await setWebhookPermissions(server, plain, ["SendMessage"]);
  const give = async (webhook: NewWebhook, creator: Person): Promise<void> => {
    await server.running.store.write((tx) => updateWebhook(tx, webhook.id, { creator_id: creator.id }));
  };
  await give(byMember, people.member);
  await give(byDenied, people.denied);
  const hiddenWebhook = await newWebhook(server, owner, { channel: hidden });
  return { open, hidden: hiddenWebhook, silent, plain, byMember, byDenied, messages };
}
