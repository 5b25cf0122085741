import { createForm as create } from "@ui/create-form.ts";
import { describeError } from "../i18n/i18n.ts";

/** The state of a form, with what went wrong in words. */
export const createForm = (send: () => Promise<void>) => create(send, describeError);
