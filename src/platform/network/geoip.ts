import { readFile, stat } from "node:fs/promises";
import ipaddr from "ipaddr.js";
import { Reader } from "mmdb-lib";

/** Where a network is, as far as a database knows. */
export interface GeoIpLocation {
  /** ISO 3166-1, two capital letters. */
  readonly country: string;
  /** In English. */
  readonly city?: string;
}

const maxCityLength = 100;
let countryNames: Intl.DisplayNames | undefined;

/** As in "London, United Kingdom". */
export function describeLocation({ city, country }: GeoIpLocation): string {
  countryNames ??= new Intl.DisplayNames("en", { type: "region", fallback: "code" });
  return [...(city === undefined ? [] : [city]), countryNames.of(country)].join(", ");
}

/** One database in the format of MaxMind (MMDB), in memory. */
export class GeoIpDatabase {
  readonly #reader: Reader<never>;

  private constructor(reader: Reader<never>) {
    this.#reader = reader;
  }

  /** Throws if the file is missing, or is no such database. */
  static async read(path: string): Promise<GeoIpDatabase> {
    const database = new GeoIpDatabase(new Reader(await readFile(path)));
    // A file that ends too early has metadata and lacks what they describe.
    database.find("192.0.2.1");
    return database;
  }

  get metadata(): Reader<never>["metadata"] {
    return this.#reader.metadata;
  }

  /** Undefined for what is no address, and for one of which nothing is known. Throws if the file is damaged. */
  find(address: string): GeoIpLocation | undefined {
    if (!ipaddr.isValid(address)) return undefined;
    const parsed = ipaddr.process(address);
    // The library would take the first bits of the address for one of IPv4.
    if (this.metadata.ipVersion === 4 && parsed.kind() === "ipv6") return undefined;
    return locationIn(this.#reader.get(parsed.toString()));
  }
}

/** MaxMind and DB-IP have `country.iso_code` and `city.names.en`, ip-location-db has `country_code` and `city`. */
function locationIn(record: unknown): GeoIpLocation | undefined {
  const country = valueAt(record, "country", "iso_code") ?? valueAt(record, "country_code");
  if (typeof country !== "string" || !/^[A-Z]{2}$/.test(country)) return undefined;
  const named = valueAt(record, "city", "names", "en") ?? valueAt(record, "city");
  const city = typeof named === "string" ? named.trim().slice(0, maxCityLength) : "";
  return { country, ...(city !== "" && { city }) };
}

function valueAt(record: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined,
    record,
  );
}

/** How often the files are looked at. */
const checkMs = 60_000;

interface OpenFile {
  readonly version: string;
  /** Undefined if it could never be read. */
  readonly database: GeoIpDatabase | undefined;
}

interface GeoIpOptions {
  readonly now: () => number;
  /** Told once about each version of a file that cannot be read. */
  readonly onProblem: (path: string, error: unknown) => void;
}

/** The configured databases. Files are read when the first address is looked up, and again after they have changed. */
export class GeoIp {
  readonly #paths: readonly string[];
  readonly #options: GeoIpOptions;
  readonly #files = new Map<string, OpenFile>();
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<unknown> | undefined;

  constructor(paths: readonly string[], options: GeoIpOptions) {
    this.#paths = paths;
    this.#options = options;
  }

  /** What the first database says that knows the address or network. Never throws. */
  async find(address: string): Promise<GeoIpLocation | undefined> {
    if (this.#paths.length === 0) return undefined;
    await this.#refresh();
    const [host = ""] = address.split("/");
    for (const path of this.#paths)
      try {
        const location = this.#files.get(path)?.database?.find(host);
        if (location) return location;
      } catch (error) {
        this.#options.onProblem(path, error);
      }
    return undefined;
  }

  async #refresh(): Promise<void> {
    const now = this.#options.now();
    if (now - this.#checkedAt >= checkMs) {
      this.#checkedAt = now;
      this.#checking = Promise.all(this.#paths.map((path) => this.#check(path)));
    }
    await this.#checking;
  }

  /** A file that has become unreadable, or is just being written, leaves the database before it in use. */
  async #check(path: string): Promise<void> {
    const known = this.#files.get(path);
    const version = await versionOf(path);
    if (known?.version === version) return;
    try {
      this.#files.set(path, { version, database: await GeoIpDatabase.read(path) });
    } catch (error) {
      this.#files.set(path, { version, database: known?.database });
      this.#options.onProblem(path, error);
    }
  }
}

async function versionOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return "missing";
  }
}
