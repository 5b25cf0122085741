import type { Texts } from "../texts.ts";

export const gettingIn: Texts["gettingIn"] = {
  welcome: "Willkommen zurück",
  email: "E-Mail-Adresse",
  password: "Passwort",
  logIn: "Anmelden",
  register: "Konto erstellen",
  forgotten: "Passwort vergessen?",
  newHere: "Neu hier?",
};
