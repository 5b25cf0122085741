import type { Auth, SessionCaller, UserCaller } from "../declare/route.ts";
import { findBotByDigest } from "../domains/bots/index.ts";
import { findSessionByDigest, type SessionPrincipal } from "../domains/users/index.ts";
import { identifyWebhook } from "../domains/webhooks/index.ts";
import { mapMaybe } from "../platform/maybe-promise.ts";
import { digestToken } from "../platform/secrets/vault.ts";
import { fail } from "../protocol/error.ts";
import type { Store } from "../store/store.ts";

/** The path has not been looked at yet, and may hold what no database takes. */
const looksLikeId = /^[0-9A-Z]{26}$/;

/** Who a request comes from, as far as its token is good: a session, a bot, or whoever has the key to a webhook. */
export type Principal = SessionPrincipal | BotPrincipal | WebhookPrincipal;

interface BotPrincipal {
  readonly botId: string;
}

interface WebhookPrincipal {
  readonly webhookId: string;
}

interface Asking {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
}

export type Identify = (asking: Asking, auth: Auth) => Principal | undefined | Promise<Principal | undefined>;

export function createIdentify(store: Store): Identify {
  const findBot = (token: string) => store.read((db) => findBotByDigest(db, digestToken(token)));
  const findSession = ({ headers }: Request) => {
    const token = headers.get("x-session-token");
    if (!token) return undefined;
    return store.read((db) => findSessionByDigest(db, digestToken(token)));
  };
  const findDoor = async (request: Request, webhook_id: string, token: string) => {
    const webhookId = await store.read((db) => identifyWebhook(db, { webhook_id, token }));
    return webhookId === undefined ? findSession(request) : { webhookId };
  };
  return ({ request, params }, auth) => {
    // A bot token, where bots may call, decides alone: a session does not rescue it.
    const botToken = auth === "user" ? request.headers.get("x-bot-token") : null;
    if (botToken !== null) return mapMaybe(findBot(botToken), knownBot);
    const { webhook_id, token } = params;
    if (webhook_id !== undefined && token !== undefined && looksLikeId.test(webhook_id))
      return findDoor(request, webhook_id, token);
    return findSession(request);
  };
}

function knownBot(bot: { readonly id: string } | undefined): BotPrincipal | undefined {
  return bot && { botId: bot.id };
}

/** By whom calls are counted. */
export function rateLimitKey(known: Principal): string {
  if ("webhookId" in known) return known.webhookId;
  return "botId" in known ? known.botId : known.sessionId;
}

/** Whether this caller may call at all; throws 401 otherwise. */
export function requireCaller(
  auth: Auth,
  known: Principal | undefined,
): SessionCaller | UserCaller | undefined {
  if (known && "botId" in known) return { sessionId: undefined, userId: known.botId, bot: true };
  // It opens a door of its own, and no other.
  const session = known && "webhookId" in known ? undefined : known;
  switch (auth) {
    case "none":
      return undefined;
    case "session?":
      return session;
    case "session":
      if (!session) throw fail("InvalidSession");
      return session;
    case "user":
      if (!session?.onboardedAs) throw fail("InvalidSession");
      return { sessionId: session.sessionId, userId: session.userId, bot: false };
  }
}
