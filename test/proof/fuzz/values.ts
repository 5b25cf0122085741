import type { Random } from "../random.ts";
import type { Kind, KnownIds } from "./known-ids.ts";
import type { Description, JsonSchema } from "./operations.ts";
import type { World } from "./world.ts";

const hostileTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\u202e\u2066",
  "\ufeff",
  "e\u0301".repeat(100),
  "x".repeat(5_000),
  "👍".repeat(500),
  "__proto__",
  "constructor",
  "' or 1=1 --",
  "../../etc/passwd",
  "%00",
  "{{7*7}}",
  "null",
  "-1",
  "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  "`".repeat(400),
  "<@01ARZ3NDEKTSV4RRFFQ69G5FAV>".repeat(60),
  "@everyone @online",
  "http://127.0.0.1/",
];
const hostileNumbers = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324];
const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  ...hostileNumbers,
  null,
  true,
  [],
  {},
  [[]],
  [null],
  { length: 1 },
  { __proto__: 1 },
];
const words = "hello there how are you today this is what people say in a chat".split(" ");

/** What a text of this name means, where it is an id. The first that matches counts. */
const kindsByName: readonly (readonly [RegExp, Kind])[] = [
  [/^(attachments?|icon|avatar|banner|background)$/, "file"],
  [/user|owner|author|member|recipients/, "user"],
  [/channel|^voice$/, "channel"],
  [/server|^parent/, "server"],
  [/role|ranks/, "role"],
  [/emoji|reactions/, "emoji"],
  [/message|replies|\.id$|^ids$|before|after|nearby|last/, "message"],
  [/invite/, "invite"],
];

/** Makes values for the schemas of the description: mostly valid, with ids of what exists. */
export class Values {
  readonly #random: Random;
  readonly #ids: KnownIds;
  readonly #world: Pick<World, "passwords" | "pickEmail" | "takeTicket">;
  readonly #description: Description;

  constructor(random: Random, world: World, description: Description) {
    this.#random = random;
    this.#ids = world.ids;
    this.#world = world;
    this.#description = description;
  }

  /** `hostility`: the share of values that are of another type, or out of bounds. */
  make(schema: JsonSchema, name: string, hostility: number): unknown {
    const random = this.#random;
    if (random.chance(hostility)) return random.pick(hostileValues);
    const {
      type,
      enum: choices,
      properties,
      patternProperties,
      items,
      ...rest
    } = this.#description.resolve(schema);
    const variants = rest.anyOf ?? rest.oneOf;
    if (variants) return this.make(random.pick(variants), name, hostility);
    if (rest.const !== undefined) return rest.const;
    if (choices) return random.pick(choices);
    if (properties) return this.#object(properties, rest.required ?? [], name, hostility);
    if (patternProperties) {
      const [value = {}] = Object.values(patternProperties);
      return { [this.#text(name, {})]: this.make(value, name, hostility) };
    }
    if (items) {
      const length = random.between(0, Math.min(rest.maxItems ?? 4, 4));
      return Array.from({ length }, () => this.make(items, name, hostility));
    }
    switch (Array.isArray(type) ? random.pick(type) : type) {
      case "string":
        return this.#text(name, rest);
      case "integer":
        return this.#integer(rest);
      case "number":
        return random.next() * 1_000;
      case "boolean":
        return random.chance(0.5);
      case "null":
        return null;
      default:
        return random.pick(hostileValues);
    }
  }

  #object(
    properties: Readonly<Record<string, JsonSchema>>,
    required: readonly string[],
    parent: string,
    hostility: number,
  ) {
    // Few of the optional fields at a time, or nearly no combination would be valid.
    const optional = this.#random.chance(0.2) ? 0.6 : 0.15;
    const chosen = Object.entries(properties).filter(([key]) =>
      required.includes(key) ? !this.#random.chance(hostility / 3) : this.#random.chance(optional),
    );
    return Object.fromEntries(
      chosen.map(([key, child]) => [key, this.make(child, key === "id" ? `${parent}.id` : key, hostility)]),
    );
  }

  #integer({ minimum = 0, maximum = 2 ** 40 }: JsonSchema): number {
    const random = this.#random;
    return random.chance(0.2)
      ? random.pick([minimum, maximum, 0, 1])
      : random.between(minimum, Math.min(maximum, minimum + 1_000));
  }

  #text(name: string, { minLength = 0, maxLength = 2_000, format }: JsonSchema): string {
    const random = this.#random;
    if (/password/.test(name)) return random.pick(this.#world.passwords);
    if (/email/.test(name)) return this.#world.pickEmail();
    if (name === "token") return this.#world.takeTicket();
    if (/username|^name$|nickname|display_name/.test(name))
      return `${random.pick(words)}${random.between(0, 99_999)}`.slice(0, maxLength);
    if (format === "date-time" || /timeout|_at$/.test(name))
      return new Date(Date.now() + random.between(-100, 100_000)).toISOString();
    if (/url/.test(name)) return `https://example.com/${random.between(0, 99)}`;
    if (/colou?r/.test(name)) return random.pick(["red", "#12ab34", "linear-gradient(red, blue)"]);
    const kind = kindsByName.find(([pattern]) => pattern.test(name))?.[1];
    const known = kind && this.#ids.pick(kind, random)?.id;
    if (known !== undefined && random.chance(0.9)) return known;
    const length = random.between(Math.max(1, Math.min(minLength, 40)), 12);
    const text = Array.from({ length }, () => random.pick(words)).join(" ");
    return text.slice(0, maxLength).padEnd(minLength, "x");
  }
}

export const hostileText = (random: Random): string => random.pick(hostileTexts);
