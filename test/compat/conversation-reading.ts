import { expect } from "bun:test";
import { until } from "../support/until.ts";
import type { LibraryChannel, LibraryClient } from "./conversation-library.ts";
import { idOf, type Talk } from "./conversation-steps.ts";
import { find, hear } from "./conversation-views.ts";

const stateOf = ({ unread, mentions = [] }: LibraryChannel) => ({ unread, mentions: [...mentions] });
const nothing = { unread: false, mentions: [] };

export interface Reading {
  /** Another device of Ben's. What it knows to begin with is what the server keeps. */
  enterAgain(): Promise<LibraryClient>;
  /** Reads, on Ben's first device, all that there is. */
  readAll(): Promise<void>;
}

/** What Ben reads on one device is read on the others. */
export async function readElsewhere(
  { library, ann, ben, place }: Talk,
  { enterAgain, readAll }: Reading,
): Promise<void> {
  const hers = await find(ann, place);
  const his = await find(ben, place);
  const look = async () => find(await enterAgain(), place);
  await hers.sendMessage("Are you there?");
  const asked = await hers.sendMessage(`<@${idOf(ben)}>, are you?`);
  const laptop = await look();
  expect(stateOf(laptop)).toEqual({ unread: true, mentions: [asked.id] });

  await hear(ben, asked);
  await his.ack(asked.id, true);
  await until(() => !laptop.unread);
  expect(stateOf(laptop)).toEqual(nothing);
  expect(stateOf(await look())).toEqual(nothing);

  const again = await hers.sendMessage(`And now, <@${idOf(ben)}>?`);
  await until(() => laptop.unread);
  expect(stateOf(laptop).mentions).toEqual(library.hearsMentions ? [again.id] : []);
  const tablet = await look();
  expect(stateOf(tablet)).toEqual({ unread: true, mentions: [again.id] });

  await hear(ben, again);
  await readAll();
  for (const device of [laptop, tablet]) {
    await until(() => !device.unread);
    expect(stateOf(device)).toEqual(nothing);
  }
  expect(stateOf(await look())).toEqual(nothing);
}
