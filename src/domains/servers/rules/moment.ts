const first = Date.parse("0000-01-01T00:00:00.000Z");
const last = Date.parse("9999-12-31T23:59:59.999Z");

/** A moment that a client names, in milliseconds since 1970; none if it cannot be written with a year of four digits. */
export function readMoment(said: string | number): number | undefined {
  const moment = typeof said === "string" ? Date.parse(said) : said;
  return moment >= first && moment <= last ? moment : undefined;
}
