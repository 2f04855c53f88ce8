type LogoProps = {
  /** Width and height in pixels. */
  size?: number
  /** Read aloud; without a title the logo is decorative. */
  title?: string
}

/**
 * The product's logo: two pages that blend, under one sun. Uses the favicon's file, so there is only one
 * drawing.
 */
export const Logo = ({ size = 32, title = '' }: LogoProps) => (
  <img src="/favicon.svg" width={size} height={size} alt={title} />
)
