import { gcd } from '#math/exact.ts'
import { isEqual, isSure, minus, type Place, size } from './measured.ts'
import { abs } from './shapes.ts'

/** Two points of an exponential curve, and the height of its asymptote. */
type Exponential = { points: readonly [Place, Place]; asymptote: Place['y'] }

const maxExponent = 2000n
const most = 1 / 500

/**
 * Returns true if a point is on the curve. If the curve's points have the heights u and w above its asymptote
 * and are n apart, a point of height v at a distance m from the first must have (v/u)^n = (w/u)^m. On grid
 * lines, this is calculated exactly; otherwise, the logarithms may differ by the error from rounding to
 * millionths.
 */
function isOnCurve({ points: [first, second], asymptote }: Exponential, place: Place) {
  const [u, w, v] = [first, second, place].map(({ y }) => minus(y, asymptote)) as [
    Place['y'],
    Place['y'],
    Place['y'],
  ]
  const [n, m] = [minus(second.x, first.x), minus(place.x, first.x)]
  if (n.value === 0n || u.value * w.value <= 0n || u.value * v.value <= 0n) return false
  const share = Number(m.value) / Number(n.value)
  const growth = Math.log(Number(w.value) / Number(u.value))
  const away = Math.abs(Math.log(Number(v.value) / Number(u.value)) - share * growth)
  const relative = ({ value, off }: Place['y']) => Number(off) / Math.abs(Number(value))
  const slack =
    relative(v) +
    Math.abs(1 - share) * relative(u) +
    Math.abs(share) * relative(w) +
    Math.abs(growth) * ((Number(m.off) + Math.abs(share) * Number(n.off)) / Math.abs(Number(n.value)))
  if (away > Math.min(2 * slack, most) + 1e-9 * (1 + Math.abs(share))) return false
  if (slack > 0) return true
  const common = gcd(n.value, m.value)
  const [over, under] = [m.value / common, abs(n.value / common)]
  if (under > maxExponent || abs(over) > maxExponent) return false
  const exponent = n.value < 0n ? -over : over
  const unit = gcd(gcd(u.value, w.value), v.value)
  const [a, b, c] = [abs(u.value / unit), abs(w.value / unit), abs(v.value / unit)]
  return exponent >= 0n
    ? c ** under * a ** exponent === b ** exponent * a ** under
    : c ** under * b ** -exponent === a ** (under - exponent)
}

/** Returns true if two curves have the same asymptote, and both points of one are on the other. */
export function sameExponential(given: Exponential, wanted: Exponential) {
  const [first, second] = given.points
  const [one, other] = given.points.map(({ y }) => size(minus(y, given.asymptote)))
  if (!one || !other || !isSure(minus(second.x, first.x)) || !isSure(minus(one, other))) return false
  return isEqual(given.asymptote, wanted.asymptote) && given.points.every((place) => isOnCurve(wanted, place))
}
