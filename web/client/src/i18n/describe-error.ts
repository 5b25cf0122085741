import { createDescribeError } from "@ui/describe-error.ts";
import { t } from "./i18n.ts";

export const describeError = createDescribeError(t);
