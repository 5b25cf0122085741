/**
 * Remembers what has the focus, and returns a function that gives it back. Dialogs that are shown by rendering them have
 * no trigger that the library could return to.
 */
export function rememberFocus(): () => void {
  const before = document.activeElement;
  return () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
}
