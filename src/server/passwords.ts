import { hash, verify } from '@node-rs/argon2'
import { unavailable } from '#shared/problem.ts'

/** Argon2id as the cheat sheets ask for at the least; a verify takes about 10 ms of one thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const mostAtOnce = 4
const mostWaiting = 50

let busy = 0
const queue: (() => void)[] = []

/**
 * At most four hashes at once, so that a flood of log-ins leaves the other threads to everybody else. Throws 503 when fifty wait already: a
 * second later is better than in half a minute (reliability T11).
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue.length >= mostWaiting) throw unavailable(1)
  if (busy >= mostAtOnce) await new Promise<void>((go) => queue.push(go))
  busy += 1
  try {
    return await work()
  } finally {
    busy -= 1
    queue.shift()?.()
  }
}

export const hashPassword = (password: string) => inTurn(() => hash(password, cost))

/** Something to verify against when there is no account, so that both take as long. */
const nobodys = hashPassword('nobody has this password')

/** Whether a password is the one of this hash; without a hash it takes the same time and is false. */
export async function passwordFits(stored: string | null, password: string) {
  const fits = await inTurn(async () => await verify(stored ?? (await nobodys), password))
  return stored !== null && fits
}
