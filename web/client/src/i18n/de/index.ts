import type { Translation } from "@ui/catalogue.ts";
import type { en as english } from "../en/index.ts";
import { auth } from "./auth.ts";
import { common } from "./common.ts";
import { composer } from "./composer.ts";
import { emojiSettings } from "./emoji-settings.ts";
import { errors } from "./errors.ts";
import { frame } from "./frame.ts";
import { keyboard } from "./keyboard.ts";
import { markdown } from "./markdown.ts";
import { media } from "./media.ts";
import { messages } from "./messages.ts";
import { navigation } from "./navigation.ts";
import { notifications } from "./notifications.ts";
import { people } from "./people.ts";
import { permissions } from "./permissions.ts";
import { reading } from "./reading.ts";
import { search } from "./search.ts";
import { serverSettingsTexts } from "./server-settings.ts";
import { servers } from "./servers.ts";
import { settings } from "./settings.ts";
import { settingsAccount } from "./settings-account.ts";
import { bots } from "./settings-bots.ts";
import { settingsClient } from "./settings-client.ts";
import { voiceSettings } from "./settings-voice.ts";
import { setup } from "./setup.ts";
import { voice } from "./voice.ts";
import { welcomeTexts } from "./welcome.ts";

export const de: Translation<typeof english, "de"> = {
  common,
  composer,
  errors,
  frame,
  auth,
  keyboard,
  ...navigation,
  notifications,
  markdown,
  people,
  permissions,
  servers,
  settings,
  ...serverSettingsTexts,
  emojiSettings,
  messages,
  reading,
  media,
  search,
  setup,
  voice,
  voiceSettings,
  ...settingsAccount,
  ...settingsClient,
  bots,
  ...welcomeTexts,
};
