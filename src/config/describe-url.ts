/** A URL as people may read it: without the password, and without parameters, in which there may be one. */
export function describeUrl(url: string): string {
  if (!URL.canParse(url)) return "an invalid URL";
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`;
}
