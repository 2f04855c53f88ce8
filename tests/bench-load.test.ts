import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { load } from '../bench/load.ts'

const server = createServer()
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function measure(respond: RequestListener) {
  server.removeAllListeners('request').on('request', respond)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return await load({
    base: `http://127.0.0.1:${port}`,
    clients: 2,
    seconds: 1,
    requests: [{ method: 'GET', path: '/', headers: {} }],
  })
}

test('a load test that gets no response reports infinite times, not fast ones', async () => {
  expect(await measure(() => {})).toMatchObject({ answers: 0, rate: 0, p50: Infinity, p95: Infinity })
})

test('a load test counts responses', async () => {
  const { answers, rate, p50, errors } = await measure((_, response) => response.end('{}'))
  expect([answers > 0, rate > 0, p50 < 1000, errors]).toEqual([true, true, true, 0])
})

test('a load test counts responses with an error status as errors', async () => {
  const { answers, errors } = await measure((_, response) => response.writeHead(500).end())
  expect([answers, errors > 0]).toEqual([0, true])
})
