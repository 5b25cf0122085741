import { createDescribeError } from "@ui/describe-error.ts";
import { t } from "./texts.ts";

export const describeError = createDescribeError(t);
