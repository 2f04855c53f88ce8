import { setTimeout as pause } from 'node:timers/promises'

/**
 * Stores in the database the outcome of a call to another service, such as a message that a mail server has
 * accepted. Tries again for several seconds while the database is unavailable, because a job that fails here
 * would repeat the call. Throws the last error.
 */
export async function storeOutcome(store: () => PromiseLike<unknown>, { tries = 6, waitMs = 1000 } = {}) {
  for (let left = tries - 1; ; left -= 1) {
    try {
      await store()
      return
    } catch (error) {
      if (left === 0) throw error
      await pause(waitMs)
    }
  }
}
