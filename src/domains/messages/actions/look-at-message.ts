import { lookAtChannel, type Sighting } from "../../channels/index.ts";
import { findMessage } from "../store/messages.ts";
import type { MessageRow } from "../tables.ts";

type LookAtChannel = Parameters<typeof lookAtChannel>;

/** Where a message is, by the names that the paths of routes give it. */
export interface MessagePath {
  readonly target: string;
  readonly msg: string;
}

export interface Found {
  readonly sighting: Sighting;
  readonly message: MessageRow;
}

/** A message that exists, in a channel in which the caller holds a permission. */
export async function lookAtMessage(
  looking: LookAtChannel[0],
  { target, msg }: MessagePath,
  permission: LookAtChannel[2],
): Promise<Found> {
  const sighting = await lookAtChannel(looking, target, permission);
  const message = await findMessage(looking.db, target, msg);
  if (!message) throw looking.fail("NotFound");
  return { sighting, message };
}
