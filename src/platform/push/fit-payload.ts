import type { RenderedNotification } from "./port.ts";

/**
 * Writes a notification in at most `maxBytes`: with its short details if need be, and then with as much of its text as
 * fits.
 */
export function fitPayload(
  notification: RenderedNotification,
  write: (notification: RenderedNotification) => string,
  maxBytes: number,
): string {
  const fits = (text: string) => Buffer.byteLength(text) <= maxBytes;
  const whole = write(notification);
  if (fits(whole)) return whole;
  const writeCut = (length: number) => write(cutTo(notification, length));
  let [short, long] = [0, Math.max(notification.body.length, notification.raw_body?.length ?? 0) + 1];
  while (long - short > 1) {
    const middle = Math.floor((short + long) / 2);
    if (fits(writeCut(middle))) short = middle;
    else long = middle;
  }
  return writeCut(short);
}

function cutTo(notification: RenderedNotification, length: number): RenderedNotification {
  const { body, raw_body, shortDetails } = notification;
  return {
    ...notification,
    body: cut(body, length),
    raw_body: raw_body === undefined ? undefined : cut(raw_body, length),
    details: shortDetails,
  };
}

/** Cuts between characters, never inside a surrogate pair. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splitsPair ? length - 1 : length)}…`;
}
