const form = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Milliseconds since 1970 of an ISO 8601 date, which begins at midnight UTC, or of a time with its zone. */
export function readMoment(text: string): number | undefined {
  const day = form.exec(text)?.[1];
  if (day === undefined) return undefined;
  const midnight = new Date(`${day}T00:00:00Z`);
  const moment = Date.parse(text);
  if (Number.isNaN(midnight.getTime()) || Number.isNaN(moment)) return undefined;
  // The 30th of February would be taken for one of the first days of March.
  return midnight.toISOString().startsWith(day) ? moment : undefined;
}
