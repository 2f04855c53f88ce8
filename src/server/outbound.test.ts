import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { timeLimit } from '#tests/time.ts'
import { addressFault, isPublic, postOutside, type Resolve } from './outbound.ts'

/** Starts a receiver on this machine and returns its port. */
async function receiver(listen: RequestListener) {
  const server = createServer(listen)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
const at =
  (address: string): Resolve =>
  () =>
    Promise.resolve([{ address, family: 4 }])
const message = (url: string) => ({ url, body: '{"a":1}', headers: { 'webhook-id': 'msg_1' } })

describe('the check for public addresses', () => {
  test.each([
    ['8.8.8.8', true],
    ['172.15.255.255', true],
    ['172.32.0.1', true],
    ['2606:4700::1111', true],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['127.255.255.254', false],
    ['169.254.169.254', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['192.168.1.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::7f00:1', false],
    ['fe80::1', false],
    ['fc00::1', false],
    ['fd12:3456::1', false],
    ['ff02::1', false],
    ['2001:db8::1', false],
    ['2002:7f00:1::', false],
    ['not an address', false],
  ])('tells whether %s is public: %s', (address, want) => expect(isPublic(address)).toBe(want))
})

describe('an address that someone enters', () => {
  test.each([
    ['https://example.com/changes?x=1', null],
    ['https://example.com:8443/', null],
    ['https://8.8.8.8/', null],
    ['http://example.com/', 'must begin with https://'],
    ['ftp://example.com/', 'must begin with https://'],
    ['file:///etc/passwd', 'must begin with https://'],
    ['example.com', 'must be an address such as https://example.com/changes'],
    ['https://user:word@example.com/', 'must not contain a user name or password'],
    ['https://example.com/#part', 'must not contain #'],
    ['https://localhost/', 'must be a public address on the internet'],
    ['https://printer.local/', 'must be a public address on the internet'],
    ['https://intranet/', 'must be a public address on the internet'],
    ['https://127.0.0.1/', 'must be a public address on the internet'],
    ['https://2130706433/', 'must be a public address on the internet'],
    ['https://0x7f.1/', 'must be a public address on the internet'],
    ['https://[::1]/', 'must be a public address on the internet'],
    ['https://[::ffff:10.0.0.1]/', 'must be a public address on the internet'],
    ['https://169.254.169.254/latest/meta-data', 'must be a public address on the internet'],
  ])('such as %s has the error %s (null: none)', (url, want) => expect(addressFault(url, [])).toBe(want))

  test('may be on the internal network and use http if the settings list its host, with or without a port', () => {
    expect(addressFault('http://automation.lan:5678/x', ['automation.lan'])).toBeNull()
    expect(addressFault('http://10.0.0.5:8080/x', ['10.0.0.5:8080'])).toBeNull()
    expect(addressFault('http://10.0.0.5:8081/x', ['10.0.0.5:8080'])).not.toBeNull()
    expect(addressFault('http://10.0.0.6:8080/x', ['10.0.0.5'])).not.toBeNull()
  })
})

describe('an outgoing call', () => {
  test('sends the body and headers, and returns the status', async () => {
    const received: unknown[] = []
    const port = await receiver((request, response) => {
      request.setEncoding('utf8').on('data', (body) => received.push(request.headers['webhook-id'], body))
      request.on('end', () => response.writeHead(204).end())
    })
    const allowed = ['127.0.0.1']
    expect(await postOutside(message(`http://127.0.0.1:${port}/x`), { allowed })).toBe(204)
    expect(received).toEqual(['msg_1', '{"a":1}'])
  })

  test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.0.1'])(
    'to a host name that resolves to %s is refused without a connection',
    async (address) => {
      let calls = 0
      const port = await receiver((_, response) => {
        calls += 1
        response.end()
      })
      const url = `https://rebound.example.com:${port}/`
      await expect(postOutside(message(url), { allowed: [], resolve: at(address) })).rejects.toThrow(
        'The address is inside the server’s network.',
      )
      expect(calls).toBe(0)
    },
  )

  test('to a host name with both a public and a private address is refused', async () => {
    const resolve: Resolve = () =>
      Promise.resolve([
        { address: '8.8.8.8', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])
    await expect(postOutside(message('https://both.example.com/'), { allowed: [], resolve })).rejects.toThrow(
      'inside the server’s network',
    )
  })

  test('looks a name up only once, so that changing its address afterward doesn’t help an attacker', async () => {
    let lookups = 0
    // The first lookup returns a public address where nothing listens; the next one would return this
    // machine.
    const resolve: Resolve = () => {
      lookups += 1
      return Promise.resolve([{ address: lookups === 1 ? '192.0.0.8' : '127.0.0.1', family: 4 }])
    }
    const allowed = ['rebound.example.com']
    const url = message('https://rebound.example.com:9/')
    await expect(postOutside(url, { allowed, resolve, timeoutMs: 300 })).rejects.toThrow()
    expect(lookups).toBe(1)
  })

  test('follows no redirects, for example to a cloud’s metadata service', async () => {
    let others = 0
    const inner = await receiver((_, response) => {
      others += 1
      response.end()
    })
    const port = await receiver((request, response) => {
      const to = request.url === '/meta' ? 'http://169.254.169.254/' : `http://127.0.0.1:${inner}/`
      response.writeHead(307, { location: to }).end()
    })
    for (const path of ['/meta', '/inner'])
      expect(await postOutside(message(`http://127.0.0.1:${port}${path}`), { allowed: ['127.0.0.1'] })).toBe(
        307,
      )
    expect(others).toBe(0)
  })

  test('closes the connection instead of reading an endless response', async () => {
    let isOver = false
    const port = await receiver((_, response) => {
      response.on('close', () => (isOver = true))
      const timer = setInterval(() => response.write('x'.repeat(4096)), 5)
      response.on('close', () => clearInterval(timer))
    })
    expect(await postOutside(message(`http://127.0.0.1:${port}/`), { allowed: ['127.0.0.1'] })).toBe(200)
    await expect.poll(() => isOver).toBe(true)
  })

  test.each<[string, RequestListener]>([
    ['never responds', () => {}],
    [
      'responds one byte at a time',
      (_, response) => {
        const timer = setInterval(() => response.write('x'), 20)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('times out if the receiver %s', async (_, listen) => {
    const port = await receiver(listen)
    const before = performance.now()
    const ways = { allowed: ['127.0.0.1'], timeoutMs: 400 }
    await expect(postOutside(message(`http://127.0.0.1:${port}/`), ways)).rejects.toThrow('No answer within')
    expect(performance.now() - before).toBeLessThan(timeLimit(2000))
  })

  test('times out if its host name is never resolved', async () => {
    const resolve: Resolve = () => new Promise(() => {})
    await expect(
      postOutside(message('https://slow.example.com/'), { allowed: [], resolve, timeoutMs: 200 }),
    ).rejects.toThrow('No answer within')
  })
})
