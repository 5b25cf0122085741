import { pluralIn } from "@ui/plural.ts";

const plural = pluralIn("en");

export const overview = {
  title: "Overview",
  attention: "Needs attention",
  openReports: (count: number) => plural(count, { one: "# open report", other: "# open reports" }),
  failedJobs: (count: number) => plural(count, { one: "# failed job", other: "# failed jobs" }),
  lastBackup: (age: string) => `Last backup ${age}`,
  noBackup: "There is no backup yet, and none is scheduled",
  unscheduledBackup: (age: string) => `Last backup ${age}, and none is scheduled`,
  backupProblem: {
    never: (destination: string) => `No backup at ${destination} yet`,
    failing: (destination: string, age: string) => `Backups to ${destination} fail, the first ${age}`,
    old: (destination: string, age: string) => `Last backup at ${destination} ${age}: too old`,
    damaged: (destination: string, age: string) => `Backup at ${destination} damaged, found ${age}`,
    unverified: (destination: string, age: string) =>
      `Backup at ${destination} ${age ? `last verified ${age}` : "never verified"}`,
  },
  load: "Load",
  loadHint: (node: string) => `The last hour of ${node}. New figures come every 10 seconds.`,
  paused: "The figures are paused until you confirm that it is you.",
  resume: "Confirm and go on",
  collecting: "The first figures are being collected.",
  connections: "Connections",
  requests: "Requests per second",
  messages: "Messages per second",
  memory: "Memory",
  cpu: "Processor (of one core)",
  lag: "Delay of the event loop",
  milliseconds: (value: string) => `${value} ms`,
  unchanged: "unchanged",
  change: (amount: string, minutes: number) =>
    `${amount} in ${plural(minutes, { one: "# minute", other: "# minutes" })}`,
  plot: (name: string, last: string, lowest: string, highest: string) =>
    `${name}: now ${last}, between ${lowest} and ${highest}`,
  amounts: "How much there is",
  countedAt: (at: string) => `Counted ${at}`,
  counting: "It is being counted.",
  online: "Online now",
  counts: {
    users: "People",
    servers: "Servers",
    messages: "Messages",
    channels: "Channels",
    bots: "Bots",
    sessions: "Sessions",
    files: "Files",
    file_bytes: "Size of the files",
    database_bytes: "Size of the database",
    jobs: "Jobs",
  },
  server: "This server",
  version: "Version",
  commit: "Commit",
  node: "Node",
  startedAt: "Started",
};
