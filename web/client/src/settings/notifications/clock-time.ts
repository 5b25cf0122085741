/** Minutes after midnight as the time of a field, such as "07:30". */
export function clockTime(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  return [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
}

/** The minutes after midnight of such a time; `undefined` while it is not whole. */
export function minutesOf(time: string): number | undefined {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return minutes >= 0 && minutes < 1440 ? minutes : undefined;
}
