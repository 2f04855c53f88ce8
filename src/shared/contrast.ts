/** Contrast of colors as defined by WCAG. A color is `#rrggbb`. */

/** Minimum contrast for readable text (WCAG level AA). */
export const readable = 4.5

const white = '#ffffff'

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

const colorOf = (values: readonly number[]) =>
  `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of two colors, from 1 to 21. */
export function contrast(one: string, other: string) {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const mixed = (color: string, { towards, share }: { towards: string; share: number }) => {
  const target = channels(towards)
  return colorOf(channels(color).map((value, at) => value + ((target[at] ?? 0) - value) * share))
}

/** Number of steps from a color to black or white. */
const steps = 50

/**
 * Returns the color if it is readable on the background. Otherwise returns the nearest readable shade: darker
 * on a light background, lighter on a dark one.
 */
export function readableOn(background: string, color: string) {
  const towards = luminance(background) > 0.18 ? '#000000' : white
  for (let step = 0; step < steps; step += 1) {
    const shade = mixed(color, { towards, share: step / steps })
    if (contrast(shade, background) >= readable) return shade
  }
  return towards
}
