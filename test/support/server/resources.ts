import { Resources } from "../../../src/compose/resources.ts";
import type { Resource } from "../../../src/declare/resource.ts";
import type { Services } from "../../../src/declare/services.ts";

/** The given services alone, with these resources open. */
export function openServicesWith(declared: readonly Resource[], given: Partial<Services> = {}): Services {
  const resources = new Resources();
  const services = { ...given, resources } as Services;
  resources.open(declared, services);
  return services;
}
