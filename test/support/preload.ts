import { afterAll } from "bun:test";
import { stopKept } from "./kept-commands.ts";
import { stopPostgres } from "./postgres.ts";
import { stopS3 } from "./s3.ts";

afterAll(stopKept);
afterAll(stopPostgres);
afterAll(stopS3);
