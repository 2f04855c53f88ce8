import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openProduct, type Product } from '../faults/product.ts'
import { paced, tally } from './load-generator.ts'
import { makeHall } from './hall.ts'
import { answer } from './class-hour.ts'
import { balance, type Check, type Entry, type Report } from './fixture.ts'

const within = (promise: string, seconds: number, most: number): Check => ({
  promise: `${promise} ≤ ${most} s`,
  measured: `${seconds.toFixed(1)} s`,
  kept: seconds <= most,
})

/**
 * Stops and restarts the product. Returns the seconds that each took. `clean` is true if PostgreSQL ended
 * with the product.
 */
async function restart(product: Product) {
  const began = performance.now()
  await product.stop()
  const stopped = (performance.now() - began) / 1000
  const clean =
    !existsSync(join(product.dataDir, 'postgresql', 'postmaster.pid')) &&
    !existsSync(join(product.dataDir, 'owner.json'))
  const started = await product.start()
  return { stopped, started, clean }
}

/**
 * Returns the seconds until the product is ready: first with an empty folder, in which the demo is created,
 * and then on a second start.
 */
async function firstStart() {
  const product = await openProduct({ DEMO: 'on', WORKERS: '2' })
  try {
    const first = await product.start()
    const { started } = await restart(product)
    return { first, later: started }
  } finally {
    await product.close()
  }
}

/**
 * Runs L11 and F13 on one machine: the first start, a later start, and a planned restart while answers come
 * in.
 */
export async function starts({ rate }: { rate: number }): Promise<Report> {
  const first = await firstStart()
  const product = await openProduct({ WORKERS: '2' })
  try {
    await product.start()
    const hall = await makeHall(product.databaseUrl(), { students: 20, questions: 600 })
    const [entries, answers]: [Entry[], ReturnType<typeof tally>] = [[], tally()]
    let [over, away, last, longest] = [false, 0, performance.now(), 0]
    const sending = paced({
      rate,
      seconds: 120,
      over: () => over,
      fire: async (due) => {
        const reply = await answer({ address: product.address, hall }, entries)
        const now = performance.now()
        if (reply.status === 200) [longest, last] = [Math.max(longest, now - last), now]
        // During the restart, nothing listens, or the product responds with 503. A page would keep the answer
        // and resend it.
        if (reply.status === 0 || reply.status === 503) away += 1
        else answers.add(reply, now - due)
      },
    })
    await pause(2000)
    const planned = await restart(product)
    await pause(2000)
    over = true
    await sending
    const { times } = answers
    return {
      title: `L11 starts, and a planned restart during ${rate} answers/s`,
      figures: [
        {
          what: 'answers',
          rate,
          p50: times.at(0.5),
          p95: times.at(0.95),
          p99: times.at(0.99),
          'floor p99': null,
          errors: answers.errors(),
        },
      ],
      checks: [
        within('the first start, with a new database and the demo', first.first, 15),
        within('a start with existing data', first.later, 3),
        within('a stop while answers come in', planned.stopped, 20),
        {
          promise: 'PostgreSQL ends with it',
          measured: planned.clean ? 'ended' : 'left',
          kept: planned.clean,
        },
        within('a planned restart, from one answer to the next', longest / 1000, 5),
        {
          promise: 'no errors except 503',
          measured: answers.failures() || `${times.count()} succeeded, ${away} to be sent again`,
          kept: answers.errors() === 0,
        },
        await balance({ url: product.databaseUrl() }, entries),
      ],
    }
  } finally {
    await product.close()
  }
}
