const measureEveryMs = 100;

/** Tells ten times in a second how much later than due a timer ran: for so long no request was begun. */
export function measureLoopLag(onMeasured: (lateMs: number) => void): Disposable {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    onMeasured(Math.max(0, now - last - measureEveryMs));
    last = now;
  }, measureEveryMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
