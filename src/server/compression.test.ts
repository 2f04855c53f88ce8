import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { compress } from './compression.ts'

const app = fastify()
const long = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, name: 'Student' })))
app.get('/long', async (_, reply) => await reply.header('vary', 'Origin').send(await compress(reply, long)))
app.get('/short', async (_, reply) => await reply.send(await compress(reply, '{"id":1}')))
afterAll(async () => await app.close())

const get = async (url: string, accepted?: string) =>
  await app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

describe('the response to a read', () => {
  test.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.5', 'GZIP'])(
    'is compressed for a caller that accepts %s',
    async (accepted) => {
      const { headers, rawPayload } = await get('/long', accepted)
      expect([headers['content-encoding'], headers['vary']]).toEqual(['gzip', 'Origin, Accept-Encoding'])
      expect(rawPayload.length).toBeLessThan(long.length / 5)
      expect(gunzipSync(rawPayload).toString()).toBe(long)
    },
  )

  test.each([undefined, '', 'br', 'gzip;q=0', 'identity', 'xgzip'])(
    'is not compressed for a caller that accepts %s',
    async (accepted) => {
      const { headers, body } = await get('/long', accepted)
      expect([headers['content-encoding'], body]).toEqual([undefined, long])
    },
  )

  test('is not compressed if it is short', async () => {
    const { headers, body } = await get('/short', 'gzip')
    expect([headers['content-encoding'], body]).toEqual([undefined, '{"id":1}'])
  })
})
