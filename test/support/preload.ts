import { afterAll } from "bun:test";
import { stopPostgres } from "./postgres.ts";
import { stopS3 } from "./s3.ts";

afterAll(stopPostgres);
afterAll(stopS3);
