/** Days as date fields and ISO 8601 write them: "2026-11-17". They are days of no time zone. */

const dayLength = 86_400_000;

const fromUtc = (time: number) => new Date(time).toISOString().slice(0, 10);
const toUtc = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Today by the clock of this device. */
export function today(now = new Date()): string {
  return fromUtc(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

/** The first moment of a day by the clock of this device. */
export function startOf(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}

export const addDays = (day: string, count: number) => fromUtc(toUtc(day) + count * dayLength);

/** The same day of another month, or the last one of a month that is shorter. */
export function addMonths(day: string, count: number): string {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return fromUtc(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

/** Within two days, of which either may be open. */
export function clampDay(day: string, min = "", max = ""): string {
  if (min !== "" && day < min) return min;
  return max !== "" && day > max ? max : day;
}

/** The first day of the week of a day; weeks begin with a day of 1 (Monday) to 7. */
export function startOfWeek(day: string, firstDay: number): string {
  const weekday = new Date(toUtc(day)).getUTCDay();
  return addDays(day, -((weekday - firstDay + 7) % 7));
}

/** The six weeks around a month, so that every month has the same height. */
export function weeksOf(day: string, firstDay: number): readonly (readonly string[])[] {
  const start = startOfWeek(`${day.slice(0, 7)}-01`, firstDay);
  const week = (at: number) => Array.from({ length: 7 }, (_, of) => addDays(start, at * 7 + of));
  return Array.from({ length: 6 }, (_, at) => week(at));
}

/** Where weeks do not begin on Monday (CLDR), for browsers that do not tell. */
const sunday =
  /^(AG|AS|BD|BR|BS|BT|BW|BZ|CA|CO|DM|DO|ET|GT|GU|HK|HN|ID|IL|IN|JM|JP|KE|KH|KR|LA|MH|MM|MO|MT|MX|MZ|NI|NP|PA|PE|PH|PK|PR|PT|PY|SA|SG|SV|TH|TT|TW|UM|US|VE|VI|WS|YE|ZA|ZW)$/;
const saturday = /^(AE|AF|BH|DJ|DZ|EG|IQ|IR|JO|KW|LY|OM|QA|SD|SY)$/;

interface WeekInfo {
  readonly firstDay: number;
}
type LocaleWithWeek = Intl.Locale & { getWeekInfo?(): WeekInfo; readonly weekInfo?: WeekInfo };

/** The day with which weeks begin in a locale, of 1 (Monday) to 7. */
export function firstDayOf(locale: string): number {
  const found: LocaleWithWeek = new Intl.Locale(locale);
  const told = found.getWeekInfo?.() ?? found.weekInfo;
  if (told) return told.firstDay;
  const region = found.maximize().region ?? "";
  return sunday.test(region) ? 7 : saturday.test(region) ? 6 : 1;
}
