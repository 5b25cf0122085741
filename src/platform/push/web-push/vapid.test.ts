import { expect, test } from "bun:test";
import { createECDH } from "node:crypto";
import { readVapid } from "../../../../test/support/push/push-service.ts";
import { signVapid } from "./vapid.ts";

/** The example of RFC 8292, section 2.4. */
const claims = { aud: "https://push.example.net", exp: 1_453_523_768, sub: "mailto:push@example.com" };
const signedPart =
  "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0";
const signature = "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA";
const publicKey = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";

test("the verifier of the tests accepts the example of RFC 8292", () => {
  const header = `vapid t=${signedPart}.${signature}, k=${publicKey}`;
  expect(readVapid(header)).toEqual({ key: publicKey, claims });
  expect(() => readVapid(header.replace("i3CYb7", "i3CYb8"))).toThrow("a bad signature");
});

test("the claims of the example are signed as they stand there, and the signature is good", async () => {
  const keys = createECDH("prime256v1");
  const vapid = { publicKey: keys.generateKeys("base64url"), privateKey: keyOf(keys.getPrivateKey()) };
  const header = await signVapid(claims, vapid);
  expect(header).toStartWith(`vapid t=${signedPart}.`);
  expect(readVapid(header)).toEqual({ key: vapid.publicKey, claims });
});

/** Padded, because the key comes without leading zeros. */
function keyOf(bytes: Buffer): string {
  return Buffer.concat([Buffer.alloc(32), bytes])
    .subarray(-32)
    .toString("base64url");
}
