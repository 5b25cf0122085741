const timestampForm = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Parses an ISO 8601 date, which means midnight UTC, or a time with its zone, into milliseconds since 1970. */
export function parseTimestamp(text: string): number | undefined {
  const day = timestampForm.exec(text)?.[1];
  if (day === undefined) return undefined;
  const midnight = new Date(`${day}T00:00:00Z`);
  const time = Date.parse(text);
  if (Number.isNaN(midnight.getTime()) || Number.isNaN(time)) return undefined;
  // Date.parse takes 30 February for a day in March.
  return midnight.toISOString().startsWith(day) ? time : undefined;
}
