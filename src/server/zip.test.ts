import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { hostileZips, zipOf } from '#tests/zips.ts'
import { openZip } from './unzip.ts'
import { zipped } from './zip.ts'

/**
 * Returns a zip in parts, as stored in the database. The parts are so small that everything spans several of
 * them.
 */
const inParts = (bytes: Buffer, partSize = 97) => ({
  size: bytes.length,
  partSize,
  part: (num: number) => Promise.resolve(bytes.subarray(num * partSize, (num + 1) * partSize)),
})

async function* listed(files: readonly { name: string; bytes: Uint8Array }[]) {
  for (const file of files) yield await Promise.resolve(file)
}

describe('a zip', () => {
  test('is read back exactly as written', async () => {
    const files = [
      { name: 'manifest.json', bytes: Buffer.from('{"a": "ä"}') },
      { name: 'sections/0001.json', bytes: Buffer.from('long '.repeat(100_000)) },
      {
        name: 'visuals/x.webp',
        bytes: Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251)),
      },
      { name: 'empty.json', bytes: Buffer.alloc(0) },
    ]
    const bytes = await buffer(zipped(listed(files)))
    const zip = await openZip(inParts(bytes))
    expect([...zip.files.keys()]).toEqual(files.map(({ name }) => name))
    for (const { name, bytes: before } of files)
      expect((await zip.read(name, 1_000_000)).equals(before), name).toBe(true)
    await expect(zip.read('other.json', 10)).rejects.toMatchObject({ status: 422 })
    await expect(zip.read('manifest.json', 5)).rejects.toMatchObject({ status: 422, code: 'bad_zip' })
  })

  test('of highly compressible files is not rejected as a zip bomb', async () => {
    const bytes = await buffer(
      zipped(listed([{ name: 'sections/0001.json', bytes: Buffer.alloc(3_000_000, 'a') }])),
    )
    expect((await openZip(inParts(bytes, 65_536))).files.size).toBe(1)
  })

  test('is aborted when a file can’t be read', async () => {
    async function* failing() {
      yield await Promise.resolve({ name: 'a', bytes: Buffer.from('a') })
      throw new Error('The database went away.')
    }
    await expect(buffer(zipped(failing()))).rejects.toThrow('The database went away.')
  })

  test('requests the next file only after the previous one was read', async () => {
    let files = 0
    async function* many() {
      for (; files < 50;) {
        files += 1
        yield await Promise.resolve({ name: `${files}.webp`, bytes: Buffer.alloc(1024 * 1024) })
      }
    }
    const stream = zipped(many())
    stream.read(1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(files).toBeLessThan(4)
    stream.destroy()
  })

  test('with unreadable parts is not reported as a bad zip', async () => {
    const source = {
      ...inParts(zipOf([{ name: 'a' }])),
      part: () => Promise.reject(new Error('The database went away.')),
    }
    await expect(openZip(source)).rejects.toThrow('The database went away.')
  })
})

describe('a harmful zip', () => {
  test.each(hostileZips)('is refused: %s', async (_, bytes) => {
    const all = async () => {
      const zip = await openZip(inParts(bytes(), 1024 * 1024))
      for (const name of zip.files.keys()) await zip.read(name, 1_000_000)
    }
    await expect(all()).rejects.toMatchObject({ status: 422, code: 'bad_zip' })
  })
})
