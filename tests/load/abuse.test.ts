import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compare } from './abuse.ts'
import type { Reply } from './load-generator.ts'
import { floodNames } from './flood-scenarios.ts'

const answered: Reply = { status: 200, text: '', retryAfter: undefined, cookies: [] }
const plan = { rounds: 2, seconds: 0.2, rate: 20 }

/**
 * Returns the promises that are broken if a flood sends `sent` calls and other users get `reply`. Leaves out
 * promises about times, which only `npm run load` checks.
 */
async function broken(sent: number, { reply = answered, taken = sent } = {}) {
  const flood = {
    name: 'test',
    description: '',
    perSecond: 10,
    pour: () => Promise.resolve(sent),
    responses: () => '',
    taken: () => taken,
  }
  const { checks } = await compare(() => Promise.resolve(reply), flood, plan)
  return checks.filter(({ kept, promise }) => !kept && !promise.includes(' ms')).map(({ promise }) => promise)
}

test('the check fails if a flood sends nothing, or less than its planned minimum', async () => {
  expect(await broken(0, { taken: 1 })).toEqual(['the flood sends ≥ 4'])
  expect(await broken(1)).toEqual(['the flood sends ≥ 4'])
  expect(await broken(2)).toEqual([])
})

test('the check fails if a flood is refused entirely', async () => {
  expect(await broken(9, { taken: 0 })).toEqual(['the flood is not refused entirely'])
})

test('the check fails if other users’ calls are refused during a flood', async () => {
  expect(await broken(9, { reply: { ...answered, status: 503 } })).toEqual(['all calls of others succeed'])
})

test('npm run load -- abuse refuses an unknown flood before it starts anything, and exits with 1', () => {
  const { status, stderr } = spawnSync(process.execPath, [
    join(import.meta.dirname, 'main.ts'),
    'abuse',
    'sockets',
    'nonsense',
  ])
  expect(status).toBe(1)
  expect(String(stderr)).toContain(`There is no flood nonsense; there are ${floodNames.join(', ')}.`)
})
