import { normaliseEmail } from "../../accounts/index.ts";
import type { ProviderKeys } from "../resources.ts";

/** What is used of an ID token. */
export interface Claims {
  /** To suggest a name for a new user. */
  readonly username: string | undefined;
  /** Undefined unless the provider has verified it. */
  readonly email: string | undefined;
  /** How to call the identity in a list. */
  readonly label: string;
  /** How the person proved who they are. */
  readonly methods: readonly string[];
  /** How strongly. */
  readonly acr: string | undefined;
  /** When, in milliseconds since 1970. */
  readonly provedAt: number | undefined;
  /** The session at the provider. */
  readonly sid: string | undefined;
}

/** Claims are what a provider says, so each may be missing or of any type. */
export function readClaims(claims: Readonly<Record<string, unknown>>, usernameClaim: string): Claims {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  // Some providers write the flag as a text.
  const isVerified = claims.email_verified === true || claims.email_verified === "true";
  const email = text("email");
  const username = text(usernameClaim);
  const { amr, auth_time } = claims;
  return {
    username: username && nameFor(username),
    email: isVerified && email !== undefined && normaliseEmail(email) !== "" ? email : undefined,
    label: [...(email ?? username ?? text("sub") ?? "")].slice(0, 128).join(""),
    methods: Array.isArray(amr) ? amr.filter((method) => typeof method === "string") : [],
    acr: text("acr"),
    provedAt: typeof auth_time === "number" && auth_time > 0 ? auth_time * 1_000 : undefined,
    sid: text("sid"),
  };
}

type Trust = Pick<ProviderKeys, "trusted_amr" | "trusted_acr">;

export const isTrustedWithFactor = ({ trusted_amr, trusted_acr }: Trust) =>
  trusted_amr.length + trusted_acr.length > 0;

/**
 * When the person proved a second factor at a provider that is trusted with it; undefined if they did not. Zero if the
 * provider does not say when.
 */
export function secondFactorAt(
  { methods, acr, provedAt = 0 }: Claims,
  { trusted_amr, trusted_acr }: Trust,
  now: number,
): number | undefined {
  const isTrusted =
    methods.some((method) => trusted_amr.includes(method)) ||
    (acr !== undefined && trusted_acr.includes(acr));
  return isTrusted ? Math.min(provedAt, now) : undefined;
}

/** The part of an address before the @, without spaces: the rules on usernames decide about the rest. */
function nameFor(claim: string): string {
  const [name = ""] = claim.normalize("NFC").split("@");
  return [...name.trim().replace(/\s+/g, "_")].slice(0, 32).join("");
}
