import { describeUnknownVariable, type LoadedConfig, loadConfig } from "../config/load.ts";
import type { Services } from "../declare/services.ts";
import { createSetupCode, describeTunnel, restart, setupPages } from "../domains/setup/index.ts";
import { UpgradeFailed, UpgradeRefused } from "../platform/database/upgrade-errors.ts";
import { createLog, type Log, logFormatOf } from "../platform/log/log.ts";
import { findVoiceSource } from "../platform/voice/voice-source.ts";
import { type RunningServer, type ServerOverrides, startServer } from "../server/start-server.ts";
import { findOwnClient } from "../web/client-source.ts";
import { examineCommunity } from "./doctor/examine-community.ts";
import { examineFilesOnDisk } from "./doctor/examine-files-on-disk.ts";
import { examineMachine } from "./doctor/examine-machine.ts";
import type { Finding } from "./doctor/finding.ts";
import { repeatingCannotHelp } from "./exit-codes.ts";
import { isOfMachine } from "./expected-errors.ts";
import { note } from "./note.ts";
import { extendStart, type NotifyManager, openServiceManager } from "./service-manager.ts";
import { StopSignals } from "./stop-signals.ts";

/** Runs the server until a signal or the launcher stops it, or it fails. The setup page may restart it. */
export async function serve(overrides: ServerOverrides = {}): Promise<number> {
  const manager: { notify?: NotifyManager } = {};
  for (;;) {
    const { config, ...loaded } = loadConfig();
    const log = overrides.log ?? createLog(config.log.level, logFormatOf(config.log));
    manager.notify ??= await openServiceManager(log);
    const outcome = await serveOnce({ ...loaded, config }, { ...overrides, log }, manager.notify);
    if (outcome !== "restart") return outcome;
  }
}

async function serveOnce(
  { config, source, unknownVariables }: LoadedConfig,
  overrides: ServerOverrides & { readonly log: Log },
  notify: NotifyManager,
): Promise<number | "restart"> {
  const { log } = overrides;
  const onUpgradeProgress: ServerOverrides["onUpgradeProgress"] = (text, nextWithinMs) =>
    notify(...extendStart(text, nextWithinMs));
  using signals = new StopSignals();
  const beforeListening = () => signals.catch();
  const own = { ownClient: findOwnClient(), onUpgradeProgress, beforeListening };
  const started = startServer(config, { ...own, ...overrides });
  const server = await started.catch((error) => reportFailedUpgrade(log, error));
  if (typeof server === "number") return server;
  const ended = Promise.race([untilStopped(server, signals, notify), untilFailed(server)]);
  for (const name of unknownVariables) log.warn(describeUnknownVariable(name));
  await announceStart(server, { source, notify, signals }).catch((error) => {
    // A server that is already stopping may have closed what this reads.
    if (!signals.isRequested) throw error;
  });
  return await ended;
}

async function announceStart(
  server: RunningServer,
  { source, notify, signals }: { source: string; notify: NotifyManager; signals: StopSignals },
): Promise<void> {
  const { services, port } = server;
  const { config } = services;
  warnOf(await examineMachine(config), services);
  warnOf(await examineCommunity(config, server.store), services);
  // Nobody waits for it: there may be many folders to look into.
  examineFilesOnDisk(config).then(
    (findings) => warnOf(findings, services),
    (error) => services.log.warn({ err: error }, "the files in data_dir cannot be read"),
  );
  if (signals.isRequested) return;
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
  await offerSetup(server);
}

/**
 * Prints how to reach the setup page while there is no operator: a link on a terminal, a code in a log, which cannot be
 * followed by accident. Both work once.
 */
async function offerSetup({ services, store }: RunningServer): Promise<void> {
  const { enabled, dir } = services.config.web;
  if (!enabled || dir !== "") return;
  const code = await store.write((tx) => createSetupCode(tx, { keepsValid: true }));
  if (code === undefined) return;
  const pages = setupPages(services);
  note(
    process.stderr.isTTY === true
      ? `Set up your server within an hour (works once): ${pages.map((page) => `${page}#${code}`).join("\n  or ")}`
      : `This server has no operator yet. Enter the code ${code} within an hour at ${pages.join(" or ")} (\`ermine setup link\` makes a new one).`,
  );
  const tunnel = describeTunnel(services);
  if (tunnel !== undefined) note(tunnel);
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
  const { udp_port, tcp_port, turn } = config.voice;
  const ports = [
    `UDP port ${udp_port}`,
    ...(tcp_port === 0 ? [] : [`TCP port ${tcp_port}`]),
    ...(turn.domain === "" ? [] : [`TURN ${turn.domain}`]),
  ].join(", ");
  const urls = voice?.all.map(({ publicUrl }) => publicUrl).join(", ");
  return source.kind === "program" ? `${urls}, ${ports}` : `${urls}`;
}

/** Stops the server on request. The setup page also stops it, so that it starts again with the new settings. */
function untilStopped(
  server: RunningServer,
  signals: StopSignals,
  notify: NotifyManager,
): Promise<number | "restart"> {
  return new Promise((resolve) => {
    let outcome: 0 | "restart" | undefined;
    const { log, resources } = server.services;
    const stop = (wanted: 0 | "restart") => {
      const isStopping = outcome !== undefined;
      // Who wants it to end prevails over who wants it to begin again.
      if (outcome !== 0) outcome = wanted;
      if (isStopping) return;
      if (wanted === 0) notify("STOPPING=1");
      log.info(
        wanted === 0
          ? "stopping: running requests and jobs are finished first"
          : "restarting with the keys of the setup page",
      );
      server.stop().then(
        () => {
          if (outcome === 0) log.info("stopped");
          resolve(outcome ?? 0);
        },
        (error) => {
          console.error(error);
          resolve(1);
        },
      );
    };
    void signals.requested.then(() => stop(0));
    const restarting = resources.get(restart);
    restarting.isPossible = true;
    void restarting.requested.then(() => stop("restart"));
  });
}
