import { timeOfId } from "../../../src/platform/ids/ids.ts";
import type { DeviceSubscription } from "../../../src/platform/push/port.ts";
import { carrierOf, findSubscriptionFault } from "../../../src/platform/push/subscription.ts";
import { digestToken } from "../../../src/platform/secrets/vault.ts";
import { rowWith } from "../known-rows.ts";
import type { ImportStep } from "../step.ts";
import { documentOf, flagOf, idOf, optionalText, optionalTime, textOf, Unusable } from "../values/values.ts";

/** Shorter ones could be guessed. */
const minTokenLength = 32;

/** The token of a session, bot or webhook. */
export function tokenOf(value: unknown): string {
  const token = textOf(value, "token");
  if (token.length < minTokenLength || token.length > 512) throw new Unusable("token has a wrong length");
  return token;
}

export const sessionsStep: ImportStep = {
  collection: "sessions",
  lookups: ({ _id, user_id, token }) => [
    rowWith("sessions", { id: String(_id) }),
    rowWith("sessions", { token_digest: digestToken(String(token)) }),
    rowWith("accounts", { id: String(user_id) }),
  ],
  take(session, target, { keepsSubscriptions }) {
    const id = idOf(session._id, "_id");
    const user_id = idOf(session.user_id, "user_id");
    const token_digest = digestToken(tokenOf(session.token));
    if (target.known.has(rowWith("sessions", { id }))) throw new Unusable("another session has the same id");
    if (target.known.has(rowWith("sessions", { token_digest })))
      throw new Unusable("another session has the same token");
    if (!target.known.has(rowWith("accounts", { id: user_id }))) throw new Unusable("its account is missing");
    const subscription = keepsSubscriptions ? subscriptionOf(session.subscription) : undefined;
    target.add("sessions", {
      id,
      user_id,
      token_digest,
      name: optionalText(session.name, "name") ?? "Unknown",
      last_seen: optionalTime(session.last_seen, "last_seen") ?? timeOfId(id),
      subscription: subscription ? JSON.stringify(subscription) : null,
      confirmed_at: null,
    });
  },
};

/** Only those of browsers: the keys of the old instance for Apple and Google do not come along. */
function subscriptionOf(value: unknown): DeviceSubscription | undefined {
  const { endpoint, p256dh, auth } = documentOf(value);
  if (typeof endpoint !== "string" || typeof p256dh !== "string" || typeof auth !== "string")
    return undefined;
  const subscription = { endpoint, p256dh, auth };
  const isUsable = carrierOf(subscription) === "web" && findSubscriptionFault(subscription) === undefined;
  return isUsable ? subscription : undefined;
}

/** Invites to register, each for one account. Stoat creates one of the collections, and uses the other. */
export const accountInvitesSteps: readonly ImportStep[] = ["account_invites", "invites"].map(
  (collection) => ({
    collection,
    lookups: ({ _id }) => [rowWith("registration_invites", { code: String(_id) })],
    take(invite, target, { now }) {
      const code = textOf(invite._id, "_id");
      if (!/^[\x21-\x7e]{1,128}$/.test(code)) throw new Unusable("_id is no code");
      if (target.known.has(rowWith("registration_invites", { code })))
        throw new Unusable("another invite has the same code");
      target.add("registration_invites", {
        code,
        created_at: now,
        uses: flagOf(invite.used),
        max_uses: 1,
        claimed_by: optionalText(invite.claimed_by, "claimed_by"),
      });
    },
  }),
);
