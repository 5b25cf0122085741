/** Longer ones are left out: an address that was cut leads somewhere else. */
const maxLength = 2_048;

/** A complete http or https address, or undefined; `base` is where a relative one was written. */
export function webAddress(written: string, base?: string): string | undefined {
  const url = written.length > maxLength ? null : URL.parse(written, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  return url.href.length > maxLength ? undefined : url.href;
}
