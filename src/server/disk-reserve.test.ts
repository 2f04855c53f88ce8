import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepDiskReserve } from './disk-reserve.ts'

test('64 MiB is reserved if there is room, released when the disk is full, and not reserved while space is tight', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-'))
  const file = join(folder, 'ballast')
  const mib = 1024 * 1024
  expect(await keepDiskReserve(folder, 100 * mib)).toBe(null)
  expect(await keepDiskReserve(folder, 1000 * mib)).toBe('made')
  expect(statSync(file).blocks * 512).toBeGreaterThanOrEqual(64 * mib)
  expect(await keepDiskReserve(folder, 100 * mib)).toBe(null)
  expect(await keepDiskReserve(folder, 8 * mib)).toBe('removed')
  expect(existsSync(file)).toBe(false)
  expect(await keepDiskReserve(folder, 72 * mib)).toBe(null)
  rmSync(folder, { recursive: true })
})
