import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db.ts'
import { makeAnsweringWorld, signedIn } from '../../bench/world.ts'
import { fsck } from '../../db/fsck.ts'
import { factories } from '../factories.ts'
import { compare, startAnswering } from './ledger.ts'
import { openProduct } from './product.ts'

/** Mounts a small separate disk. Returns null if the system doesn't allow it. */
function smallDisk() {
  const at = mkdtempSync(join(tmpdir(), 'blended-learning-disk-'))
  const { status } = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', at], {
    stdio: 'ignore',
  })
  const remove = () => {
    spawnSync('/bin/umount', ['-l', at])
    rmSync(at, { recursive: true, force: true })
  }
  if (status === 0) return { at, remove }
  remove()
  return null
}

/** Fills the disk and returns a function that frees the space again. */
function fill(at: string, name = 'filler') {
  const file = join(at, name)
  const handle = openSync(file, 'w')
  for (const piece of [Buffer.alloc(1 << 20, 1), Buffer.alloc(4096, 1)]) {
    try {
      for (;;) writeSync(handle, piece)
    } catch {
      // Expected once the disk is full.
    }
  }
  closeSync(handle)
  return () => rmSync(file)
}

/** Uploads a new picture and returns the status, or 0 if there is no response. */
async function upload(address: string, headers: Record<string, string>) {
  const raw = { width: 300, height: 300, channels: 3 } as const
  const data = await sharp(randomBytes(300 * 300 * 3), { raw })
    .png()
    .toBuffer()
  return await fetch(`${address}/api/bl/visuals`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ name: 'noise.png', data: data.toString('base64') }),
    signal: AbortSignal.timeout(8000),
  }).then(
    ({ status }) => status,
    () => 0,
  )
}

const disk = process.env['FAULTS'] ? smallDisk() : null
if (process.env['FAULTS'] && !disk)
  console.log('F5 is skipped: this system doesn’t let us mount a small disk.')

test.runIf(disk)(
  'F5: a full disk loses nothing that was acknowledged, and everything recovers on its own once there is space',
  async () => {
    const { at, remove } = disk as NonNullable<typeof disk>
    const before = process.env['TMPDIR']
    mkdirSync(join(at, 'tmp'))
    process.env['TMPDIR'] = join(at, 'tmp')
    const product = await openProduct()
    process.env['TMPDIR'] = before
    try {
      await product.start()
      const work = await makeAnsweringWorld(product.databaseUrl())
      const reserve = async (there: boolean) => {
        while (existsSync(join(product.dataDir, 'ballast')) !== there) await pause(100)
      }
      await reserve(true)
      const answering = startAnswering({ address: product.address, work, rate: 60, from: 0 })
      const database = openDatabase(product.databaseUrl(), { pool: 1 })
      const editor = await database.write(async (db) => {
        const { id } = await factories(db).staff('editor', null)
        return await signedIn(db, { kind: 'editor', id })
      })
      await pause(2000)
      const free = fill(at)
      await reserve(false)
      const refill = fill(at, 'more')
      const uploads: number[] = []
      for (const until = performance.now() + 15_000; performance.now() < until; await pause(500))
        uploads.push(await upload(product.address, editor))
      const refused = answering.ledger.filter(({ outcome }) => outcome === 'info').length
      free()
      refill()
      const began = performance.now()
      await pause(1000)
      await answering.stop()
      const acknowledged = new Set(
        answering.ledger.filter(({ outcome }) => outcome === 'ok').map(({ answerId }) => answerId),
      )
      expect(await answering.settle()).toBe(0)
      uploads.push(await upload(product.address, editor))
      expect(uploads.at(-1)).toBe(201)
      expect(uploads).toContain(507)
      const [pictures] = await database.read`
        select (select count(*)::int from visuals) as stored, (select count(*)::int from audit where action = 'visuals.add') as told`
      const whole = uploads.filter((status) => status === 201).length
      expect(pictures).toEqual({ stored: whole, told: whole })
      const { lost, doubled, extra } = await compare(database.read, answering.ledger, acknowledged)
      expect({ lost, doubled, extra }).toEqual({ lost: [], doubled: [], extra: [] })
      expect(await fsck(database.read)).toEqual([])
      await database.close()
      await reserve(true)
      console.log({
        acknowledged: acknowledged.size,
        refused,
        uploads: uploads.join(' '),
        'all there after': `${Math.round((performance.now() - began) / 1000)} s`,
      })
    } finally {
      await product.close()
      remove()
    }
  },
)
