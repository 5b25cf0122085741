import { describeUnknownVariable, loadConfig } from "../config/load.ts";
import type { Services } from "../declare/services.ts";
import { UpgradeFailed, UpgradeRefused } from "../platform/database/upgrade-errors.ts";
import { createLog, type Log, logFormatOf } from "../platform/log/log.ts";
import { findVoiceSource } from "../platform/voice/voice-source.ts";
import { type RunningServer, type ServerOverrides, startServer } from "../server/start-server.ts";
import { findOwnClient } from "../web/client-source.ts";
import { examineFilesOnDisk } from "./doctor/examine-files-on-disk.ts";
import { examineMachine } from "./doctor/examine-machine.ts";
import type { Finding } from "./doctor/finding.ts";
import { repeatingCannotHelp } from "./exit-codes.ts";
import { isOfMachine } from "./expected-errors.ts";
import { note } from "./note.ts";
import { extendStart, type NotifyManager, openServiceManager } from "./service-manager.ts";

/** Runs the server until a signal or the launcher stops it, or it fails. */
export async function serve(overrides: ServerOverrides = {}): Promise<number> {
  const { config, source, unknownVariables } = loadConfig();
  const log = overrides.log ?? createLog(config.log.level, logFormatOf(config.log));
  const notify = await openServiceManager(log);
  const onUpgradeProgress: ServerOverrides["onUpgradeProgress"] = (text, nextWithinMs) =>
    notify(...extendStart(text, nextWithinMs));
  const started = startServer(config, { ownClient: findOwnClient(), onUpgradeProgress, log, ...overrides });
  const server = await started.catch((error) => reportFailedUpgrade(log, error));
  if (typeof server === "number") return server;
  // Before it says that it is ready: from then on it may be stopped.
  const ended = Promise.race([untilSignalled(server, notify), untilFailed(server)]);
  const { services, port } = server;
  for (const name of unknownVariables) services.log.warn(describeUnknownVariable(name));
  warnOf(await examineMachine(config), services);
  // Nobody waits for it: there may be many folders to look into.
  examineFilesOnDisk(config).then(
    (findings) => warnOf(findings, services),
    (error) => services.log.warn({ err: error }, "the files in data_dir cannot be read"),
  );
  services.log.info({ config: source, data: config.data_dir, port }, "started");
  const { api, events, app } = services.urls;
  const lines = [
    ["Web", app],
    ["API", api],
    ["Events", events],
    ["Docs", `${api}/swagger`],
    ["Voice", describeVoice(services)],
    ...(server.metricsPort === undefined ? [] : [["Metrics", metricsUrl(server)]]),
  ];
  note(`Ermine is ready.\n${lines.map(([name = "", text]) => `  ${name.padEnd(8)}${text}`).join("\n")}`);
  notify("READY=1");
  return ended;
}

function warnOf(findings: readonly Finding[], { log }: Services): void {
  for (const { state, check, text, advice } of findings)
    if (state !== "ok") log.warn({ check, advice }, text);
}

/** An upgrade that failed gets one message, in the form of the log. Returns the exit code. */
function reportFailedUpgrade(log: Log, error: unknown): number {
  if (!(error instanceof UpgradeFailed || error instanceof UpgradeRefused)) throw error;
  const failure = error instanceof UpgradeFailed ? error.failure : {};
  log.fatal(failure, error.message);
  if (!log.isLevelEnabled("fatal")) note(error.message);
  log.debug({ err: error.cause }, "why the upgrade failed");
  return error instanceof UpgradeFailed && !isOfMachine(error.causeCode) ? repeatingCannotHelp : 1;
}

function metricsUrl({ services: { config }, metricsPort }: RunningServer): string {
  const { host } = config.metrics;
  return `http://${host.includes(":") ? `[${host}]` : host}:${metricsPort}/metrics`;
}

/** How long a failed server may send the responses that it owes. */
const failedGraceMs = 1_000;

async function untilFailed(server: RunningServer): Promise<number> {
  const error = await server.failed;
  server.services.log.fatal({ err: error }, "the server cannot continue");
  console.error(`Ermine cannot continue: ${error instanceof Error ? error.message : error}`);
  await Promise.race([server.stop().catch(() => {}), Bun.sleep(failedGraceMs)]);
  return 1;
}

/** Where calls run or, if they are off, how to turn them on. */
function describeVoice({ config, voice }: Services): string {
  const source = findVoiceSource(config);
  if (source.kind === "off") return `off: ${source.why} (docs/operating/voice.md says how to turn it on)`;
  const { udp_port, tcp_port } = config.voice;
  const ports = tcp_port === 0 ? `UDP port ${udp_port}` : `UDP port ${udp_port}, TCP port ${tcp_port}`;
  const urls = voice?.all.map(({ publicUrl }) => publicUrl).join(", ");
  return source.kind === "program" ? `${urls}, ${ports}` : `${urls}`;
}

/**
 * The first signal stops the server gracefully, the second ends the process immediately. The launcher sends a message
 * instead, because it cannot know whether a signal that it received also reached this process.
 */
function untilSignalled(server: RunningServer, notify: NotifyManager): Promise<number> {
  return new Promise((resolve) => {
    let signals = 0;
    let stopping = false;
    const stop = () => {
      if (stopping) return;
      stopping = true;
      const { log } = server.services;
      notify("STOPPING=1");
      log.info("stopping: running requests and jobs are finished first");
      server.stop().then(
        () => {
          log.info("stopped");
          resolve(0);
        },
        (error) => {
          console.error(error);
          resolve(1);
        },
      );
    };
    const onSignal = () => {
      signals += 1;
      if (signals > 1) process.exit(1);
      stop();
    };
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, onSignal);
    process.on("message", (message) => message === "stop" && stop());
    // The launcher has ended, however it did.
    process.on("disconnect", stop);
  });
}
