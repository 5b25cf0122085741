import { KeyRound } from "@ui/icons.ts";
import { ProviderLinks } from "@ui/provider-links.tsx";
import { type JSX, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { addresses, apiUrl, configuration } from "../session/server.ts";
import styles from "./providers.module.css";

export type Provider = NonNullable<ReturnType<typeof providers>>[number];

/** The services with whose accounts one signs in here. */
export const providers = () => configuration()?.features.oidc ?? [];

/** Whether one logs in with a password here. */
export const hasPasswords = () => configuration()?.features.password_login !== false;

/** The image of a provider, which other hosts give through the server. */
export function ProviderIcon(props: { readonly provider: Provider }): JSX.Element {
  const image = () => (props.provider.icon ? addresses.proxied(props.provider.icon) : undefined);
  return (
    <Show when={image()} fallback={<KeyRound size={18} strokeWidth={1.75} aria-hidden="true" />}>
      {(source) => <img class={styles.icon} src={source()} alt="" width="18" height="18" />}
    </Show>
  );
}

/** The way to each provider from a page before the login. */
export function ProviderButtons(props: { readonly invite?: string }) {
  const query = () => (props.invite ? `?invite=${encodeURIComponent(props.invite)}` : "");
  return (
    <ProviderLinks
      providers={providers()}
      hrefOf={({ id }) => `${apiUrl}/auth/oidc/${id}/start${query()}`}
      labelOf={t().auth.continueWith}
      iconOf={(provider) => <ProviderIcon provider={provider} />}
      divider={hasPasswords() ? t().auth.orWithPassword : undefined}
    />
  );
}
