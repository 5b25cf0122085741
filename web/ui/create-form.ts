import { createSignal } from "solid-js";

/** The state of a form that is sent to the server: whether it is on its way, and what went wrong. */
export function createForm(send: () => Promise<void>, describeError: (thrown: unknown) => string) {
  const [isBusy, setBusy] = createSignal(false);
  const [error, setError] = createSignal<string>();
  async function submit(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await send();
    } catch (thrown) {
      setError(describeError(thrown));
    } finally {
      setBusy(false);
    }
  }
  return {
    isBusy,
    error,
    clearError: () => setError(undefined),
    submit,
    onSubmit(event: SubmitEvent): void {
      event.preventDefault();
      void submit();
    },
  };
}
