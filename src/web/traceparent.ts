/**
 * Headers that connect the server's trace of a call with the page. The module is loaded only if the server
 * traces calls, and the headers are sent only to the API.
 */

/** Maximum time in ms from a tap to a call for the tap to count as its cause. */
const maxMs = 1000

let tappedAt = -Infinity
for (const type of ['pointerup', 'keydown'])
  addEventListener(type, ({ timeStamp }) => (tappedAt = timeStamp), { capture: true, passive: true })

const hex = (bytes: number) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((each) => each.toString(16).padStart(2, '0'))
    .join('')

/**
 * Returns the headers of W3C Trace Context. They include the ms since the tap or key that led to the call, if
 * any.
 */
export function traceHeaders() {
  const ago = Math.round(performance.now() - tappedAt)
  return {
    traceparent: `00-${hex(16)}-${hex(8)}-01`,
    tracestate: `blended=${ago <= maxMs ? `tap-${Math.max(0, ago)}` : 'page-0'}`,
  }
}
