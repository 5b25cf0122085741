import type { JobContext } from "../../../declare/job.ts";
import type { Reader } from "../../../store/tx.ts";
import { findUnreadMentions } from "../../unreads/index.ts";
import type { Device, News, Outcome, Parcel } from "../model.ts";
import { carrierOf } from "../rules/subscription.ts";
import { findShown, putShown } from "../store/badges.ts";
import { dropDevice, listDevices } from "../store/devices.ts";
import { describeNews } from "./describe-news.ts";
import { findHearers } from "./find-hearers.ts";
import { type Lane, sendParcel } from "./send-parcel.ts";

export interface Sent {
  readonly device: Device;
  readonly parcel: Parcel;
  readonly outcome: Outcome;
}

/** Sends news to the devices of these sessions, all at the same time, as far as they are still to hear of it. */
export async function sendTo(
  { services, read }: JobContext,
  { sessions, news }: { readonly sessions: readonly string[]; readonly news: News },
  lane: Lane,
): Promise<Sent[]> {
  const packed = await read((db) => pack(db, sessions, news));
  return Promise.all(packed.map(async (one) => ({ ...one, outcome: await sendParcel(services, one, lane) })));
}

async function pack(db: Reader, sessions: readonly string[], news: News): Promise<Omit<Sent, "outcome">[]> {
  const known = await listDevices(db, sessions);
  const hearers = await findHearers(db, new Set(known.map(({ userId }) => userId)), news);
  const devices = known.filter(({ userId }) => hearers.has(userId));
  const notice = devices.length > 0 ? await describeNews(db, news) : undefined;
  if (news.kind !== "badge" && !notice) return [];
  const packed: Omit<Sent, "outcome">[] = [];
  for (const device of devices) {
    const showsBadge = carrierOf(JSON.parse(device.subscription)) !== "web";
    const badge = showsBadge ? await countMentions(db, device.userId) : undefined;
    const tooHigh = badge !== undefined && badge < (await findShown(db, device.sessionId));
    if (notice || tooHigh) packed.push({ device, parcel: { notice, badge } });
  }
  return packed;
}

async function countMentions(db: Reader, userId: string): Promise<number> {
  return (await findUnreadMentions(db, userId)).length;
}

/** Remembers which devices are no more, and what the others show now. */
export async function recordOutcomes({ write }: JobContext, sent: readonly Sent[]): Promise<void> {
  const gone = sent.filter(({ outcome }) => outcome === "gone");
  const shown = sent.filter(({ outcome, parcel }) => outcome === "sent" && parcel.badge !== undefined);
  if (gone.length + shown.length === 0) return;
  await write(async (tx) => {
    for (const { device } of gone) await dropDevice(tx, device);
    for (const { device, parcel } of shown) await putShown(tx, device.sessionId, parcel.badge ?? 0);
  });
}
