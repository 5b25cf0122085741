import { fields, fieldsOf, flag, isText, listOf, oneOf, parseJson } from "./schemas.ts";

export const sounds = ["chime", "drop", "knock", "bell", "pluck"] as const;
export type Sound = (typeof sounds)[number];

/** How many words can alert, and how long one can be. */
export const mostWords = 50;
export const longestWord = 64;

/** How this client notifies the user. */
export interface Alerts {
  readonly sounds: boolean;
  /** What a new message sounds like. */
  readonly sound: Sound;
  /** Show notifications of this browser while a page is open. */
  readonly desktop: boolean;
  /** No sounds and notifications between these times of the day, as minutes after midnight. */
  readonly quietHours?: QuietHours | undefined;
  /** Messages with one of these words count as mentions here. */
  readonly words: readonly string[];
}

export interface QuietHours {
  readonly from: number;
  readonly to: number;
  /** The days on which they begin, from 0 for Sunday; every day without them. */
  readonly days?: readonly number[] | undefined;
}

export const standardAlerts: Alerts = { sounds: true, sound: "chime", desktop: true, words: [] };

export const alertsSchema = fields<Alerts>(standardAlerts, {
  sounds: flag,
  sound: oneOf(...sounds),
  desktop: flag,
  quietHours: readQuietHours,
  words: (stored) => listOf(isWord)(stored)?.slice(0, mostWords),
});

/** Without the table of preferences, which a service worker cannot load. */
export const readAlerts = (text: string | undefined): Alerts =>
  alertsSchema(parseJson(text)) ?? standardAlerts;

/** Whether it is quiet now. Hours that pass midnight belong to the day on which they begin. */
export function isQuiet({ quietHours }: Pick<Alerts, "quietHours">, now: Date): boolean {
  if (!quietHours) return false;
  const { from, to, days } = quietHours;
  const minute = now.getHours() * 60 + now.getMinutes();
  const isOn = (day: number) => days === undefined || days.includes((day + 7) % 7);
  const today = now.getDay();
  if (from <= to) return from <= minute && minute < to && isOn(today);
  return (minute >= from && isOn(today)) || (minute < to && isOn(today - 1));
}

const isWithin = (value: unknown, end: number): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < end;

function readQuietHours(stored: unknown): QuietHours | undefined {
  const { from, to, days } = fieldsOf(stored);
  if (!isWithin(from, 1440) || !isWithin(to, 1440)) return undefined;
  const known = listOf((day): day is number => isWithin(day, 7))(days);
  return { from, to, ...(known && { days: [...new Set(known)] }) };
}

const isWord = (value: unknown): value is string =>
  isText(value) && value.trim() !== "" && value.length <= longestWord;
