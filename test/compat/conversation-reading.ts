import { expect } from "bun:test";
import { until } from "../support/until.ts";
import type { LibraryChannel, LibraryClient } from "./conversation-library.ts";
import { type Conversation, idOf } from "./conversation-steps.ts";
import { waitForChannel, waitForMessage } from "./conversation-views.ts";

const stateOf = ({ unread, mentions = [] }: LibraryChannel) => ({ unread, mentions: [...mentions] });
const nothing = { unread: false, mentions: [] };

export interface Devices {
  /** Connects another device of Ben, which starts with the unread records of the server. */
  connectAgain(): Promise<LibraryClient>;
  /** Marks everything as read on Ben's first device. */
  readAll(): Promise<void>;
}

/** Checks that messages which Ben reads on one device become read on the others. */
export async function readOnOtherDevices(
  { library, ann, ben, place }: Conversation,
  { connectAgain, readAll }: Devices,
): Promise<void> {
  const hers = await waitForChannel(ann, place);
  const his = await waitForChannel(ben, place);
  const openDevice = async () => waitForChannel(await connectAgain(), place);
  await hers.sendMessage("Are you there?");
  const mention = await hers.sendMessage(`<@${idOf(ben)}>, are you?`);
  const laptop = await openDevice();
  expect(stateOf(laptop)).toEqual({ unread: true, mentions: [mention.id] });

  await waitForMessage(ben, mention);
  await his.ack(mention.id, true);
  await until(() => !laptop.unread);
  expect(stateOf(laptop)).toEqual(nothing);
  expect(stateOf(await openDevice())).toEqual(nothing);

  const again = await hers.sendMessage(`And now, <@${idOf(ben)}>?`);
  await until(() => laptop.unread);
  expect(stateOf(laptop).mentions).toEqual(library.receivesMentions ? [again.id] : []);
  const tablet = await openDevice();
  expect(stateOf(tablet)).toEqual({ unread: true, mentions: [again.id] });

  await waitForMessage(ben, again);
  await readAll();
  for (const device of [laptop, tablet]) {
    await until(() => !device.unread);
    expect(stateOf(device)).toEqual(nothing);
  }
  expect(stateOf(await openDevice())).toEqual(nothing);
}
