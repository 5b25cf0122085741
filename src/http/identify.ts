import type { BucketName } from "../config/buckets.ts";
import { fail } from "../declare/error.ts";
import { type Auth, confirmationMs, type SessionCaller, type UserCaller } from "../declare/route.ts";
import { findBotByDigest } from "../domains/bots/index.ts";
import { findSessionByDigest, type SessionPrincipal } from "../domains/users/index.ts";
import { identifyWebhook } from "../domains/webhooks/index.ts";
import type { Clock } from "../platform/clock/clock.ts";
import { mapMaybe } from "../platform/concurrency/maybe-promise.ts";
import { isId } from "../platform/ids/ids.ts";
import { digestToken } from "../platform/secrets/vault.ts";
import type { Store } from "../store/store.ts";
import { guardedBuckets } from "./limiter.ts";

/** The holder of the valid token of a request: a session, a bot, or a client of a webhook. */
export type Principal = SessionPrincipal | BotPrincipal | WebhookPrincipal;

interface BotPrincipal {
  readonly botId: string;
}

interface WebhookPrincipal {
  readonly webhookId: string;
}

interface CredentialSource {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
}

type Identify = (
  source: CredentialSource,
  auth: Auth,
  /** The bucket in which the call counts, if it counts. */
  bucket: BucketName | undefined,
) => Principal | undefined | Promise<Principal | undefined>;

export function createIdentify(store: Store): Identify {
  const findBot = (token: string) => store.read((db) => findBotByDigest(db, digestToken(token)));
  const findSession = ({ headers }: Request) => {
    const token = headers.get("x-session-token");
    if (!token) return undefined;
    return store.read((db) => findSessionByDigest(db, digestToken(token)));
  };
  const findWebhook = async ({ webhook_id, token }: CredentialSource["params"]) => {
    // The path is not validated yet, and may contain text that the database rejects.
    if (webhook_id === undefined || token === undefined || !isId(webhook_id)) return undefined;
    const webhookId = await store.read((db) => identifyWebhook(db, { webhook_id, token }));
    return webhookId === undefined ? undefined : { webhookId };
  };
  return ({ request, params }, auth, bucket) => {
    if (auth === "none") {
      if ("webhook_id" in params) return findWebhook(params);
      // A credential only decides whose budget the call counts against. Where guessing is possible, each login would
      // otherwise provide a fresh budget.
      if (bucket === undefined || guardedBuckets.includes(bucket)) return undefined;
    }
    // Where bots may call, an invalid bot token fails the request even if it has a valid session token.
    const botsCall = auth === "user" || auth === "none";
    const botToken = botsCall ? request.headers.get("x-bot-token") : null;
    if (botToken !== null) return mapMaybe(findBot(botToken), botPrincipal);
    return findSession(request);
  };
}

function botPrincipal(bot: { readonly id: string } | undefined): BotPrincipal | undefined {
  return bot && { botId: bot.id };
}

/**
 * The key under which the calls of a principal count; undefined where they count by address. On routes that prove an
 * identity, a session does not change the budget: otherwise each login would provide a fresh one for further guesses.
 */
export function rateLimitKey(auth: Auth, principal: Principal | undefined): string | undefined {
  if (!principal || auth === "session?") return undefined;
  if ("webhookId" in principal) return principal.webhookId;
  return "botId" in principal ? principal.botId : principal.sessionId;
}

/** Whether the client has proved the second factor recently. */
function isConfirmed({ confirmedAt }: SessionPrincipal, clock: Clock): boolean {
  return (confirmedAt ?? 0) >= clock.now() - confirmationMs;
}

/** The caller that the declared `auth` asks for; throws 401 without one. */
export function requireCaller(
  auth: Auth,
  principal: Principal | undefined,
  clock: Clock,
): SessionCaller | UserCaller | undefined {
  if (auth === "none") return undefined;
  if (principal && "botId" in principal) return { sessionId: undefined, userId: principal.botId, bot: true };
  // The token of a webhook counts for the rate limit and its own routes alone.
  const session = principal && "webhookId" in principal ? undefined : principal;
  switch (auth) {
    case "session?":
      return session;
    case "session":
      if (!session) throw fail("InvalidSession");
      return session;
    case "user":
      if (!session?.onboardedAs) throw fail("InvalidSession");
      return { sessionId: session.sessionId, userId: session.userId, bot: false };
    case "operator":
      if (!session?.onboardedAs) throw fail("InvalidSession");
      if (session.privileged !== 1) throw fail("NotPrivileged");
      if (!isConfirmed(session, clock)) throw fail("ConfirmationRequired");
      return session;
  }
}
