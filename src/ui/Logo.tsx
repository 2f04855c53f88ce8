type LogoProps = {
  /** Width and height in pixels. */
  size?: number
  /** Name for screen readers. Without it, the logo is decorative. */
  title?: string
}

/**
 * The product's logo: two pages that blend, under a sun. Uses the favicon's file, so that there is only one
 * drawing.
 */
export const Logo = ({ size = 32, title = '' }: LogoProps) => (
  <img src="/favicon.svg" width={size} height={size} alt={title} />
)
