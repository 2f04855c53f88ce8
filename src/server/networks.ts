import { isIP } from 'node:net'

/** Returns the eight groups of an IPv6 address as numbers, or null for an IPv4 address. */
export function groupsOf(address: string) {
  if (!address.includes(':')) return null
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16) || 0)
}

/**
 * Returns the network of an address: the first `four` bits of an IPv4 address (a multiple of 8), or the first
 * `six` bits of an IPv6 address.
 */
export function networkOf(address: string, [four, six]: readonly [four: number, six: number]) {
  const dotted = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const groups = groupsOf(address)
  if (dotted || !groups)
    return (dotted ?? address)
      .split('.')
      .slice(0, four / 8)
      .join('.')
  const kept = groups.map((group, at) => {
    const bits = Math.min(16, Math.max(0, six - 16 * at))
    return group & ~(0xffff >> bits)
  })
  return kept
    .slice(0, Math.ceil(six / 16))
    .map((group) => group.toString(16))
    .join(':')
}

/**
 * Number of leading bits that identify one caller: all 32 bits of an IPv4 address, or 64 of the 128 bits of
 * an IPv6 address. A /64 is the smallest IPv6 block that an internet connection gets.
 */
const home = [32, 64] as const

/**
 * Returns the key under which limits count an address. All 2^64 addresses of one IPv6 connection count as one
 * caller.
 */
export const homeOf = (address: string) => networkOf(address, home)

/** True if only this machine can reach the host. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

/** True for an https URL, or any URL on this machine, where tests run their stand-ins. */
export const isSafeUrl = (text: string) =>
  URL.canParse(text) && (text.startsWith('https://') || isLoopback(new URL(text).hostname))

/**
 * True for an address such as `10.0.0.1` or a network such as `10.0.0.0/8`, but not for `/0`, the whole
 * internet.
 */
export function isNetwork(text: string) {
  const [, address = '', bits = '1'] = /^([\d.]+|[\da-f:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  return isIP(address) !== 0 && Number(bits) >= 1 && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
}
