import type { MetricSpec } from "../../platform/metrics/port.ts";

export const pushDeliveries: MetricSpec<"carrier" | "outcome"> = {
  name: "ermine_push_deliveries_total",
  help: "Notifications to devices, by push service (web, fcm, apn) and outcome (sent, gone, refused, retry).",
  labels: ["carrier", "outcome"],
};
