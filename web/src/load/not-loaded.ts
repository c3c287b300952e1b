/** A part of the page did not arrive: there is no network, or the server holds another version of the page by now. */
export class NotLoaded extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'NotLoaded';
  }
}

/** What a request brings; NotLoaded where it fails. */
export async function arriving<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw new NotLoaded(error);
  }
}
