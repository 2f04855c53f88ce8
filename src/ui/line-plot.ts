/** The drawing area of a plot in pixels, and the values at its bottom and top. */
export type Frame = { left: number; right: number; top: number; bottom: number; least: number; most: number }

/**
 * Returns at most six round values from `least` to `most`, in steps of 1, 2, 2.5 or 5 times a power of ten.
 */
export function steps({ least, most }: Frame) {
  const rough = (most - least) / 5
  if (!(rough > 0)) return [least]
  const power = 10 ** Math.floor(Math.log10(rough))
  const apart = power * ([1, 2, 2.5, 5].find((times) => times * power >= rough * (1 - 1e-9)) ?? 10)
  const first = Math.ceil(least / apart - 1e-9)
  const last = Math.floor(most / apart + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * apart).toPrecision(12)))
}

export const yOf = ({ top, bottom, least, most }: Frame, value: number) =>
  most > least
    ? bottom - ((Math.min(most, Math.max(least, value)) - least) / (most - least)) * (bottom - top)
    : bottom

/**
 * Returns the x position of the point at index `at` of `count`, with 16 pixels free on both sides. A single
 * point is in the middle.
 */
export const xOf = ({ left, right }: Frame, at: number, count: number) =>
  count > 1 ? left + 16 + (at / (count - 1)) * (right - left - 32) : (left + right) / 2

/**
 * Returns the data of an SVG path with a separate line for each unbroken run of values. Null is a gap unless
 * gaps are bridged.
 */
export function paths(frame: Frame, values: (number | null)[], { bridged = false } = {}) {
  let pen = 'M'
  return values
    .map((value, at) => {
      if (value === null) {
        if (!bridged) pen = 'M'
        return ''
      }
      const to = `${pen}${xOf(frame, at, values.length).toFixed(1)} ${yOf(frame, value).toFixed(1)}`
      pen = 'L'
      return to
    })
    .join('')
}
