import { notifySocket } from "../config/process-environment.ts";
import type { Log } from "../platform/log/log.ts";

/** Notifies the service manager of the state of the server, if there is one. */
export type NotifyManager = (...assignments: readonly string[]) => void;

/** Without these notifications systemd would stop the server after a while. */
export async function openServiceManager(log: Log): Promise<NotifyManager> {
  const socket = notifySocket();
  if (socket === undefined) return () => {};
  const { notifyServiceManager } = await import("../platform/program/notify-service-manager.ts");
  return (...assignments) => {
    try {
      notifyServiceManager(socket, assignments.join("\n"));
    } catch (error) {
      log.warn({ err: error }, "the service manager could not be notified");
    }
  };
}

/** The assignments that say what the server does, and that it may continue with it for so long before it is ready. */
export function extendStart(text: string, forMs: number): readonly string[] {
  return [`EXTEND_TIMEOUT_USEC=${forMs * 1_000}`, `STATUS=${text}`];
}
