import type { Tx } from "../../../declare/tx.ts";
import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/sets.ts";
import type { Known } from "../../../platform/when-known.ts";
import { assertAllowed, type ChannelUpdated, lookToSpeak, type Sighting } from "../../channels/index.ts";
import { findLinks } from "../../unfurl/index.ts";
import type { MessageDraft } from "../draft-model.ts";
import type { MessageSent } from "../events.ts";
import { unfurlLinks } from "../jobs.ts";
import type { Message } from "../model.ts";
import { takeKey } from "../store/sending.ts";
import { checkSpeech, type Speaker, type SpeechTx, type Stage } from "./check-speech.ts";
import { composeMessage } from "./compose-message.ts";
import { introduceSpeaker } from "./introduce-speaker.ts";
import { postMessage } from "./post-message.ts";

export interface Speaking {
  readonly channelId: string;
  readonly draft: MessageDraft;
  /** By which a call that is made twice is recognised. */
  readonly key: string | undefined;
  readonly caller: Speaker;
}

/** The channel, if the caller may send there what it is made of, and has not done so already. */
export async function stepUp(tx: SpeechTx, { channelId, draft, key, caller }: Speaking): Promise<Sighting> {
  if (key !== undefined && !(await takeKey(tx, caller.userId, key))) throw tx.fail("DuplicateNonce");
  const looking = { db: tx, caller, fail: tx.fail };
  const sighting = await lookToSpeak(looking, channelId);
  assertDraftAllowed(looking, sighting, draft);
  return sighting;
}

/** Says it there. */
export async function speak(
  tx: SpeechTx & Tx<typeof MessageSent | typeof ChannelUpdated>,
  stage: Stage,
  speaking: Omit<Speaking, "channelId">,
): Promise<Message> {
  const { channel } = stage;
  const { draft, caller } = speaking;
  const speech = await checkSpeech(tx, stage, speaking);
  const { row, mentioned } = await composeMessage(tx, stage, { draft, speech, speaker: caller });
  const message = await postMessage(tx, {
    row,
    mentioned,
    quiet: speech.suppress,
    speaker: caller.webhook ? {} : await introduceSpeaker(tx, stage, caller.userId),
    reopens: channel.channel_type === "DirectMessage" && !channel.active,
  });
  await askForLinks(tx, stage, row);
  return message;
}

function assertDraftAllowed(
  looking: Parameters<typeof assertAllowed>[0],
  sighting: Sighting,
  { masquerade, embeds = [], attachments = [] }: MessageDraft,
): void {
  if (masquerade) assertAllowed(looking, sighting, "Masquerade");
  if (masquerade?.colour !== undefined) assertAllowed(looking, sighting, "ManageRole");
  if (embeds.length > 0) assertAllowed(looking, sighting, "SendEmbeds");
  if (attachments.length > 0) assertAllowed(looking, sighting, "UploadFiles");
}

interface Said {
  readonly channel_id: string;
  readonly id: string;
  readonly content: string | null;
}

/** Lets what the links lead to be shown below the message, a moment later, if its author may show that. */
export function askForLinks(
  tx: Tx,
  { permissions }: Pick<Stage, "permissions">,
  { channel_id, id, content }: Said,
): Known<void> {
  const most = tx.services.config.limits.global.message_embeds;
  if (!includes(permissions, permission.SendEmbeds) || findLinks(content ?? "", most).length === 0) return;
  return tx.enqueue(unfurlLinks, { channel: channel_id, message: id });
}
