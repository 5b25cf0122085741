import type { Translation } from "@ui/catalogue.ts";
import type { notifications as english } from "../en/notifications.ts";

export const notifications: Translation<typeof english, "de"> = {
  withoutText: "Eine neue Nachricht",
  question: "Jemand hat dir geschrieben. Soll dieser Browser Bescheid sagen, wenn du woanders hinsiehst?",
  allow: "Benachrichtigen",
  decline: "Nein, danke",
};
