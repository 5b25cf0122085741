import { readFileSync } from "node:fs";
import type { Config } from "../../config/schema.ts";
import { resource } from "../../declare/resource.ts";
import type { Services } from "../../declare/services.ts";
import { OpenIdProvider } from "../../platform/oidc/openid-provider.ts";

export type ProviderKeys = Config["oidc"]["providers"][number];

export interface ConfiguredProvider {
  readonly keys: ProviderKeys;
  readonly client: OpenIdProvider;
}

export const oidcProviders = resource({
  name: "providers of OpenID Connect",
  open: ({ config, outboundFetch, clock }) =>
    new Map(
      config.oidc.providers.map((keys): [string, ConfiguredProvider] => {
        const { issuer, client_id, scopes, acr_values, prompt } = keys;
        const options = {
          issuer,
          clientId: client_id,
          clientSecret: secretOf(keys),
          scopes,
          acrValues: acr_values,
          prompt,
        };
        const dependencies = { fetch: outboundFetch, now: () => clock.now() };
        return [keys.id, { keys, client: new OpenIdProvider(options, dependencies) }];
      }),
    ),
});

export function findProvider({ resources }: Services, id: string): ConfiguredProvider | undefined {
  return resources.get(oidcProviders).get(id);
}

export function findProviderOf({ resources }: Services, issuer: string): ConfiguredProvider | undefined {
  return [...resources.get(oidcProviders).values()].find(({ keys }) => keys.issuer === issuer);
}

function secretOf({ id, client_secret, client_secret_file }: ProviderKeys): string {
  if (client_secret !== "" || client_secret_file === "") return client_secret;
  try {
    return readFileSync(client_secret_file, "utf8").trim();
  } catch (error) {
    throw new Error(`client_secret_file of the provider ${id} cannot be read: ${String(error)}`);
  }
}
