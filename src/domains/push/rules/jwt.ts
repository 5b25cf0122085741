/** A token that says something and is signed. */
export function writeToken(header: object, claims: object, sign: (data: Buffer) => Buffer): string {
  const said = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${said}.${sign(Buffer.from(said)).toString("base64url")}`;
}
