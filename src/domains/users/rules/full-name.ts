export interface FullName {
  readonly username: string;
  readonly discriminator: string;
}

/** Reads `name#discriminator`. Undefined if there is no `#`; what stands on either side is not looked at. */
export function splitFullName(text: string): FullName | undefined {
  const at = text.indexOf("#");
  return at < 0 ? undefined : { username: text.slice(0, at), discriminator: text.slice(at + 1) };
}
