import { expect, test } from 'vitest'
import { openWorld, type World } from '#tests/world.ts'

const behindProxy = await openWorld({ trustProxy: ['127.0.0.1', '10.0.0.0/8'] })
const alone = await openWorld()

/**
 * Returns the client address recorded for a failed device activation that this machine forwarded with `hops`
 * as its X-Forwarded-For header.
 */
async function addressSeenFrom({ app, database }: World, hops: string) {
  await database.single`delete from failed_tries`
  await app.inject({
    method: 'POST',
    url: '/api/auth/devices',
    headers: { 'x-forwarded-for': hops },
    payload: { key: 'BCDF-GHJK' },
  })
  const [row] = await database.read<
    { subject: string }[]
  >`select subject from failed_tries where subject like 'activate %'`
  return row?.subject.split(' ').at(-1)
}

test('a forwarded client address is used only if a trusted proxy sent it', async () => {
  expect(await addressSeenFrom(behindProxy, '203.0.113.9')).toBe('203.0.113.9')
  expect(await addressSeenFrom(behindProxy, '198.51.100.1, 203.0.113.9, 10.1.1.1')).toBe('203.0.113.9')
  expect(await addressSeenFrom(alone, '203.0.113.9')).toBe('127.0.0.1')
})
