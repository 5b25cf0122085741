import { afterAll } from "bun:test";
import { stopPostgres } from "./postgres.ts";

afterAll(stopPostgres);
