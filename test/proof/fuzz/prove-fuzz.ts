import { runErmine } from "../../support/processes/program.ts";
import { startProcess } from "../../support/processes/server-process.ts";
import { type Engine, engines, newHome } from "../../support/server/engines.ts";
import { Random } from "../random.ts";
import { findViolations, type Violation } from "./invariants.ts";
import { readDescription } from "./operations.ts";
import { Requests } from "./requests.ts";
import { type FrameReport, sendFrames } from "./send-frames.ts";
import { type RequestReport, sendRequests } from "./send-requests.ts";
import { Values } from "./values.ts";
import { World } from "./world.ts";

export interface FuzzOptions {
  readonly seed: number;
  /** All, unless it says otherwise. */
  readonly engines?: readonly Engine[];
  /** On all engines together. */
  readonly requests: number;
  readonly frames: number;
  readonly log: (line: string) => void;
}

export interface FuzzReport {
  readonly engine: Engine;
  readonly seconds: number;
  readonly requests: RequestReport;
  readonly frames: FrameReport;
  readonly violations: readonly Violation[];
  /** Lines of the log at the level of an error. */
  readonly errors: readonly string[];
  /** What `ermine files check` said, if it found something. */
  readonly files: string;
}

/** Sends random requests and frames to a server on each engine, then checks its whole database. */
export async function proveFuzz(options: FuzzOptions): Promise<FuzzReport[]> {
  const reports: FuzzReport[] = [];
  for (const engine of options.engines ?? engines) reports.push(await fuzz(engine, options));
  return reports;
}

async function fuzz(
  engine: Engine,
  { seed, requests, frames, log, engines: { length } = engines }: FuzzOptions,
): Promise<FuzzReport> {
  const start = performance.now();
  const random = new Random(seed);
  const home = await newHome(engine);
  try {
    await using server = await startProcess(home, { ERMINE_LOG_LEVEL: "warn" });
    const description = await readDescription(server.url);
    const world = new World(server, home, random);
    const values = new Values(random, world, description);
    const parts = { world, random, requests: new Requests(random, world, values) };
    const say = (line: string) => log(`${engine}: ${line}`);
    const share = Math.ceil(requests / length);
    const requestReport = await sendRequests(server, parts, description, share, say);
    const frameReport = await sendFrames(server, parts, Math.ceil(frames / length));
    say(`${frameReport.sent} frames`);
    server.kill("SIGTERM");
    await server.exited;
    const files = await runErmine(home, ["files", "check"]);
    return {
      engine,
      seconds: (performance.now() - start) / 1_000,
      requests: requestReport,
      frames: frameReport,
      violations: await findViolations(home),
      errors: (server.stdout() + server.stderr()).split("\n").filter((line) => /"level":[56]0/.test(line)),
      files: files.code === 0 ? "" : files.stdout + files.stderr,
    };
  } finally {
    home.remove();
  }
}
