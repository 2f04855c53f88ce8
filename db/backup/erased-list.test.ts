import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { resultOrNull } from '#server/data-folder.ts'
import { addToList } from './erased-list.ts'

const folder = mkdtempSync(join(tmpdir(), 'erased-'))
afterAll(() => rmSync(folder, { recursive: true }))

const openFiles = () =>
  readdirSync('/proc/self/fd').map((each) => resultOrNull(() => readlinkSync(`/proc/self/fd/${each}`)))

test.runIf(process.platform === 'linux')(
  'if the list of erased people can’t be written, the earlier one stays, and no partial or open file is left',
  async () => {
    writeFileSync(join(folder, 'erased.json'), '[]')
    symlinkSync('/dev/full', join(folder, '.erased.json.part'))
    const person = { personId: '01890000-0000-7000-8000-000000000001', kind: 'asked' as const, at: 'then' }
    await expect(addToList(folder, [person])).rejects.toThrow('ENOSPC')
    expect(openFiles()).not.toContain('/dev/full')
    expect(readdirSync(folder)).toEqual(['erased.json'])
    expect(readFileSync(join(folder, 'erased.json'), 'utf8')).toBe('[]')
  },
)
