import { generateKeyPairSync, sign } from "node:crypto";

const element = (tag: number, ...contents: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...contents: readonly Uint8Array[]) => element(0x30, ...contents);
const identifier = (hex: string) => element(0x06, Buffer.from(hex, "hex"));
const time = (at: number) =>
  element(0x18, Buffer.from(`${new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, "")}`));

/** A self-signed certificate for `localhost` that expires at this time, in milliseconds since 1970. */
export function makeCertificate(expiresAt: number): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"));
  const host = Buffer.from("localhost");
  const name = sequence(element(0x31, sequence(identifier("550403"), element(0x0c, host))));
  const names = sequence(identifier("551d11"), element(0x04, sequence(element(0x82, host))));
  const content = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time(expiresAt - 90 * 86_400_000), time(expiresAt)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, sequence(names)),
  );
  const signature = element(0x03, Buffer.from([0]), sign("sha256", content, privateKey));
  const base64 = sequence(content, ecdsaWithSha256, signature).toString("base64");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
  };
}
