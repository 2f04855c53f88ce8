import { hash, verify } from '@node-rs/argon2'
import { unavailable } from '#shared/problem.ts'

/** Minimum Argon2id cost that OWASP recommends. One verification occupies a thread for about 10 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const maxAtOnce = 4
const maxWaiting = 50

let busy = 0
const queue: (() => void)[] = []

/**
 * Runs at most four hashes at once, so that a flood of sign-ins leaves threads for other work. Throws 503 if
 * fifty are already waiting: retrying after a second is better than waiting half a minute (reliability T11).
 */
export async function fourAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (queue.length >= maxWaiting) throw unavailable(1)
  if (busy >= maxAtOnce) await new Promise<void>((go) => queue.push(go))
  else busy += 1
  try {
    return await work()
  } finally {
    // Hand this place to the next waiting call. If it were freed first, a new call could take it.
    const next = queue.shift()
    if (next) next()
    else busy -= 1
  }
}

export const hashPassword = (password: string) => fourAtATime(() => hash(password, cost))

/** Hash to verify against if there is no account, so that both cases take the same time. */
const nobodys = hashPassword('nobody has this password')

/** True if a password matches this hash. Without a hash, takes the same time and returns false. */
export async function passwordFits(stored: string | null, password: string) {
  const fits = await fourAtATime(async () => await verify(stored ?? (await nobodys), password))
  return stored !== null && fits
}
