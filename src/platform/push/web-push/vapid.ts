import type { Secrets } from "../../secrets/secrets-file.ts";
import { signToken } from "../jwt.ts";

/** What a push service learns about the sender (RFC 8292, section 2). */
interface VapidClaims {
  /** The origin of the push service. */
  readonly aud: string;
  /** In seconds since 1970, a day ahead at most. */
  readonly exp: number;
  /** Whom to ask about the requests. */
  readonly sub: string;
}

/** The header `Authorization` of a message to a browser. */
export async function signVapid({ aud, exp, sub }: VapidClaims, keys: Secrets["vapid"]): Promise<string> {
  const point = Buffer.from(keys.publicKey, "base64url");
  const [x = "", y = ""] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString("base64url"),
  );
  const key = { kty: "EC", crv: "P-256", x, y, d: keys.privateKey };
  const token = await signToken({ typ: "JWT", alg: "ES256" }, { aud, exp, sub }, key);
  return `vapid t=${token}, k=${keys.publicKey}`;
}
