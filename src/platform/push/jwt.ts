/** Writes a signed JSON Web Token. */
export function writeToken(header: object, claims: object, sign: (data: Buffer) => Buffer): string {
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${signed}.${sign(Buffer.from(signed)).toString("base64url")}`;
}
