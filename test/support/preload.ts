import { afterAll } from "bun:test";
import { stopCommandProcesses } from "./command-processes.ts";
import { stopPostgres } from "./postgres.ts";
import { stopS3 } from "./s3.ts";

afterAll(stopCommandProcesses);
afterAll(stopPostgres);
afterAll(stopS3);
