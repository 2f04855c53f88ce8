import { expect, test } from 'vitest'
import { killRounds } from './kill.ts'

test('kill -9 of the server or PostgreSQL at 100 answers a second neither loses nor duplicates an answer', async () => {
  const rounds = await killRounds({ rounds: ['server', 'database'], seconds: 1 })
  for (const { killed, lost, doubled, extra, acknowledged } of rounds) {
    expect({ killed, lost, doubled, extra }).toEqual({ killed, lost: 0, doubled: 0, extra: 0 })
    expect(acknowledged).toBeGreaterThan(50)
  }
})
