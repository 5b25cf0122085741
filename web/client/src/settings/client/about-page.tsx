import { Button } from "@ui/button.tsx";
import { For, lazy, Show } from "solid-js";
import { openDialog } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import { apiUrl, configuration } from "../../session/server.ts";
import styles from "../page.module.css";

const KeyboardPage = lazy(() => import("../../components/keyboard-page.tsx"));

/** What this is, and where to read more. */
export default function AboutPage() {
  const links = () => {
    // Only later versions of the protocol have these.
    const legal = configuration()?.features.legal_links;
    return [
      { label: t().about.api, href: `${apiUrl}/swagger` },
      { label: t().about.terms, href: legal?.terms_of_service },
      { label: t().about.privacy, href: legal?.privacy_policy },
      { label: t().about.guidelines, href: legal?.guidelines },
    ].filter(({ href }) => /^https?:\/\//.test(href ?? ""));
  };
  return (
    <div class={styles.page}>
      <p>{t().about.product}</p>
      <dl class={styles.list}>
        <Fact name={t().about.version} value={configuration()?.revolt} />
        <Fact name={t().about.build} value={configuration()?.build.semver} />
        <Fact name={t().about.licence} value={t().about.licenceText} />
      </dl>
      <section class={styles.section}>
        <h2 class={styles.heading}>{t().about.links}</h2>
        <ul class={styles.section}>
          <For each={links()}>
            {({ label, href }) => (
              <li>
                <a
                  href={href}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  referrerpolicy="no-referrer"
                >
                  {label}
                </a>
              </li>
            )}
          </For>
        </ul>
        <div class={styles.actions}>
          <Button onClick={() => openDialog(KeyboardPage, {})}>{t().about.keyboard}</Button>
        </div>
      </section>
    </div>
  );
}

function Fact(props: { readonly name: string; readonly value: string | undefined }) {
  return (
    <Show when={props.value}>
      <div class={`${styles.row} ${styles.wrapping}`}>
        <dt class={styles.rowText}>{props.name}</dt>
        <dd class={styles.rowDetail}>{props.value}</dd>
      </div>
    </Show>
  );
}
