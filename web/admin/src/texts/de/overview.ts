import { pluralIn } from "@ui/plural.ts";
import type { Texts } from "../texts.ts";

const plural = pluralIn("de");

export const overview: Texts["overview"] = {
  title: "Übersicht",
  attention: "Braucht Aufmerksamkeit",
  openReports: (count: number) => plural(count, { one: "# offene Meldung", other: "# offene Meldungen" }),
  failedJobs: (count: number) =>
    plural(count, { one: "# gescheiterter Auftrag", other: "# gescheiterte Aufträge" }),
  lastBackup: (age: string) => `Letzte Sicherung ${age}`,
  noBackup: "Es gibt noch keine Sicherung, und keine ist geplant",
  unscheduledBackup: (age: string) => `Letzte Sicherung ${age}, und keine ist geplant`,
  backupProblem: {
    never: (destination: string) => `Noch keine Sicherung in ${destination}`,
    failing: (destination: string, age: string) => `Sicherungen nach ${destination} scheitern, zuerst ${age}`,
    old: (destination: string, age: string) => `Letzte Sicherung in ${destination} ${age}: zu alt`,
    damaged: (destination: string, age: string) => `Sicherung in ${destination} beschädigt, bemerkt ${age}`,
    unverified: (destination: string, age: string) =>
      `Sicherung in ${destination} ${age ? `zuletzt ${age} geprüft` : "nie geprüft"}`,
  },
  load: "Last",
  loadHint: (node: string) => `Die letzte Stunde von ${node}. Alle 10 Sekunden kommen neue Zahlen.`,
  paused: "Die Zahlen warten, bis du bestätigst, dass du es bist.",
  resume: "Bestätigen und fortfahren",
  collecting: "Die ersten Zahlen werden gesammelt.",
  connections: "Verbindungen",
  requests: "Anfragen pro Sekunde",
  messages: "Nachrichten pro Sekunde",
  memory: "Speicher",
  cpu: "Prozessor (von einem Kern)",
  lag: "Verzug der Ereignisschleife",
  milliseconds: (value: string) => `${value} ms`,
  unchanged: "unverändert",
  change: (amount: string, minutes: number) =>
    `${amount} in ${plural(minutes, { one: "# Minute", other: "# Minuten" })}`,
  plot: (name: string, last: string, lowest: string, highest: string) =>
    `${name}: jetzt ${last}, zwischen ${lowest} und ${highest}`,
  amounts: "Wie viel es gibt",
  countedAt: (at: string) => `Gezählt ${at}`,
  counting: "Es wird gezählt.",
  online: "Gerade online",
  counts: {
    users: "Personen",
    servers: "Server",
    messages: "Nachrichten",
    channels: "Kanäle",
    bots: "Bots",
    sessions: "Sitzungen",
    files: "Dateien",
    file_bytes: "Größe der Dateien",
    database_bytes: "Größe der Datenbank",
    jobs: "Aufträge",
  },
  server: "Dieser Server",
  version: "Version",
  commit: "Commit",
  node: "Knoten",
  startedAt: "Gestartet",
};
