import { describe, expect, test } from "bun:test";
import { resource } from "../declare/resource.ts";
import type { Services } from "../declare/services.ts";
import { Resources } from "./resources.ts";

const log: string[] = [];
const logged = (name: string) => ({ name, [Symbol.dispose]: () => void log.push(`dispose ${name}`) });

const first = resource({ name: "first", open: () => logged("first") });
const second = resource({
  name: "second",
  open: ({ resources }) => {
    const { name } = resources.get(first);
    return { of: name, [Symbol.asyncDispose]: async () => void log.push("dispose second") };
  },
});
const plain = resource({ name: "plain", open: () => new Set<string>() });

function openResources() {
  const resources = new Resources();
  resources.open([first, second, plain], { resources } as unknown as Services);
  return resources;
}

describe("resources", () => {
  test("are opened once for each server, and may use those before them", async () => {
    await using one = openResources();
    await using other = openResources();
    expect(one.get(plain)).toBe(one.get(plain));
    expect(one.get(plain)).not.toBe(other.get(plain));
    expect(one.get(second).of).toBe("first");
  });

  test("are disposed of in reverse order", async () => {
    log.length = 0;
    await openResources()[Symbol.asyncDispose]();
    expect(log).toEqual(["dispose second", "dispose first"]);
  });

  test("cannot be used unless they are open", async () => {
    const resources = new Resources();
    expect(() => resources.get(plain)).toThrow('the resource "plain" is not open');
    expect(() => resources.open([second], { resources } as unknown as Services)).toThrow(
      'the resource "first" is not open',
    );
    const stopped = openResources();
    await stopped[Symbol.asyncDispose]();
    expect(() => stopped.get(plain)).toThrow();
  });
});
