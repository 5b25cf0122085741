import { createSignal } from "solid-js";
import { ApiFailure } from "./failure.ts";

const [asked, setAsked] = createSignal<PromiseWithResolvers<void>>();

/** Whether the page has to ask for a code. */
export const isAsked = () => asked() !== undefined;

/** Asks for a code of the authenticator. Calls that are refused meanwhile wait for the same answer. */
export function askToConfirm(): Promise<void> {
  const waiting = asked();
  if (waiting) return waiting.promise;
  const question = Promise.withResolvers<void>();
  setAsked(question);
  return question.promise;
}

export function endQuestion(isConfirmed: boolean): void {
  const question = asked();
  setAsked(undefined);
  if (isConfirmed) question?.resolve();
  else question?.reject(new ApiFailure("ConfirmationRequired"));
}
