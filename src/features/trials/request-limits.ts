import { homeOf } from '#server/networks.ts'
import { perHour, type Window } from '#server/throttle.ts'

/**
 * Returns the limits for requests: per IP address of the sender (which may be shared by a whole school), per
 * email address, and per center. They are needed because each request sends an email to an address that may
 * belong to a stranger.
 */
export const limitsOf = (sent: { address: string; email: string; center: string }): Window[] => [
  perHour(`trial from ${homeOf(sent.address)}`, 20),
  perHour(`trial to ${sent.email.toLowerCase()}`, 3),
  perHour(`trial at ${sent.center}`, 60),
]
