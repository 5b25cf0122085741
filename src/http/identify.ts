import { fail } from "../declare/error.ts";
import type { Auth, SessionCaller, UserCaller } from "../declare/route.ts";
import { findBotByDigest } from "../domains/bots/index.ts";
import { findSessionByDigest, type KnownSession } from "../domains/users/index.ts";
import type { Store } from "../platform/database/store.ts";
import { digestToken } from "../platform/secrets/vault.ts";

/** Who a request comes from, as far as its token is good: a session, or a bot. */
export type Known = KnownSession | KnownBot;

interface KnownBot {
  readonly botId: string;
}

export type Identify = (request: Request, auth: Auth) => Known | undefined | Promise<Known | undefined>;

export function createIdentify(store: Store): Identify {
  const findBot = (token: string) => store.read((db) => findBotByDigest(db, digestToken(token)));
  return ({ headers }, auth) => {
    // A bot token, where bots may call, decides alone: a session does not rescue it.
    const botToken = auth === "user" ? headers.get("x-bot-token") : null;
    if (botToken !== null) {
      const bot = findBot(botToken);
      return bot instanceof Promise ? bot.then(knownBot) : knownBot(bot);
    }
    const token = headers.get("x-session-token");
    if (!token) return undefined;
    return store.read((db) => findSessionByDigest(db, digestToken(token)));
  };
}

function knownBot(bot: { readonly id: string } | undefined): KnownBot | undefined {
  return bot && { botId: bot.id };
}

/** By whom calls are counted. */
export function nameOf(known: Known): string {
  return "botId" in known ? known.botId : known.sessionId;
}

/** Whether this caller may call at all; throws 401 otherwise. */
export function admitCaller(auth: Auth, known: Known | undefined): SessionCaller | UserCaller | undefined {
  if (known && "botId" in known) return { sessionId: undefined, userId: known.botId, bot: true };
  const session = known;
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
