import { expect, test } from 'vitest'
import { openWorld } from '../world.ts'
import { fuzz } from './fuzz.ts'

const count = Number(process.env['FUZZ'] ?? 600)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_303)

test(`${count} hostile calls to all endpoints get quick, valid responses and break nothing`, async () => {
  const world = await openWorld()
  const { faults, statuses, slowest, polluted, findings } = await fuzz(world, { count, seed })
  if (process.env['FUZZ'])
    console.log(`seed ${seed}: ${count} calls, slowest ${Math.round(slowest)} ms, answers`, statuses)
  const sent = Object.values(statuses).reduce((sum, answers) => sum + answers, 0)
  expect(sent).toBe(count)
  expect({ faults, polluted, findings }).toEqual({ faults: [], polluted: false, findings: [] })
}, 3_600_000)
