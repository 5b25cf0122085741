import { A, type RouteSectionProps, useLocation, useNavigate } from "@solidjs/router";
import iconButton from "@ui/icon-button.module.css";
import { IconButton } from "@ui/icon-button.tsx";
import {
  Archive,
  Bot,
  Flag,
  Gauge,
  ListTodo,
  LogOut,
  type LucideIcon,
  Menu,
  MessageSquare,
  MessagesSquare,
  ScrollText,
  SlidersHorizontal,
  Ticket,
  UsersRound,
} from "@ui/icons.ts";
import { DropdownMenu } from "@ui/menu.tsx";
import navigation from "@ui/navigation.module.css";
import { Skeleton } from "@ui/state.tsx";
import { createEffect, For, on, Suspense } from "solid-js";
import { Dynamic } from "solid-js/web";
import { ConfirmIdentity } from "./access/confirm-identity.tsx";
import { logOut } from "./access/log-in.ts";
import { icon } from "./access/login-page.tsx";
import { Dialogs } from "./components/dialogs.tsx";
import { FailureBoundary } from "./components/failure.tsx";
import styles from "./frame.module.css";
import { t } from "./i18n/i18n.ts";

interface FramePage {
  readonly path: string;
  readonly icon: LucideIcon;
  readonly label: string;
}

const pages = (): readonly FramePage[] => [
  { path: "/", icon: Gauge, label: t().overview.title },
  { path: "/people", icon: UsersRound, label: t().people.title },
  { path: "/servers", icon: MessagesSquare, label: t().servers.title },
  { path: "/reports", icon: Flag, label: t().reports.title },
  { path: "/invites", icon: Ticket, label: t().invites.title },
  { path: "/bots", icon: Bot, label: t().bots.title },
  { path: "/jobs", icon: ListTodo, label: t().jobs.title },
  { path: "/backups", icon: Archive, label: t().backups.title },
  { path: "/configuration", icon: SlidersHorizontal, label: t().configuration.title },
  { path: "/audit", icon: ScrollText, label: t().audit.title },
];

/** What is around every page: the list of pages, and the way out. */
export function Frame(props: RouteSectionProps) {
  const location = useLocation();
  const navigate = useNavigate();
  let main: HTMLElement | undefined;
  const path = () => location.pathname.replace(/^\/admin/, "") || "/";
  const isCurrent = (page: FramePage) =>
    page.path === "/" ? path() === "/" : path() === page.path || path().startsWith(`${page.path}/`);
  createEffect(on(path, () => main?.scrollTo(0, 0), { defer: true }));

  return (
    <div class={styles.frame}>
      <button type="button" class={styles.skip} onClick={() => main?.focus()}>
        {t().common.skip}
      </button>
      <header class={`${navigation.side} ${styles.side}`}>
        <div class={navigation.header}>
          <img src={icon} alt="" width="24" height="24" />
          <span class={styles.name}>{t().common.title}</span>
          <DropdownMenu
            class={`${iconButton.button} ${styles.menu}`}
            label={t().common.menu}
            entries={() => [
              ...pages().map((page) => ({
                label: page.label,
                icon: page.icon,
                isChecked: isCurrent(page),
                onSelect: () => navigate(page.path),
              })),
              "separator",
              { label: t().access.logOut, icon: LogOut, onSelect: () => void logOut() },
            ]}
          >
            <Menu size={18} strokeWidth={1.75} aria-hidden="true" />
          </DropdownMenu>
        </div>
        <nav class={styles.pages} aria-label={t().common.pages}>
          <For each={pages()}>
            {(page) => (
              <A
                class={navigation.entry}
                href={page.path}
                end={page.path === "/"}
                aria-current={isCurrent(page) ? "page" : undefined}
              >
                <Dynamic component={page.icon} size={18} strokeWidth={1.75} aria-hidden="true" />
                {page.label}
              </A>
            )}
          </For>
        </nav>
        <div class={styles.foot}>
          <a class={navigation.entry} href="/" target="_self" rel="external">
            <MessageSquare size={18} strokeWidth={1.75} aria-hidden="true" />
            {t().common.toClient}
          </a>
          <IconButton icon={LogOut} label={t().access.logOut} onClick={() => void logOut()} />
        </div>
      </header>
      <main
        class={styles.content}
        tabIndex={-1}
        ref={(element) => {
          main = element;
        }}
      >
        <FailureBoundary address={path()}>
          <Suspense fallback={<Skeleton lines={6} label={t().common.loading} />}>{props.children}</Suspense>
        </FailureBoundary>
      </main>
      <Dialogs />
      <ConfirmIdentity />
    </div>
  );
}
