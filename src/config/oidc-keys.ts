import Type from "typebox";
import { choice, flag, list, secret, section, text, whole } from "./key-types.ts";

const groupRole = section("A role of a server that the members of a group have.", {
  group: Type.String({ minLength: 1, maxLength: 512, description: "Group, exactly as the claim has it." }),
  server: Type.String({ minLength: 1, maxLength: 64, description: "Id of the server." }),
  role: Type.String({ minLength: 1, maxLength: 64, description: "Id of the role." }),
  join: flag(
    true,
    "Whether somebody who gets the role, and is neither a member nor banned, becomes a member of the server.",
  ),
});

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
  shield: flag(
    true,
    "Whether accounts.shield_url and accounts.blocked_mail_domains also apply to people who get an account by this provider.",
  ),
  link_by_email: Type.Boolean({
    default: false,
    description:
      "Let people into an existing account with the same address, if it has been verified both here and by the provider. Only for providers that you trust with all accounts.",
  }),
  imported_from: choice(
    ["", "discord"],
    "",
    "Service behind the provider, if people were imported from it: who signs in gets the history of the imported user with the same id there.",
  ),
  trusted_amr: list(
    [],
    "Values of the claim amr, such as mfa or hwk, that stand for a second factor: who proved one of them at the provider is not asked for one here.",
  ),
  trusted_acr: list([], "The same for values of the claim acr."),
  acr_values: list([], "Values of acr to ask for, the preferred one first."),
  prompt: text("", "Value of prompt at a login, such as consent or select_account. Empty: none.", {
    pattern: "^[a-z_ ]*$",
    form: "small letters, such as consent",
  }),
  groups_claim: text(
    "",
    "Claim that lists the groups of a person: a name, or a path such as realm_access.roles. Empty: groups are ignored.",
  ),
  group_roles: Type.Array(groupRole, {
    default: [],
    maxItems: 1_000,
    description:
      "Roles of servers that depend on groups: members of the group have the role, all others with an identity at the provider lose it.",
  }),
  operator_groups: list([], "Groups whose members are operators."),
  refreshes_per_second: whole(
    20,
    "How many sessions a second the provider is asked about, if scopes contains offline_access. Each is asked about every 30 seconds, or less often if there are too many.",
    { minimum: 1, maximum: 1_000 },
  ),
});

export const oidcKeys = section("Signing in with accounts of other services (OpenID Connect).", {
  providers: Type.Array(provider, {
    default: [],
    maxItems: 32,
    description: "Providers, as [[oidc.providers]] in the file, or as JSON in the variable.",
  }),
});
