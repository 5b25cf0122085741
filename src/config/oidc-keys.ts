import Type from "typebox";
import { choice, list, secret, section, text } from "./key-types.ts";

const provider = section("A provider of OpenID Connect.", {
  id: Type.String({
    pattern: "^[a-z0-9-]{1,32}$",
    form: "1 to 32 small letters, digits and dashes",
    description: "Name in addresses: the callback is /api/auth/oidc/ID/callback.",
  }),
  name: Type.String({ minLength: 1, maxLength: 64, description: "Name on the button." }),
  icon: text("", "Address of an image for the button. Empty: a key.", {
    pattern: "^(https?://.+)?$",
    form: "an address that begins with https:// or http://",
  }),
  issuer: Type.String({
    pattern: "^https?://[^\\s?#]+$",
    form: "an address that begins with https:// or http://, without ? and #",
    description: "Issuer, exactly as the provider's discovery document has it, a final slash included.",
  }),
  client_id: Type.String({ minLength: 1, description: "Id under which the provider knows this server." }),
  client_secret: text("", "Secret of the client. Empty: client_secret_file or, without one, none.", secret),
  client_secret_file: text("", "File that holds the secret of the client."),
  scopes: list(["openid", "profile", "email"], "Scopes to ask for."),
  username_claim: text("preferred_username", "Claim that new users get their username from."),
  registration: choice(
    ["as_configured", "open", "closed"],
    "as_configured",
    "Whether people without an account get one: by the key registration (`as_configured`), always (`open`) or never (`closed`).",
  ),
  link_by_email: Type.Boolean({
    default: false,
    description:
      "Let people into an existing account with the same address, if the provider says that it has verified the address. Only for providers that you trust with all accounts.",
  }),
  trusted_amr: list(
    [],
    "Values of the claim amr, such as mfa or hwk, that stand for a second factor: who proved one of them at the provider is not asked for one here.",
  ),
});

export const oidcKeys = section("Signing in with accounts of other services (OpenID Connect).", {
  providers: Type.Array(provider, {
    default: [],
    maxItems: 32,
    description: "Providers, as [[oidc.providers]] in the file, or as JSON in the variable.",
  }),
});
