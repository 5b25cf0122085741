interface DurationTexts {
  readonly seconds: (count: number) => string;
  readonly minutes: (count: number) => string;
  readonly hours: (count: number) => string;
}

/** How long a call lasted, in words: to the second, minute or hour, whichever is precise enough. */
export function callDuration(milliseconds: number, { seconds, minutes, hours }: DurationTexts): string {
  const passed = Math.max(1, Math.round(milliseconds / 1_000));
  if (passed < 60) return seconds(passed);
  const whole = Math.round(passed / 60);
  if (whole < 60) return minutes(whole);
  const rest = whole % 60;
  return rest === 0 ? hours(whole / 60) : `${hours(Math.floor(whole / 60))} ${minutes(rest)}`;
}
