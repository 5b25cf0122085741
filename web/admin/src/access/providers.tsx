import { KeyRound } from "@ui/icons.ts";
import { ProviderLinks } from "@ui/provider-links.tsx";
import { createResource } from "solid-js";
import { call } from "../api/call.ts";
import type { ServiceConfiguration } from "../api/types.ts";
import { t } from "../i18n/i18n.ts";
import { destination } from "./destination.ts";

export type Provider = ServiceConfiguration["features"]["oidc"][number];

/** The ways in that the server has: providers, and passwords unless they are off. */
export function createWaysIn() {
  const [root] = createResource(() => call<ServiceConfiguration>("GET", "/"));
  const features = () => (root.state === "ready" ? root().features : undefined);
  return {
    isLoading: () => root.state === "pending",
    providers: (): readonly Provider[] => features()?.oidc ?? [],
    hasPasswords: () => features()?.password_login !== false,
  };
}

/** The way to each provider from the login. */
export function ProviderButtons(props: {
  readonly providers: readonly Provider[];
  readonly isDivided: boolean;
}) {
  return (
    <ProviderLinks
      providers={props.providers}
      hrefOf={({ id }) => `/api/auth/oidc/${encodeURIComponent(id)}/start?page=admin`}
      labelOf={t().access.continueWith}
      // No images of other hosts on this page.
      iconOf={() => <KeyRound size={18} strokeWidth={1.75} aria-hidden="true" />}
      divider={props.isDivided ? t().access.orWithPassword : undefined}
      onLeave={destination.remember}
    />
  );
}

/** Leaves the page for a provider, which sends the browser back to it with a confirmation. */
export async function confirmAt({ id }: Provider): Promise<never> {
  const path = `/auth/oidc/${encodeURIComponent(id)}/confirm?page=admin`;
  const { url } = await call<{ url: string }>("POST", path);
  destination.remember();
  location.assign(url);
  // The question stays until the browser has left.
  return new Promise(() => {});
}
