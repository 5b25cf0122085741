import type { Notice } from "../model.ts";

/**
 * A notice as it is written, in no more bytes than there is room for: in short if need be, and then with as much of
 * its text as fits.
 */
export function fit(notice: Notice, write: (notice: Notice) => string, room: number): string {
  const fits = (text: string) => Buffer.byteLength(text) <= room;
  const whole = write(notice);
  if (fits(whole)) return whole;
  const writeCut = (length: number) => write(cutTo(notice, length));
  let [short, long] = [0, Math.max(notice.body.length, notice.raw_body?.length ?? 0) + 1];
  while (long - short > 1) {
    const middle = Math.floor((short + long) / 2);
    if (fits(writeCut(middle))) short = middle;
    else long = middle;
  }
  return writeCut(short);
}

function cutTo(notice: Notice, length: number): Notice {
  const { body, raw_body, brief } = notice;
  return {
    ...notice,
    body: cut(body, length),
    raw_body: raw_body === undefined ? undefined : cut(raw_body, length),
    more: brief,
  };
}

/** Between characters. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splits ? length - 1 : length)}…`;
}
