import { resource } from "../../../declare/resource.ts";
import type { Services } from "../../../declare/services.ts";
import type { Reader } from "../../../declare/tx.ts";
import { within } from "../../../platform/clock/clock.ts";
import { Statistics } from "../../operators/index.ts";

interface CountedTables {
  readonly counts: Readonly<Record<string, number>>;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** Counts are fresh for this time, and for a hundred times as long as it took to count. */
const minFreshMs = 60_000;
const freshFactor = 100;
/** How long a call waits for new counts before it gets the old ones. */
const patienceMs = 1_000;

/** How much there is of everything. The tables are counted only while somebody asks, and rarely if they are large. */
export class TableCounts {
  readonly #services: Services;
  #counted: CountedTables | undefined;
  #freshUntil = Number.NEGATIVE_INFINITY;
  #counting: Promise<void> | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Undefined if the first count takes long. */
  async read(db: Reader): Promise<CountedTables | undefined> {
    const { clock, log } = this.#services;
    if (clock.now() < this.#freshUntil) return this.#counted;
    this.#counting ??= this.#count(db)
      .catch((error: unknown) => log.warn({ err: error }, "the tables could not be counted"))
      .finally(() => {
        this.#counting = undefined;
      });
    await within(patienceMs, this.#counting, "counting takes long").catch(() => {});
    return this.#counted;
  }

  async #count(db: Reader): Promise<void> {
    const began = performance.now();
    const results = await db.query(Statistics, {});
    const at = this.#services.clock.now();
    this.#counted = { counts: Object.assign({}, ...results), at };
    this.#freshUntil = at + Math.max(minFreshMs, freshFactor * (performance.now() - began));
  }
}

export const tableCounts = resource({
  name: "counts of tables",
  open: (services) => new TableCounts(services),
});
