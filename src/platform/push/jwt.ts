import type { JWK } from "jose";

/** Signs a JSON Web Token. `key` is a private key in PEM, or as a JWK. */
export async function signToken(
  header: { readonly alg: "ES256" | "RS256"; readonly typ?: "JWT"; readonly kid?: string },
  claims: Readonly<Record<string, string | number>>,
  key: string | JWK,
): Promise<string> {
  // Loaded on first use, so that the server starts without it.
  const [{ SignJWT }, { createPrivateKey }] = await Promise.all([import("jose"), import("node:crypto")]);
  const signingKey = typeof key === "string" ? createPrivateKey(key) : key;
  return new SignJWT(claims).setProtectedHeader(header).sign(signingKey);
}
