import { fail } from "../declare/error.ts";
import type { Auth, SessionCaller, UserCaller } from "../declare/route.ts";
import { findSessionByDigest, type KnownSession } from "../domains/users/index.ts";
import type { Store } from "../platform/database/store.ts";
import { digestToken } from "../platform/secrets/vault.ts";

/** The session behind a request, if its token is good. */
export type Identify = (request: Request) => KnownSession | undefined | Promise<KnownSession | undefined>;

export function createIdentify(store: Store): Identify {
  return ({ headers }) => {
    const token = headers.get("x-session-token");
    if (!token) return undefined;
    return store.read((db) => findSessionByDigest(db, digestToken(token)));
  };
}

/** Whether this caller may call at all; throws 401 otherwise. */
export function admitCaller(
  auth: Auth,
  session: KnownSession | undefined,
  request: Request,
): SessionCaller | UserCaller | undefined {
  switch (auth) {
    case "none":
      return undefined;
    case "session?":
      return session;
    case "session":
      if (!session) throw fail("InvalidSession");
      return session;
    case "user":
      // A bot token, where there is one, decides alone: a session does not rescue it.
      if (!session?.onboardedAs || request.headers.has("x-bot-token")) throw fail("InvalidSession");
      return { sessionId: session.sessionId, userId: session.userId, bot: false };
  }
}
