import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '#server/connect.ts'
import { openBackupFixture, printOf, withKey } from '../backup-fixture.ts'
import { openProduct } from './product.ts'

const points = [
  ['Reading', 0],
  ['Creating the tables', 0],
  ['Creating the tables', 200],
  ['Creating the tables', 800],
  ['Loading', 0],
  ['Checking references', 0],
  ['Comparing', 0],
  ['Checking the data', 0],
  ['Checking the data', 100],
  ['Checking the data', 200],
] as const

/** Result of a kill: whether the product then serves all of the old data, all of the backup, or neither. */
type Killed = {
  at: string
  after: number
  killed: boolean
  serves: 'old' | 'restored' | 'NEITHER'
  back: number
}

/**
 * Kills a restore `wait` ms after it prints these words. Returns true if the kill came before the restore
 * ended.
 */
async function killRestore(env: NodeJS.ProcessEnv, file: string, [words, wait]: (typeof points)[number]) {
  const child = spawn(process.execPath, [resolve('db/backup/restore-main.ts'), file], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.on('data', (chunk: Buffer) => {
    if (chunk.toString().includes(words)) void pause(wait).then(() => child.kill('SIGKILL'))
  })
  const [, signal] = await new Promise<[number | null, string | null]>((done) =>
    child.once('exit', (...exit) => done(exit)),
  )
  return signal === 'SIGKILL'
}

/** Tables and sequences that the product itself writes at a start or restore. */
const itsOwn = ['audit', 'audit_id_seq', 'devices', 'installation_keys', 'checks', 'alarms']

/**
 * Kills the restore of a product at ten points and starts the product after each. The product must then serve
 * either all of the old data or all of the backup.
 */
export async function killRestores(): Promise<Killed[]> {
  const product = await openProduct()
  const results: Killed[] = []
  try {
    await product.start()
    const fixture = await openBackupFixture(product.databaseUrl())
    const { file } = await fixture.backUp(withKey(null))
    const restored = await printOf(product.databaseUrl(), itsOwn)
    const sql = connect(product.databaseUrl())
    await sql`insert into centers (id, time_zone) values ('After the backup', 'UTC')`
    await sql.end()
    const old = await printOf(product.databaseUrl(), itsOwn)
    await product.stop()
    for (const point of points) {
      const killed = await killRestore(product.env, file, point)
      const back = await product.start()
      const now = JSON.stringify(await printOf(product.databaseUrl(), itsOwn))
      const serves =
        now === JSON.stringify(old) ? 'old' : now === JSON.stringify(restored) ? 'restored' : 'NEITHER'
      results.push({ at: point[0], after: point[1], killed, serves, back: Math.round(back * 10) / 10 })
      await product.stop()
    }
    fixture.end()
  } finally {
    await product.close()
  }
  return results
}
