import { describe, expect, test } from "bun:test";
import { Browser, type PushRequest } from "../../../../test/support/push/push-service.ts";
import { encryptPayload } from "./encrypt-payload.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));

/** The example of RFC 8291, appendix A. */
const example = {
  text: "When I grow up, I want to be a watermelon",
  senderPublic: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
  senderPrivate: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  receiverPublic: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

async function exampleSenderKeys(): Promise<CryptoKeyPair> {
  const point = Buffer.from(example.senderPublic, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const jwk = { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" };
  const curve = { name: "ECDH", namedCurve: "P-256" };
  return {
    publicKey: await crypto.subtle.importKey("jwk", jwk, curve, true, []),
    privateKey: await crypto.subtle.importKey("jwk", { ...jwk, d: example.senderPrivate }, curve, true, [
      "deriveBits",
    ]),
  };
}

describe("the encryption of web push messages", () => {
  test("gives the bytes of the example in RFC 8291", async () => {
    const receiver = { publicKey: bytes(example.receiverPublic), authSecret: bytes(example.auth) };
    const secrets = { salt: bytes(example.salt), senderKeys: await exampleSenderKeys() };
    const body = await encryptPayload(example.text, receiver, secrets);
    expect(Buffer.from(body).toString("base64url")).toBe(example.body);
  });

  test.each(["", "x", "Grüße 🦦", "x".repeat(3_993)])("a browser decrypts it: %#", async (text) => {
    const requests: PushRequest[] = [];
    const browser = new Browser("https://push.example/send/1", requests);
    const { p256dh, auth } = browser.subscription;
    const body = await encryptPayload(text, { publicKey: bytes(p256dh), authSecret: bytes(auth) });
    expect(body.length).toBeLessThanOrEqual(4_096);
    expect(browser.decrypt(Buffer.from(body))).toBe(text);
  });

  test("another browser cannot decrypt it, and no two messages are the same", async () => {
    const [browser, other] = ["1", "2"].map((id) => new Browser(`https://push.example/${id}`, []));
    const { p256dh, auth } = (browser as Browser).subscription;
    const encrypt = () =>
      encryptPayload("For one alone.", { publicKey: bytes(p256dh), authSecret: bytes(auth) });
    const [first, second] = [Buffer.from(await encrypt()), Buffer.from(await encrypt())];
    expect(first.equals(second)).toBe(false);
    expect(first.subarray(0, 16).equals(second.subarray(0, 16))).toBe(false);
    expect(() => (other as Browser).decrypt(first)).toThrow();
  });
});
