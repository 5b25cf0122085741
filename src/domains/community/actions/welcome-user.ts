import type { AnyTx } from "../../../declare/tx.ts";
import { limitTier } from "../../accounts/index.ts";
import { findMember, isBanned, memberView } from "../../members/index.ts";
import { emptyFields, postMessage } from "../../messages/index.ts";
import { grantToUser } from "../../oidc/index.ts";
import { joinServer } from "../../servers/index.ts";
import { authorView, type UserRow } from "../../users/index.ts";
import { describeAnswers } from "../rules/describe-answers.ts";
import { findCommunity } from "./find-community.ts";

/**
 * Makes a new user a member of the community, and posts their answers to its questions. Nothing here refuses anybody:
 * a mistake in the configuration must not stop registrations.
 */
export async function welcomeUser(tx: AnyTx, user: UserRow, answers: readonly string[]): Promise<void> {
  const { config, clock, log } = tx.services;
  if (config.community.server === "") return;
  const community = await findCommunity(tx);
  if (!community) {
    log.warn({ server: config.community.server }, "community.server does not exist: nobody joins it");
    return;
  }
  const { server, answersChannel } = community;
  if (await isBanned(tx, server.id, user.id)) return;
  if (!(await findMember(tx, server.id, user.id))) {
    await joinServer(tx, server, user.id);
    // Groups that give roles to members alone found none before.
    await grantToUser(tx, user.id);
  }
  if (answersChannel === undefined) return;
  const { message_length } = limitTier(user.id, clock.now(), config);
  for (const content of describeAnswers(config.community.questions, answers, message_length))
    await postAnswers(tx, { serverId: server.id, channelId: answersChannel, user, content });
}

interface Answers {
  readonly serverId: string;
  readonly channelId: string;
  readonly user: UserRow;
  readonly content: string;
}

/**
 * As a message of the new member, whether or not they can view the channel. So it is among their personal data, is
 * deleted with their account, and leads moderators to them. It mentions nobody.
 */
async function postAnswers(tx: AnyTx, { serverId, channelId, user, content }: Answers): Promise<void> {
  const member = await findMember(tx, serverId, user.id);
  await postMessage(tx, {
    fields: { ...emptyFields, channel_id: channelId, author_id: user.id, content },
    mentions: { users: [], roles: [], everyone: false, online: false },
    user: authorView(user, tx.services),
    member: member && memberView(member),
  });
}
