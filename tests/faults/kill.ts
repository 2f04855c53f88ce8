import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/db.ts'
import { makeAnsweringWorld } from '../../bench/world.ts'
import { compare, startAnswering } from './ledger.ts'
import { openProduct } from './product.ts'

export type Round = {
  killed: 'server' | 'database'
  sent: number
  acknowledged: number
  lost: number
  doubled: number
  extra: number
  backAfter: number
}

/**
 * Kills the server or PostgreSQL under a load of 100 answers a second, once per round, and reports lost
 * answers, of which there must be none.
 */
export async function killRounds({
  rounds,
  seconds,
}: {
  rounds: ('server' | 'database')[]
  seconds: number
}): Promise<Round[]> {
  const product = await openProduct()
  const results: Round[] = []
  try {
    await product.start()
    const work = await makeAnsweringWorld(product.databaseUrl())
    const everything: ReturnType<typeof startAnswering>['ledger'] = []
    let from = 0
    for (const killed of rounds) {
      const answering = startAnswering({ address: product.address, work, rate: 100, from })
      await pause(seconds * 1000)
      let backAfter = 0
      if (killed === 'server') {
        await product.killServer()
        backAfter = await product.start()
      } else product.killDatabase()
      await pause(seconds * 1000)
      from = await answering.stop()
      everything.push(...answering.ledger)
      const acknowledged = new Set(
        answering.ledger.filter(({ outcome }) => outcome === 'ok').map(({ answerId }) => answerId),
      )
      const began = performance.now()
      if ((await answering.settle()) > 0) throw new Error('Some answers were never accepted.')
      if (killed === 'database') backAfter = (performance.now() - began) / 1000
      const database = openDatabase(product.databaseUrl(), { pool: 1 })
      const { lost, doubled, extra } = await compare(database.read, everything, acknowledged)
      await database.close()
      results.push({
        killed,
        sent: answering.ledger.length,
        acknowledged: acknowledged.size,
        lost: lost.length,
        doubled: doubled.length,
        extra: extra.length,
        backAfter,
      })
    }
  } finally {
    await product.close()
  }
  return results
}
