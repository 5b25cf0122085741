import type { GaugeSpec, ReadGauge } from "../platform/metrics/port.ts";
import type { Reader } from "./tx.ts";

/** A figure about the state of the database, which is read when somebody asks for the metrics. */
export interface StateGauge<L extends string = string> extends GaugeSpec<L> {
  read(db: Reader): ReturnType<ReadGauge<L>>;
}

export function gauge<const L extends string = never>(spec: StateGauge<L>): StateGauge {
  return spec as unknown as StateGauge;
}
