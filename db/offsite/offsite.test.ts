import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tombstone } from '#features/privacy/erasing/queries.ts'
import { startBucketServer } from '#tests/bucket-server.ts'
import { eventually } from '#tests/eventually.ts'
import { openBucket } from './bucket.ts'
import { download } from './download.ts'
import { startUploads } from './upload.ts'

const home = mkdtempSync(join(tmpdir(), 'offsite-'))
let fails = false
const store = await startBucketServer({ fail: () => fails })
afterAll(() => {
  store.close()
  rmSync(home, { recursive: true, force: true })
})

let folder = ''
const alerts: string[] = []
const alert = async (text: string) => alerts.push(text)
const say = () => {}

const put = (name: string, bytes: string | Buffer, at = folder) => {
  mkdirSync(dirname(join(at, name)), { recursive: true })
  writeFileSync(join(at, name), bytes)
}
const names = () => [...store.objects.keys()].map((name) => name.replace('our-center/', '')).toSorted()

const [ann, bob, cat, dan] = [1, 2, 3, 4].map((n) => ({
  personId: `01890000-0000-7000-8000-00000000000${n}`,
  kind: 'asked',
  at: '2026-03-01T12:00:00Z',
})) as [Tombstone, Tombstone, Tombstone, Tombstone]
const listOf = (...people: Tombstone[]) => JSON.stringify(people)
const erasedInStore = () =>
  JSON.parse(store.objects.get('our-center/erased.json')?.toString() ?? '[]') as Tombstone[]

/** Starts the uploads, and stops them after several rounds, but not before `check` passes. */
async function uploaded(bucket = openBucket(store.bucket), check = () => {}) {
  const uploads = startUploads({ folder, bucket, alert, every: 5 })
  await pause(50)
  await eventually(check)
  await uploads.stop()
}

const backup = 'blended-learning-20261127T010000Z.tar.zst.age'
const log = 'wal/7391/000000010000000000000001.blw'

beforeEach(() => {
  folder = mkdtempSync(join(home, 'backups-'))
  fails = false
  store.objects.clear()
  store.calls.length = 0
  alerts.length = 0
})

describe('copies of the backup folder', () => {
  test('include every complete file, but no drafts or other files', async () => {
    put(backup, 'a backup')
    put(log, 'a log')
    put('wal/7391/base-20261127T000000Z.label.blw', 'a label')
    put('wal/7391/base-20261127T000000Z.tar.blw', 'a base')
    put('erased.json', '[]')
    put(`.${backup}.part`, 'half a backup')
    put('wal/7391/.rehearsed', '')
    put('notes.txt', 'mine')
    await uploaded()
    expect(names()).toEqual(
      [
        backup,
        'erased.json',
        log,
        'wal/7391/base-20261127T000000Z.label.blw',
        'wal/7391/base-20261127T000000Z.tar.blw',
      ].toSorted(),
    )
    expect(store.calls.findLast((call) => call.startsWith('PUT'))).toMatch(/label/)
    expect(alerts).toEqual([])
  })

  test('are uploaded once, even across restarts, except the list of erased people, which is uploaded after changes', async () => {
    put(backup, 'a backup')
    put('erased.json', '[]')
    await uploaded()
    put('erased.json', listOf(ann))
    utimesSync(join(folder, 'erased.json'), new Date(), new Date(Date.now() + 1000))
    await uploaded()
    expect(store.calls.filter((call) => call.endsWith('.age'))).toEqual([`PUT our-center/${backup}`])
    expect(erasedInStore()).toEqual([ann])
  })

  test('add the local list of erased people to the one in the bucket, as on a new disk before the bucket’s list is fetched', async () => {
    store.objects.set('our-center/erased.json', Buffer.from(listOf(ann)))
    put('erased.json', listOf(bob))
    await uploaded()
    expect(erasedInStore()).toEqual([ann, bob])
    // Another product on the same bucket has added somebody meanwhile.
    const uploads = startUploads({ folder, bucket: openBucket(store.bucket), alert, every: 5 })
    await pause(50)
    store.objects.set('our-center/erased.json', Buffer.from(listOf(ann, bob, cat)))
    put('erased.json', listOf(bob, dan))
    utimesSync(join(folder, 'erased.json'), new Date(), new Date(Date.now() + 1000))
    await eventually(() => expect(erasedInStore()).toEqual([ann, bob, cat, dan]))
    await uploads.stop()
    expect(readFileSync(join(folder, 'erased.json'), 'utf8'), 'unchanged').toBe(listOf(bob, dan))
    expect(alerts).toEqual([])
  })

  test.each([
    [
      'here',
      'half of it',
      listOf(ann),
      (list: string) => `${list}, the list of erased people, can't be read.`,
    ],
    [
      'in the bucket',
      listOf(ann),
      'half of it',
      () => `erased.json in the bucket, the list of erased people, can't be read.`,
    ],
  ])(
    'leave the list in the bucket as it is if the one %s can’t be read, raise an alarm, and include all other files',
    async (_, here, there, sentence) => {
      put('erased.json', here)
      put(backup, 'a backup')
      put(log, 'a log')
      store.objects.set('our-center/erased.json', Buffer.from(there))
      await uploaded(openBucket(store.bucket), () => expect(alerts).not.toEqual([]))
      expect(alerts).toEqual([
        `Backups can’t be copied to the bucket: ${sentence(join(folder, 'erased.json'))}`,
      ])
      expect(names()).toEqual([backup, 'erased.json', log])
      expect(store.objects.get('our-center/erased.json')?.toString()).toBe(there)
    },
  )

  test('get back the erased people that another product’s simultaneous upload removed from the list', async () => {
    put('erased.json', listOf(ann))
    const bucket = openBucket(store.bucket)
    const uploads = startUploads({ folder, bucket, alert, every: 5, mergeEvery: 10 })
    await eventually(() => expect(erasedInStore()).toEqual([ann]))
    store.objects.set('our-center/erased.json', Buffer.from(listOf(bob)))
    await eventually(() => expect(erasedInStore()).toEqual([bob, ann]))
    await uploads.stop()
  })

  test('include all files but the list of erased people if the key may not read the bucket, and the alarm says why', async () => {
    put('erased.json', '[]')
    put(backup, 'a backup')
    store.objects.set('our-center/erased.json', Buffer.from(listOf(ann)))
    const getText = () => Promise.reject(new Error('s3.example answered 403: AccessDenied'))
    await uploaded({ ...openBucket(store.bucket), getText }, () => expect(alerts).not.toEqual([]))
    expect(alerts).toEqual([
      `Backups can’t be copied to the bucket: erased.json in the bucket can't be read: s3.example answered 403: AccessDenied`,
    ])
    expect(names()).toEqual([backup, 'erased.json'])
    expect(erasedInStore()).toEqual([ann])
  })

  test('stay in the bucket after the local files are deleted', async () => {
    put(log, 'a log')
    await uploaded()
    rmSync(join(folder, log))
    await uploaded()
    expect(names()).toEqual([log])
  })

  test('include large files, which are uploaded in parts and arrive complete', async () => {
    const bytes = randomBytes(1_000_001)
    put(backup, bytes)
    await uploaded(openBucket(store.bucket, { part: 300_000 }))
    expect(store.objects.get(`our-center/${backup}`)?.equals(bytes)).toBe(true)
    expect(store.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(4)
  })

  test.each([
    ['a wrong secret', () => openBucket({ ...store.bucket, secret: 'other' }), 'SignatureDoesNotMatch'],
    [
      'a bucket that doesn’t exist',
      () => openBucket({ ...store.bucket, url: store.bucket.url.replace('backups', 'other') }),
      'NoSuchBucket',
    ],
  ])('that fail because of %s raise an alarm with the reason', async (_, bucket, reason) => {
    put(backup, 'a backup')
    await uploaded(bucket(), () => expect(alerts).not.toEqual([]))
    expect(alerts).toEqual([
      expect.stringMatching(new RegExp(`^Backups can’t be copied to the bucket: .*${reason}`)),
    ])
    expect(names()).toEqual([])
  })

  test('continue once the bucket can be reached again', async () => {
    put(backup, 'a backup')
    fails = true
    const uploads = startUploads({ folder, bucket: openBucket(store.bucket), alert, every: 5 })
    await pause(100)
    expect(names()).toEqual([])
    fails = false
    await expect.poll(names).toEqual([backup])
    await uploads.stop()
  })
})

describe('a new disk', () => {
  const elsewhere = () => mkdtempSync(join(home, 'new-'))

  test('gets the archive back byte for byte, and downloads only requested files that are missing', async () => {
    const bytes = randomBytes(50_000)
    put(log, bytes)
    put('wal/7391/base-20261127T000000Z.label.blw', 'a label')
    put(backup, 'a backup')
    await uploaded()
    const there = elsewhere()
    const order = { folder: there, bucket: openBucket(store.bucket), say }
    expect(await download({ ...order, wanted: (name) => name.startsWith('wal/') })).toBe(2)
    expect(readFileSync(join(there, log)).equals(bytes)).toBe(true)
    expect(existsSync(join(there, backup))).toBe(false)
    expect(await download({ ...order, wanted: () => true }), 'only what is missing').toBe(1)
  })

  test('gets no file outside the folder, whatever the names in the bucket', async () => {
    for (const name of [
      '../outside.blb',
      'wal/../../outside.blw',
      '/etc/outside',
      'wal/x/y.blw',
      '.hidden.blb',
    ])
      store.objects.set(`our-center/${name}`, Buffer.from('bad'))
    const there = elsewhere()
    expect(await download({ folder: there, bucket: openBucket(store.bucket), wanted: () => true, say })).toBe(
      0,
    )
    expect(readdirSync(there)).toEqual([])
  })

  test('keeps no part of a file whose download is interrupted', async () => {
    put(backup, 'a backup')
    await uploaded()
    const there = elsewhere()
    const bucket = {
      ...openBucket(store.bucket),
      get: async () =>
        new ReadableStream<Uint8Array<ArrayBuffer>>({
          start(control) {
            control.enqueue(new TextEncoder().encode('a b'))
            control.error(new Error('cut off'))
          },
        }),
    }
    await expect(download({ folder: there, bucket, wanted: () => true, say })).rejects.toThrow('cut off')
    expect(readdirSync(there)).toEqual([])
  })
})
