import { homeOf } from '#server/networks.ts'
import type { Window } from '#server/throttle.ts'

/**
 * Limits for requests, because each sends an email to an address that may belong to a stranger: per IP
 * address of the sender (which may be shared by a whole school), per email address, and per center.
 */
export const limitsOf = (sent: { address: string; email: string; center: string }): Window[] => [
  { subject: `trial from ${homeOf(sent.address)}`, most: 20, seconds: 3600 },
  { subject: `trial to ${sent.email.toLowerCase()}`, most: 3, seconds: 3600 },
  { subject: `trial at ${sent.center}`, most: 60, seconds: 3600 },
]
