import type { Static } from "typebox";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { randomToken } from "../../../platform/ids/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import { findImportedUser, findUser, type ImportedUserRow } from "../../users/index.ts";
import type { ImportedHistory } from "../model.ts";
import { deleteClaimLinks, findClaimLink, insertClaimLink, markLinkUsed } from "../store/claim-links.ts";
import type { ClaimLinkRow } from "../tables.ts";
import { beginClaim } from "./begin-claim.ts";
import { isBannedFromHistory } from "./claimed-memberships.ts";

const hour = 3_600_000;

interface NewLink {
  readonly person: ImportedUserRow;
  /** The only account that may use it; any, if undefined. */
  readonly accountId: string | undefined;
  readonly messages: number;
  readonly hours: number;
}

/** Makes a link with which whoever opens it first claims the history of a user. It replaces the earlier one. */
export async function createClaimLink(tx: Tx, { person, accountId, messages, hours }: NewLink) {
  const { clock, urls } = tx.services;
  const token = randomToken(32);
  const expires = clock.now() + hours * hour;
  await deleteClaimLinks(tx, person.user_id);
  await insertClaimLink(tx, {
    digest: digestToken(token),
    user_id: person.user_id,
    account_id: accountId ?? null,
    messages,
    expires,
    used_by: null,
  });
  // A fragment reaches no server, and no log.
  return { link: `${urls.app}/claim#${token}`, expires };
}

type LinkError = "InvalidToken" | "LinkExpired" | "LinkUsed" | "AlreadyClaimed" | "Banned";
type Context = Pick<Tx<never, LinkError>, "fail">;

interface Caller {
  readonly userId: string;
}

interface OpenLink {
  readonly link: ClaimLinkRow;
  readonly person: ImportedUserRow;
}

async function requireLink(db: Reader, token: string, userId: string, { fail }: Context): Promise<OpenLink> {
  const link = await findClaimLink(db, digestToken(token));
  const person = link && (await findImportedUser(db, link.user_id));
  // A link for somebody else looks like one that does not exist.
  if (!person || (link.account_id !== null && link.account_id !== userId)) throw fail("InvalidToken");
  if (link.used_by !== null) throw fail("LinkUsed");
  if (link.expires <= db.services.clock.now()) throw fail("LinkExpired");
  if (person.claimed_by !== null) throw fail("AlreadyClaimed");
  return { link, person };
}

/** What a link would give to the caller. */
export async function viewHistory(
  db: Reader,
  { userId }: Caller,
  token: string,
  context: Context,
): Promise<Static<typeof ImportedHistory>> {
  const { link, person } = await requireLink(db, token, userId, context);
  const user = await findUser(db, person.user_id);
  if (!user) throw context.fail("InvalidToken");
  return {
    _id: user.id,
    name: user.display_name ?? user.username,
    ...(user.avatar !== null && { avatar: JSON.parse(user.avatar) }),
    source: person.source,
    messages: link.messages,
    expires: new Date(link.expires).toISOString(),
  };
}

/** Uses a link up. Of two who open it at once, one gets the history. */
export async function claimByLink(
  tx: Tx<never, LinkError>,
  { userId }: Caller,
  token: string,
): Promise<void> {
  const { link, person } = await requireLink(tx, token, userId, tx);
  if (await isBannedFromHistory(tx, person, userId)) throw tx.fail("Banned");
  await markLinkUsed(tx, link.digest, userId);
  if (!(await beginClaim(tx, person, userId))) throw tx.fail("AlreadyClaimed");
}
