import { describe, expect, test } from "bun:test";
import { certificateFailure, type ServerKey } from "./certificate-problem.ts";

const withCode = (code: string, message = "failed") => Object.assign(new Error(message), { code });

describe("a failure by a certificate", () => {
  test.each<[unknown, ServerKey, RegExp, RegExp]>([
    [withCode("CERT_HAS_EXPIRED"), "public_url", /has expired/, /certbot renew.*systemctl reload nginx/],
    [
      withCode("ESOCKET", "certificate has expired"),
      "smtp.host",
      /has expired/,
      /Whoever runs the server in smtp.host/,
    ],
    [withCode("CERT_NOT_YET_VALID"), "s3.endpoint", /is not valid yet/, /Set the time/],
    [
      withCode("ERR_TLS_CERT_ALTNAME_INVALID"),
      "public_url",
      /for another name/,
      /certificate for the name in public_url/,
    ],
    [withCode("ERR_TLS_CERT_ALTNAME_INVALID"), "s3.endpoint", /for another name/, /into s3\.endpoint/],
    [
      withCode("SELF_SIGNED_CERT_IN_CHAIN"),
      "public_url",
      /self-signed/,
      /Let's Encrypt.*NODE_EXTRA_CA_CERTS/,
    ],
    [
      new Error("S3", { cause: withCode("UNABLE_TO_GET_ISSUER_CERT_LOCALLY") }),
      "s3.endpoint",
      /chain/,
      /whole chain/,
    ],
  ])("is told in words, with what to do (case %#)", (error, key, text, advice) => {
    const finding = certificateFailure("check", key, error);
    expect(finding).toMatchObject({ check: "check", state: "failure" });
    expect(finding?.text).toMatch(text);
    expect(finding?.advice).toMatch(advice);
  });

  test("is no other failure", () => {
    for (const error of [withCode("ECONNREFUSED", "Unable to connect"), new Error("no answer"), "text"])
      expect(certificateFailure("check", "public_url", error)).toBeUndefined();
  });
});
