import { UserRound } from "@ui/icons.ts";
import type { MenuEntry } from "@ui/menu.tsx";
import { t } from "../i18n/i18n.ts";
import type { Server } from "../model/server.ts";
import type { User } from "../model/user.ts";
import type { Client } from "../session/client.ts";
import { openProfile } from "./open-profile.tsx";
import { personEntries } from "./person-menu.ts";

/** What can be done with a person, in a server if they are seen in one: for every context menu that shows people. */
export function userMenuEntries(client: Client, user: User, server?: Server): readonly MenuEntry[] {
  return [
    { label: t().people.profile, icon: UserRound, onSelect: () => openProfile(user.id, server) },
    ...personEntries(client, user, server),
  ];
}
