import type { MetricSpec } from "../../platform/metrics/port.ts";

export const mailsSent: MetricSpec<"outcome"> = {
  name: "ermine_mails_total",
  help: "Attempts to send a mail, by outcome: the mail server accepted it (sent), or not (failed).",
  labels: ["outcome"],
};
