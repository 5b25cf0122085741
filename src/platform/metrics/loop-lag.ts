const measureEveryMs = 100;

/** Reports ten times a second how late a timer ran: for that long no request could begin. */
export function measureLoopLag(onMeasured: (lateMs: number) => void): Disposable {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    onMeasured(Math.max(0, now - last - measureEveryMs));
    last = now;
  }, measureEveryMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
