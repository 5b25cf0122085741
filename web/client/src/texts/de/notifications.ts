import type { Texts } from "../texts.ts";

export const notifications: Texts["notifications"] = {
  withoutText: "Eine neue Nachricht",
};
