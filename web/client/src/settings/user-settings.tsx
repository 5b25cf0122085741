import { useParams } from "@solidjs/router";
import {
  Accessibility,
  Bot,
  Database,
  Info,
  Keyboard,
  KeyRound,
  type LucideIcon,
  Monitor,
  Notifications,
  Palette,
  Settings,
  UserRound,
  Volume,
} from "@ui/icons.ts";
import { type Component, lazy } from "solid-js";
import { Dynamic } from "solid-js/web";
import { t } from "../i18n/i18n.ts";
import { configuration } from "../session/server.ts";
import { useLastPath } from "./last-path.ts";
import { SettingsLayout } from "./settings-layout.tsx";

type UserPage = keyof ReturnType<typeof t>["userSettings"]["pages"];

const pages: Record<UserPage, readonly [LucideIcon, Component]> = {
  account: [Settings, lazy(() => import("./account/account-page.tsx"))],
  "second-factor": [KeyRound, lazy(() => import("./account/second-factor-page.tsx"))],
  sessions: [Monitor, lazy(() => import("./account/sessions-page.tsx"))],
  profile: [UserRound, lazy(() => import("./account/profile-page.tsx"))],
  appearance: [Palette, lazy(() => import("./client/appearance-page.tsx"))],
  accessibility: [Accessibility, lazy(() => import("./client/accessibility-page.tsx"))],
  keyboard: [Keyboard, lazy(() => import("./client/keyboard-page.tsx"))],
  notifications: [Notifications, lazy(() => import("./notifications/notifications-page.tsx"))],
  voice: [Volume, lazy(() => import("./voice/voice-page.tsx"))],
  bots: [Bot, lazy(() => import("./bots/bots-page.tsx"))],
  data: [Database, lazy(() => import("./client/data-page.tsx"))],
  about: [Info, lazy(() => import("./client/about-page.tsx"))],
};

/** The pages that are of use on this server. */
export function userSettingsPages() {
  const ids = Object.keys(pages) as UserPage[];
  return ids
    .filter((id) => id !== "voice" || configuration()?.features.livekit.enabled)
    .map((id) => ({ id, label: t().userSettings.pages[id], icon: pages[id][0] }));
}

/** The settings of the user and of this device. */
export default function UserSettings() {
  const [lastPath] = useLastPath();
  const params = useParams<{ page?: string }>();
  const page = () => userSettingsPages().find(({ id }) => id === params.page)?.id ?? "account";
  return (
    <SettingsLayout
      title={t().userSettings.title}
      path="/settings"
      pages={userSettingsPages()}
      page={params.page}
      closePath={lastPath()}
    >
      <Dynamic component={pages[page()][1]} />
    </SettingsLayout>
  );
}
