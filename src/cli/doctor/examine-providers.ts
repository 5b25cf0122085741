import type { Services } from "../../declare/services.ts";
import type { AccountsTables } from "../../domains/accounts/index.ts";
import type { ServersTables } from "../../domains/members/index.ts";
import { type ConfiguredProvider, oidcProviders } from "../../domains/oidc/index.ts";
import { within } from "../../platform/clock/clock.ts";
import type { Database } from "../../platform/database/port.ts";
import { type Finding, failure, ok, warning } from "./finding.ts";

const check = "sign-in";
const timeoutMs = 30_000;

/** Asks each provider of OpenID Connect for its documents, and compares them with what is configured. */
export async function examineProviders(database: Database, services: Services): Promise<Finding[]> {
  const providers = [...services.resources.get(oidcProviders).values()];
  const found = await Promise.all(providers.map((provider) => examineProvider(database, services, provider)));
  return found.flat();
}

async function examineProvider(
  database: Database,
  services: Services,
  { client, keys }: ConfiguredProvider,
): Promise<Finding[]> {
  const { urls } = services;
  const { id, issuer } = keys;
  try {
    const discovered = client.discover();
    const configuration = await within(timeoutMs, discovered, `${issuer} did not answer in time`);
    const metadata = configuration.serverMetadata();
    if (!(await client.acceptsClient(`${urls.api}/auth/oidc/${id}/callback`)))
      return [
        failure(
          check,
          `${id}: ${issuer} does not know the client ${keys.client_id}, or refuses its secret`,
          `Compare client_id and client_secret of the provider ${id} with what is registered there.`,
        ),
      ];
    const address = `${urls.api}/auth/oidc/${id}/backchannel-logout`;
    const logout =
      metadata.backchannel_logout_supported === true
        ? `back-channel logout to be set to ${address}`
        : "offers no back-channel logout";
    const refresh = client.mayRefresh ? "is asked about sessions" : "is not asked about sessions";
    return [
      ok(check, `${id}: ${issuer} answers, ${logout}, ${refresh}`),
      ...missingScopes(keys, metadata.scopes_supported).map((scope) =>
        warning(
          check,
          `${id}: groups_claim is ${keys.groups_claim}, and scopes lacks ${scope}`,
          `Add ${scope} to scopes, if the provider lists groups only then. Without groups nobody has their roles.`,
        ),
      ),
      ...(client.mayRefresh && metadata.scopes_supported?.includes("offline_access") === false
        ? [
            warning(
              check,
              `${id}: scopes has offline_access, which the provider does not offer`,
              "Allow it there, or take it out of scopes: groups then change at the next login.",
            ),
          ]
        : []),
      ...(keys.link_by_email ? await examineAddresses(database, services, id) : []),
      ...(await examineRoles(database, keys)),
    ];
  } catch (error) {
    const places = "docs/operating/sign-in.md has recipes.";
    const network = "If it is in a private network, outbound.allow_private_hosts has to name it.";
    return [failure(check, error, `Check the provider ${id} in [[oidc.providers]]. ${network} ${places}`)];
  }
}

/** Counts the accounts that `link_by_email` does not lead to. */
async function examineAddresses(database: Database, { mail }: Services, id: string): Promise<Finding[]> {
  const { count } = await database.read((queries) =>
    queries
      .sql<AccountsTables>()
      .selectFrom("accounts")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("email_proved", "=", 0)
      .where("verification", "!=", "pending")
      .where("deletion", "is distinct from", "deleted")
      .executeTakeFirstOrThrow(),
  );
  if (mail && Number(count) === 0) return [];
  return [
    warning(
      check,
      `${id}: link_by_email leads to verified addresses only. ${mail ? "" : "Without mail, no address is verified. "}Accounts with an unverified address: ${count}`,
      "Their owners can log in and link the provider in their settings. `ermine accounts verify` confirms an address.",
    ),
  ];
}

/** Many providers have a scope of the name of the claim. */
function missingScopes(
  { groups_claim, scopes }: ConfiguredProvider["keys"],
  offered: readonly string[] | undefined,
): string[] {
  const [name = ""] = groups_claim.split(".");
  const isMissing = !scopes.includes(name) && (offered?.includes(name) ?? name === "groups");
  return groups_claim !== "" && isMissing ? [name] : [];
}

/** Finds the roles of groups that do not exist. */
async function examineRoles(
  database: Database,
  { id, group_roles }: ConfiguredProvider["keys"],
): Promise<Finding[]> {
  const missing: Finding[] = [];
  for (const { group, server, role } of group_roles) {
    const found = await database.read((queries) =>
      queries
        .sql<ServersTables>()
        .selectFrom("roles")
        .select("id")
        .where("server_id", "=", server)
        .where("id", "=", role)
        .executeTakeFirst(),
    );
    if (!found)
      missing.push(
        failure(
          check,
          `${id}: the group ${group} has the role ${role} of the server ${server}, which does not exist`,
          "Correct the ids in group_roles. People of the group log in without the role.",
        ),
      );
  }
  return missing;
}
