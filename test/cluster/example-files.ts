import { readFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "../architecture/source-files.ts";

export const examplesFolder = join(top, "examples/cluster");

export const readExample = (name: string) => readFileSync(join(examplesFolder, name), "utf8");

type Environment = Record<string, string>;

/** The variables of the file that all nodes share. */
export function sharedEnvironment(): Environment {
  return assignmentsIn(readExample("cluster.env"), /^([A-Z_0-9]+)=(.*)$/gm);
}

/** The variables that the service adds for the node on a port. */
export function unitEnvironment(port: number): Environment {
  const unit = readExample("ermine@.service").replaceAll("%i", String(port));
  return assignmentsIn(unit, /^Environment=([A-Z_0-9]+)=(.*)$/gm);
}

/** The variables of each node in the compose file. */
export function composeEnvironments(): Map<string, Environment> {
  const { services } = Bun.YAML.parse(readExample("compose.yaml")) as {
    services: Record<string, { build?: unknown; environment: Environment }>;
  };
  const nodes = Object.entries(services).filter(([, { build }]) => build);
  return new Map(nodes.map(([name, { environment }]) => [name, environment]));
}

function assignmentsIn(text: string, pattern: RegExp): Environment {
  return Object.fromEntries([...text.matchAll(pattern)].map(([, name = "", value = ""]) => [name, value]));
}
