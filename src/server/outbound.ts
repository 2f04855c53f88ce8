import { lookup as systemLookup } from 'node:dns/promises'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * HTTP calls to addresses that people have entered. They reach only public addresses, and other hosts if the
 * settings allow them. A name is resolved only once. All of its addresses are checked, and the connection
 * goes to one of them, so changing the name's address in the meantime doesn't open a way into the network.
 * Redirects aren't followed.
 */

const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4')

const publicSix = new BlockList()
publicSix.addSubnet('2000::', 3, 'ipv6')
/** Networks within 2000::/3 that embed other addresses or aren't routed: Teredo, documentation, 6to4. */
const specialSix = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialSix.addSubnet(network, bits, 'ipv6')

/** True for an address on the internet: not loopback, private, link-local, or otherwise special. */
export function isPublic(address: string) {
  if (isIP(address) === 4) return !inside.check(address, 'ipv4')
  return isIP(address) === 6 && publicSix.check(address, 'ipv6') && !specialSix.check(address, 'ipv6')
}

export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>
const resolveBySystem: Resolve = (host) => systemLookup(host, { all: true })

/** Hosts inside the network that may be called (`WEBHOOK_HOSTS`, `PUSH_HOSTS`). */
type AllowedHosts = readonly string[]

const nameOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')
const isAllowed = (url: URL, allowed: AllowedHosts) =>
  allowed.includes(url.hostname) || allowed.includes(`${url.hostname}:${portOf(url)}`)
const portOf = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80')

/**
 * Returns the reason why an address can't be called, as far as that can be told without resolving its name,
 * or null. An address must be https without a user name; only allowed hosts may use http.
 */
export function addressFault(text: string, allowed: AllowedHosts) {
  if (!URL.canParse(text)) return 'must be an address such as https://example.com/changes'
  const url = new URL(text)
  const known = isAllowed(url, allowed)
  if (url.protocol !== 'https:' && !(known && url.protocol === 'http:')) return 'must begin with https://'
  if (url.username || url.password) return 'must not contain a user name or password'
  if (url.hash) return 'must not contain #'
  const name = nameOf(url)
  if (
    known ||
    (isIP(name) ? isPublic(name) : name.includes('.') && !/\.(local|localhost|internal|lan|home)$/.test(name))
  )
    return null
  return 'must be a public address on the internet'
}

/** A failure that reveals nothing about the product's network, so that managers may read it. */
export class CallError extends Error {}

const insideNetwork = () => new CallError('The address is inside the server’s network.')

/**
 * Returns the addresses of a host. Throws a `CallError` if there are none, or if one is inside the network
 * and the host isn't allowed.
 */
async function addressesOf(url: URL, { allowed, resolve }: { allowed: AllowedHosts; resolve: Resolve }) {
  const name = nameOf(url)
  const family = isIP(name)
  const found = family ? [{ address: name, family }] : await resolve(name)
  if (found.length === 0 || (!isAllowed(url, allowed) && !found.every(({ address }) => isPublic(address))))
    throw insideNetwork()
  return found
}

/** Returns a DNS lookup function that returns only addresses that have been checked. */
const knowing =
  (found: readonly { address: string; family: number }[]): LookupFunction =>
  (_host, options, done) => {
    if (options.all) return done(null, [...found])
    const [first] = found
    done(null, first?.address ?? '', first?.family)
  }

const maxMs = 10_000
/** Number of bytes of a response after which no more are read. */
const maxBytes = 1024

type OutboundRequest = { url: string; body: string | Buffer; headers: Record<string, string> }
type OutboundOptions = { allowed: AllowedHosts; resolve?: Resolve; timeoutMs?: number }

/**
 * Posts a body, JSON by default, and returns the status of the response, whose body is ignored. Throws a
 * `CallError` if the call isn't done within `timeoutMs` or the address may not be called. Other network
 * errors are passed on.
 */
export async function postOutside(
  { url: text, body, headers }: OutboundRequest,
  { allowed, resolve = resolveBySystem, timeoutMs = maxMs }: OutboundOptions,
): Promise<number> {
  const fault = addressFault(text, allowed)
  if (fault) throw insideNetwork()
  const url = new URL(text)
  const signal = AbortSignal.timeout(timeoutMs)
  const late = new Promise<never>((_, fail) =>
    signal.addEventListener('abort', () =>
      fail(new CallError(`No answer within ${timeoutMs / 1000} seconds.`)),
    ),
  )
  const found = await Promise.race([addressesOf(url, { allowed, resolve }), late])
  const answered = new Promise<number>((done, fail) => {
    const call = (url.protocol === 'https:' ? overHttps : overHttp)(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: knowing(found),
        signal,
        headers: {
          'content-type': 'application/json',
          ...headers,
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        let bytes = 0
        const end = () => {
          done(answer.statusCode ?? 0)
          answer.destroy()
        }
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > maxBytes) end()
        })
        answer.on('end', end)
        answer.on('error', end)
      },
    )
    call.on('error', fail)
    call.end(body)
  })
  return await Promise.race([answered, late])
}
