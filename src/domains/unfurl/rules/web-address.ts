/** Longer addresses are left out, because a shortened one leads somewhere else. */
const maxLength = 2_048;

/** Makes an address absolute; undefined if it is not http or https, or has credentials. */
export function webAddress(written: string, base?: string): string | undefined {
  const url = written.length > maxLength ? null : URL.parse(written, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  return url.href.length > maxLength ? undefined : url.href;
}
