import type { Translation } from "@ui/catalogue.ts";
import type { welcomeTexts as english } from "../en/welcome.ts";

export const welcomeTexts: Translation<typeof english, "de"> = {
  welcome: {
    title: "Willkommen, {name}",
    text: "Das kannst du als Erstes tun. Du findest alles später wieder: Server hinter dem Plus links, Leute unter Freunde.",
    people: "Leute finden",
    peopleText: "Schick jemandem, dessen Namen du kennst, eine Freundschaftsanfrage.",
    ownName: "Andere finden dich als {name}.",
  },
  policies: {
    title: "Die Bedingungen haben sich geändert",
    hint: "Die Betreiber dieses Hosts haben Folgendes angekündigt.",
    from: "Gilt ab {date}",
    since: "Gilt seit {date}",
    read: "Lesen",
    later: "Später",
    acknowledge: "Ich habe es gelesen",
  },
  templates: {
    label: "Vorlage",
    kinds: { plain: "Ein Kanal", friends: "Freunde", community: "Gemeinschaft", team: "Team" },
    hints: {
      plain: "Ein einziger Kanal. Den Rest fügst du selbst hinzu.",
      friends: "Kanäle für Bilder und Pläne und ein Ort zum Reden.",
      community:
        "Regeln und Ankündigungen, die alle lesen, Kanäle zum Reden und eine Rolle für die Moderation.",
      team: "Kanäle für Pläne, Neuigkeiten und Fragen, ein Besprechungsraum und eine Rolle für die Leitung.",
    },
    names: {
      announcements: "ankündigungen",
      help: "hilfe",
      information: "Information",
      introductions: "vorstellung",
      leads: "Leitung",
      lounge: "Lounge",
      meeting: "Besprechung",
      moderators: "Moderation",
      offTopic: "sonstiges",
      photos: "bilder",
      planning: "planung",
      rules: "regeln",
      talk: "Gespräch",
      updates: "neuigkeiten",
      work: "Arbeit",
    },
  },
};
