import { Button } from "@ui/button.tsx";
import { notify } from "@ui/toasts.tsx";
import { For, Show } from "solid-js";
import type { Identity } from "../../../../protocol/types.ts";
import { goToProvider } from "../../auth/confirmation.ts";
import { ProviderIcon, providers } from "../../auth/providers.tsx";
import { t } from "../../i18n/i18n.ts";
import { useClient } from "../../session/context.tsx";
import { longDate } from "../../users/dates.ts";
import { Loaded, Row } from "../list.tsx";
import styles from "../page.module.css";
import type { AccountSection } from "./account-overview.ts";
import { askForTicket, withTicket } from "./proof.tsx";

/** The accounts of other services with which the user logs in; nothing where the server knows none. */
export function IdentitiesSection(props: AccountSection) {
  return (
    <Show when={providers().length > 0}>
      <Identities {...props} />
    </Show>
  );
}

function Identities(props: AccountSection) {
  const client = useClient();
  const nameOf = ({ provider, issuer }: Identity) =>
    providers().find(({ id }) => id === provider)?.name ?? issuer;
  const link = (provider: string) =>
    askForTicket({
      perform: (ticket) => goToProvider(client, provider, "link", withTicket(ticket).headers),
    });
  const unlink = (identity: Identity) =>
    askForTicket({
      title: t().identities.unlink(nameOf(identity)),
      isDanger: true,
      async perform(ticket) {
        await client.api.delete(`/auth/oidc/identities/${identity._id}`, undefined, withTicket(ticket));
        notify(t().identities.unlinked(nameOf(identity)));
        props.refetch();
      },
    });
  return (
    <section class={styles.section}>
      <h2 class={styles.heading}>{t().identities.heading}</h2>
      <p class={styles.hint}>{t().identities.hint}</p>
      <Loaded resource={props.overview} onRetry={props.refetch}>
        {(found) => (
          <Show when={found().identities.length > 0}>
            <ul class={styles.list}>
              <For each={found().identities}>
                {(identity) => (
                  <Row
                    isWrapping
                    title={nameOf(identity)}
                    detail={`${identity.label} · ${t().identities.used(longDate(new Date(identity.last_used_at)))}`}
                  >
                    <Button
                      aria-label={t().identities.unlink(nameOf(identity))}
                      onClick={() => unlink(identity)}
                    >
                      {t().identities.remove}
                    </Button>
                  </Row>
                )}
              </For>
            </ul>
          </Show>
        )}
      </Loaded>
      <div class={styles.actions}>
        <For each={providers()}>
          {(provider) => (
            <Button onClick={() => link(provider.id)}>
              <ProviderIcon provider={provider} />
              {t().identities.link(provider.name)}
            </Button>
          )}
        </For>
      </div>
    </section>
  );
}
