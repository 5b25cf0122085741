import type { Config } from "../../config/schema.ts";
import type { Counters } from "../counters/port.ts";
import type { MetricSpec, Metrics } from "../metrics/port.ts";
import type { Signalling, TokenHolder } from "./port.ts";

type SignalLimit = "connects_by_address" | "connects_by_user";

export const voiceConnectRefusals: MetricSpec<"limit"> = {
  name: "ermine_voice_connect_refusals_total",
  help: "Connections to calls that a limit refused, by its key in the section voice.",
  labels: ["limit"],
};

interface AdmissionDependencies {
  readonly signalling: Pick<Signalling, "readToken">;
  readonly config: Pick<Config, "voice" | "ratelimits">;
  readonly counters: Counters;
  readonly metrics: Metrics;
  /** Whether the holder of a token may be in the call now, whatever the token says. */
  mayConnect(holder: TokenHolder): Promise<boolean>;
}

/** Decides which clients the relay connects to LiveKit. */
export class SignalAdmission {
  readonly #dependencies: AdmissionDependencies;
  readonly #countRefusal;

  constructor(dependencies: AdmissionDependencies) {
    this.#dependencies = dependencies;
    this.#countRefusal = dependencies.metrics.labelledCounter(voiceConnectRefusals);
  }

  /** Counts an attempt to connect; returns the response that refuses it, or undefined. */
  async refusalFor(token: string | undefined, address: string): Promise<Response | undefined> {
    const { signalling, mayConnect } = this.#dependencies;
    const ofAddress = await this.#count("connects_by_address", `calls from ${address}`);
    if (ofAddress) return ofAddress;
    const holder = await signalling.readToken(token ?? "");
    if (!holder) return new Response("The token is not valid", { status: 401 });
    const ofUser = await this.#count("connects_by_user", `calls of ${holder.identity}`);
    if (ofUser) return ofUser;
    return (await mayConnect(holder)) ? undefined : new Response(notAllowed, { status: 401 });
  }

  async #count(limit: SignalLimit, key: string): Promise<Response | undefined> {
    const { config, counters } = this.#dependencies;
    const { [limit]: max, connects_window_ms: windowMs } = config.voice;
    if (!config.ratelimits.enabled || max === 0) return undefined;
    const { allowed, resetAfterMs } = await counters.take(key, max, windowMs);
    if (allowed) return undefined;
    this.#countRefusal({ limit }).add();
    const headers = { "retry-after": String(Math.ceil(resetAfterMs / 1_000)) };
    return new Response("Too many connections to calls", { status: 429, headers });
  }
}

export const notAllowed = "You may not join this call";
