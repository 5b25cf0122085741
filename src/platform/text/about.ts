/** Runs the work, and prefixes the message of its error with what the error is about: a path, a host or a key. */
export async function about<T>(subject: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && "code" in error && !error.message.startsWith(subject))
      error.message = `${subject}: ${error.message || error.code}`;
    throw error;
  }
}
