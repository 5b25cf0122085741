import { createSignal, onMount } from "solid-js";

const startKey = "provider-sign-in";
/** How long the server waits for the browser to come back. */
const lifetimeMs = 10 * 60_000;

/** The sign-in with a provider that this tab has begun: a link that completes any other one can be from anyone. */
export const signInStart = {
  remember: () => sessionStorage.setItem(startKey, String(Date.now())),
  forget: () => sessionStorage.removeItem(startKey),

  /** Whether there is one; true only once. */
  take(): boolean {
    const at = Number(sessionStorage.getItem(startKey));
    signInStart.forget();
    return Date.now() - at < lifetimeMs;
  },
};

/**
 * Ends a sign-in with what the browser brings back from a provider: parameters of the fragment, which work once and stay
 * in no address. Returns the problem in words, if there is one.
 */
export function createProviderReturn(
  /** Resolves to a problem in words, or to undefined. */
  finish: (end: URLSearchParams) => Promise<string | undefined>,
  describeError: (thrown: unknown) => string,
): () => string | undefined {
  const [problem, setProblem] = createSignal<string>();
  onMount(() => {
    const end = new URLSearchParams(location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
    finish(end).then(setProblem, (error: unknown) => setProblem(describeError(error)));
  });
  return problem;
}

/** The words for a problem that the server names. */
export function wordsFor(
  texts: Readonly<Record<string, string>> & { readonly expired: string },
  problem: string | null,
): string {
  return (problem !== null && Object.hasOwn(texts, problem) && texts[problem]) || texts.expired;
}
