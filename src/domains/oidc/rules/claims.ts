import { normaliseEmail } from "../../accounts/index.ts";

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
  const { amr } = claims;
  return {
    username: username && nameFor(username),
    email: isVerified && email !== undefined && normaliseEmail(email) !== "" ? email : undefined,
    label: [...(email ?? username ?? text("sub") ?? "")].slice(0, 128).join(""),
    methods: Array.isArray(amr) ? amr.filter((method) => typeof method === "string") : [],
  };
}

/** The part of an address before the @, without spaces: the rules on usernames decide about the rest. */
function nameFor(claim: string): string {
  const [name = ""] = claim.normalize("NFC").split("@");
  return [...name.trim().replace(/\s+/g, "_")].slice(0, 32).join("");
}
