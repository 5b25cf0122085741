import { A, useNavigate } from "@solidjs/router";
import { IconButton } from "@ui/icon-button.tsx";
import { ArrowLeft, type LucideIcon, X } from "@ui/icons.ts";
import { listen } from "@ui/listen.ts";
import navigation from "@ui/navigation.module.css";
import { Skeleton } from "@ui/state.tsx";
import { For, type JSX, onMount, Show, Suspense } from "solid-js";
import { Dynamic } from "solid-js/web";
import { ComponentBoundary } from "../components/failure.tsx";
import { watchMedia } from "../components/watch-media.ts";
import { t } from "../i18n/i18n.ts";
import styles from "./settings-layout.module.css";

interface SettingsPage {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isDanger?: boolean;
}

/**
 * Settings as pages with addresses: a list of pages and the one that is open.
 * On narrow screens the address without a page is the list, and the page is alone.
 */
export function SettingsLayout(props: {
  /** What the settings are of. */
  readonly title: string;
  /** The address of the list; pages are below it. */
  readonly path: string;
  readonly pages: readonly SettingsPage[];
  readonly page: string | undefined;
  /** Where closing leads. */
  readonly closePath: string;
  readonly children: JSX.Element;
}) {
  const navigate = useNavigate();
  const isNarrow = watchMedia("(width < 760px)");
  let openLink: HTMLAnchorElement | undefined;
  const close = () => navigate(props.closePath);
  const current = () => props.pages.find(({ id }) => id === props.page) ?? props.pages[0];

  function onKeyDown(event: KeyboardEvent): void {
    // Escape first closes what floats above the page.
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]')) return;
    close();
  }
  listen(document, "keydown", onKeyDown);
  // The link that led here is gone, and the focus with it.
  onMount(() => document.activeElement === document.body && openLink?.focus());

  return (
    <div class={styles.layout} data-page={props.page ? "" : undefined}>
      <nav class={`${navigation.side} ${styles.side}`} aria-label={t().settings.pages}>
        <header class={`${navigation.header} ${styles.header}`}>
          {/* Without a page this list is all that a phone shows, so it has the heading of the page. */}
          <Dynamic component={isNarrow() && !props.page ? "h1" : "h2"} class={styles.name} dir="auto">
            {props.title}
          </Dynamic>
          <IconButton class={styles.sideClose} icon={X} label={t().common.close} onClick={close} />
        </header>
        <ul class={styles.pages}>
          <For each={props.pages}>
            {(page) => (
              <li>
                <A
                  class={`${navigation.entry} ${styles.page}`}
                  href={`${props.path}/${page.id}`}
                  data-danger={page.isDanger ? "" : undefined}
                  ref={(link: HTMLAnchorElement) => {
                    if (current()?.id === page.id) openLink = link;
                  }}
                  aria-current={current()?.id === page.id ? "page" : undefined}
                >
                  <Dynamic component={page.icon} size={18} strokeWidth={1.75} aria-hidden="true" />
                  {page.label}
                </A>
              </li>
            )}
          </For>
        </ul>
      </nav>
      <div class={styles.content}>
        <header class={`${navigation.header} ${styles.header}`}>
          <IconButton
            class={styles.back}
            icon={ArrowLeft}
            label={t().common.back}
            onClick={() => navigate(props.path)}
          />
          <h1 class={styles.title}>{current()?.label}</h1>
          <IconButton icon={X} label={t().common.close} keys="Esc" onClick={close} />
        </header>
        <div class={styles.body}>
          <ComponentBoundary address={props.page}>
            <Suspense
              fallback={
                <div class={styles.loading}>
                  <Skeleton lines={6} label={t().common.loading} />
                </div>
              }
            >
              <Show when={current()}>{props.children}</Show>
            </Suspense>
          </ComponentBoundary>
        </div>
      </div>
    </div>
  );
}
